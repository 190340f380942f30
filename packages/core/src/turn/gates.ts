import type { Catalogue } from '../catalogue/catalogue.js';
import { type FormerOwners, findRenamedOwner } from '../catalogue/find-renamed-owner.js';
import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool, Quarantine } from '../catalogue/listed-tool.js';
import { CONFIDENCE_LEVELS, type ConfidenceLevel } from '../contract/confidence.js';
import type { CompanionReport } from '../contract/report.js';
import type { WithheldCode, WithheldReason } from '../contract/turn.js';
import type { Assignment } from '../store/records.js';
import type { OperatorView } from './operator-view.js';

/** An assigned tool, and all that decides whether it is offered. */
export interface Candidate {
  readonly assignment: Assignment;
  readonly catalogue: Catalogue;
  /** Absent where nobody lists the name. */
  readonly listed: ListedTool | undefined;
  readonly checked: FrozenDefinition | Quarantine | undefined;
  readonly view: OperatorView;
  /** How the companion is that the tool belonged to when it was assigned; asked only for tools that nobody lists. */
  readonly companion: () => CompanionReport | undefined;
  /** Who an owner says that it was formerly. */
  readonly formerOwners: FormerOwners;
  /** The canonical names that this turn is restricted to. */
  readonly selected: ReadonlySet<string> | undefined;
  /** The component whose defaults restrict it; absent where the turn itself does. */
  readonly selectedFor: string | undefined;
  /** Of the model provider; absent where nobody asks for it. */
  readonly confidence: ConfidenceLevel | undefined;
}

/** Why a candidate is withheld, in a sentence; undefined lets it pass. */
export interface Gate {
  readonly code: WithheldCode;
  readonly explain: (candidate: Candidate) => string | undefined;
}

/** In the order of contract 5.1: the first that applies is the reason, and all that apply are told. */
const GATES: readonly Gate[] = [
  { code: 'tools-off', explain: ({ view }) => (view.toolsOff ? 'All tools are switched off.' : undefined) },
  { code: 'companion-failed', explain: explainFailure },
  { code: 'quarantined', explain: explainQuarantine },
  { code: 'absent', explain: explainAbsence },
  { code: 'owner-changed', explain: explainOwner },
  { code: 'definition-changed', explain: explainDefinition },
  { code: 'not-selected', explain: explainSelection },
  { code: 'below-minimum-confidence', explain: explainConfidence },
];

/** All reasons why a candidate is withheld, in their order; none: it is offered. */
export function findReasons(candidate: Candidate): readonly WithheldReason[] {
  const reasons: WithheldReason[] = [];
  for (const { code, explain } of GATES) {
    const reason = explain(candidate);
    if (reason !== undefined) reasons.push(Object.freeze({ code, reason }));
  }
  return Object.freeze(reasons);
}

/** Whether a tool moves by itself: it is one of the host's own now (contract 4.3). */
export function hasMovedIn(assignment: Assignment, listed: ListedTool): boolean {
  return listed.owner === 'builtin' && assignment.owner !== 'builtin';
}

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

function explainAbsence(candidate: Candidate): string | undefined {
  const { listed, assignment, catalogue, companion, formerOwners } = candidate;
  if (listed !== undefined) return undefined;
  // Said already, and better.
  if (explainFailure(candidate) !== undefined || explainQuarantine(candidate) !== undefined) return undefined;
  const { owner, toolName } = assignment;
  const renamed = catalogue.findExposed(toolName, owner);
  if (renamed !== undefined) {
    return `The operator exposes "${toolName}" of ${owner} as "${renamed.name}" now. Assign that name, and unassign this one.`;
  }
  const successor = findRenamedOwner(catalogue, formerOwners, owner);
  if (successor !== undefined)
    return `${explainRename(owner, successor)} Run: loadout owners accept ${owner} ${successor}`;
  return companion()?.state === 'off'
    ? `${owner} is switched off.`
    : `Nobody lists it at present; it belonged to ${owner}. Bring that back, or unassign the tool.`;
}

function explainOwner({ listed, assignment, formerOwners }: Candidate): string | undefined {
  if (listed === undefined || listed.owner === assignment.owner || hasMovedIn(assignment, listed)) return undefined;
  const { owner } = assignment;
  return formerOwners(listed.owner).includes(owner)
    ? explainRename(owner, listed.owner)
    : `It was assigned from ${owner}, and is ${listed.owner}'s now. Accept the new owner, or unassign the tool.`;
}

function explainRename(owner: string, successor: string): string {
  return `It was assigned from ${owner}, and ${successor} says that it is the same under a new name. Accept that once for all its tools.`;
}

function explainDefinition({ checked, assignment, view, listed }: Candidate): string | undefined {
  if (!view.withholdChangedDefinitions || checked === undefined || 'reason' in checked) return undefined;
  // Another owner's definition is another one anyway.
  if (assignment.definitionHash === null || listed?.owner !== assignment.owner) return undefined;
  return checked.hash === assignment.definitionHash
    ? undefined
    : 'Its definition is not the one that was accepted. Compare the two, and accept the new one.';
}

function explainSelection({ selected, selectedFor, listed, assignment }: Candidate): string | undefined {
  if (selected === undefined || selected.has(assignment.toolName) || selected.has(listed?.name ?? '')) return undefined;
  return selectedFor === undefined
    ? 'It is not among the tools that this turn was restricted to.'
    : `The defaults of component "${selectedFor}" leave it out. Decide otherwise, or select it.`;
}

function explainConfidence({ listed, checked, view, confidence }: Candidate): string | undefined {
  if (confidence === undefined || listed === undefined || checked === undefined || 'reason' in checked)
    return undefined;
  const decided = view.minimumConfidence({ owner: listed.owner, toolName: listed.ownName });
  const minimum = decided ?? checked.definition.minimumConfidence ?? 'NONE';
  return CONFIDENCE_LEVELS[confidence] >= CONFIDENCE_LEVELS[minimum]
    ? undefined
    : `It needs a model provider of confidence ${minimum}, and this one has ${confidence}.`;
}
