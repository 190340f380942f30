import type { Catalogue } from '../catalogue/catalogue.js';
import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool, Quarantine } from '../catalogue/listed-tool.js';
import type { CompanionReport } from '../contract/report.js';
import type { WithheldCode } from '../contract/turn.js';
import type { Assignment } from '../store/records.js';

/** An assigned tool, and all that decides whether it is offered. */
export interface Candidate {
  readonly assignment: Assignment;
  readonly catalogue: Catalogue;
  /** Absent where nobody lists the name. */
  readonly listed: ListedTool | undefined;
  readonly checked: FrozenDefinition | Quarantine | undefined;
  /** How the companion is that the tool belonged to when it was assigned; asked only for tools that nobody lists. */
  readonly companion: () => CompanionReport | undefined;
  /** The canonical names that this turn is restricted to. */
  readonly selected: ReadonlySet<string> | undefined;
}

/** Why a candidate is withheld, in a sentence; undefined lets it pass. */
export interface Gate {
  readonly code: WithheldCode;
  readonly explain: (candidate: Candidate) => string | undefined;
}

/** Tried in this order; the first that applies is the reason (contract 5.1). */
export const GATES: readonly Gate[] = [
  { code: 'companion-failed', explain: explainFailure },
  { code: 'quarantined', explain: explainQuarantine },
  { code: 'absent', explain: explainAbsence },
  {
    code: 'not-selected',
    explain: ({ selected, listed }) =>
      selected === undefined || listed === undefined || selected.has(listed.name)
        ? undefined
        : 'It is not among the tools that this turn was restricted to.',
  },
];

function explainFailure({ listed, companion: findCompanion, catalogue, assignment }: Candidate): string | undefined {
  if (listed !== undefined || catalogue.quarantineOf(assignment.toolName) !== undefined) return undefined;
  const companion = findCompanion();
  if (companion === undefined || (companion.state !== 'failed' && companion.state !== 'loading')) return undefined;
  if (companion.state === 'loading') return `${assignment.owner} has not answered yet.`;
  const problem = companion.problems.at(-1);
  return `${assignment.owner} failed${problem === undefined ? '' : `: ${problem.message}`}`;
}

function explainQuarantine({ listed, checked, catalogue, assignment }: Candidate): string | undefined {
  if (checked !== undefined && 'reason' in checked) return checked.reason;
  return listed === undefined ? catalogue.quarantineOf(assignment.toolName)?.reason : undefined;
}

function explainAbsence({ listed, assignment, catalogue, companion }: Candidate): string | undefined {
  if (listed !== undefined) return undefined;
  const { owner, toolName } = assignment;
  const renamed = catalogue.findExposed(toolName, owner);
  if (renamed !== undefined) {
    return `The operator exposes "${toolName}" of ${owner} as "${renamed.name}" now. Assign that name, and unassign this one.`;
  }
  return companion()?.state === 'off'
    ? `${owner} is switched off.`
    : `Nobody lists it at present; it belonged to ${owner}. Bring that back, or unassign the tool.`;
}
