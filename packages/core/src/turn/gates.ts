import type { Catalogue } from '../catalogue/catalogue.js';
import { type FormerOwners, findRenamedOwner } from '../catalogue/find-renamed-owner.js';
import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool, Quarantine } from '../catalogue/listed-tool.js';
import { type ConfidenceLevel, reachesConfidence } from '../contract/confidence.js';
import type { CompanionReport } from '../contract/report.js';
import type { WithheldCode, WithheldReason } from '../contract/turn.js';
import { describeNote, type OrganisationSubject } from '../settings/organisation-view.js';
import type { Assignment } from '../store/records.js';
import type { KnownDefinition } from './known-definitions.js';
import type { OperatorView } from './operator-view.js';
import { decideMinimum } from './tool-names.js';
import { isVisibleIn } from './visibility.js';

/** A tool that is assigned, or that the turn selects without that, and all that decides whether it is offered. */
export interface Candidate {
  /** Of a tool that is not assigned: what an assignment of it would be. */
  readonly assignment: Assignment;
  readonly isAssigned: boolean;
  /** The bot's id. */
  readonly bot: string;
  readonly catalogue: Catalogue;
  /** Absent where nobody lists the name. */
  readonly listed: ListedTool | undefined;
  readonly checked: FrozenDefinition | Quarantine | undefined;
  /** Of a tool that nobody lists: its last definition, where one is known. */
  readonly known: KnownDefinition | undefined;
  /** All its names, also where nobody lists it: its provider may still answer for it. */
  readonly subject: OrganisationSubject;
  readonly view: OperatorView;
  /** How the companion is that the tool belonged to when it was assigned; asked only for tools that nobody lists. */
  readonly companion: () => CompanionReport | undefined;
  /** Who an owner says that it was formerly. */
  readonly formerOwners: FormerOwners;
  readonly component: string;
  /** All that the embedder has. */
  readonly components: ReadonlySet<string>;
  /** The canonical names that this turn is restricted to. */
  readonly selected: ReadonlySet<string> | undefined;
  /** The component whose defaults restrict it; absent where the turn itself does. */
  readonly selectedFor: string | undefined;
  /** False: the model cannot call tools. */
  readonly canCallTools: boolean;
  /** What its settings lack, as sentences; absent where they do. */
  readonly configuration: string | undefined;
  /** Of the model provider; absent where nobody asks for it. */
  readonly confidence: ConfidenceLevel | undefined;
  /** What the conversation requires, where the model provider does not reach it and is not trusted. */
  readonly unreached: ConfidenceLevel | undefined;
  /** Why the model API cannot take it; absent where it can, or where there is none. */
  readonly refusal: string | undefined;
}

/** Why a candidate is withheld, in a sentence; undefined lets it pass. */
export interface Gate {
  readonly code: WithheldCode;
  readonly explain: (candidate: Candidate) => string | undefined;
}

/** In the order of contract 5.1: the first that applies is the reason, and all that apply are told. */
export const GATES: readonly Gate[] = Object.freeze([
  { code: 'tools-off', explain: explainToolsOff },
  { code: 'not-assigned', explain: explainAssignment },
  { code: 'companion-failed', explain: explainFailure },
  { code: 'quarantined', explain: explainQuarantine },
  { code: 'absent', explain: explainAbsence },
  { code: 'owner-changed', explain: explainOwner },
  { code: 'definition-changed', explain: explainDefinition },
  { code: 'not-visible', explain: explainVisibility },
  { code: 'not-selected', explain: explainSelection },
  { code: 'model-without-tools', explain: explainModel },
  { code: 'disabled-by-organisation', explain: explainOrganisation },
  { code: 'not-configured', explain: ({ configuration }) => configuration },
  { code: 'below-minimum-confidence', explain: explainMinimum },
  { code: 'below-required-confidence', explain: explainRequired },
  { code: 'not-convertible', explain: ({ refusal }) => refusal },
] satisfies Gate[]);

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

function explainToolsOff({ view }: Candidate): string | undefined {
  return view.toolsOff ? 'All tools are switched off. Switch them on: loadout host unset tools-off' : undefined;
}

function explainAssignment({ isAssigned, assignment, bot }: Candidate): string | undefined {
  return isAssigned
    ? undefined
    : `The turn selects it, and the bot does not have it. Run: loadout assign ${bot} ${assignment.toolName}`;
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

function explainDefinition(candidate: Candidate): string | undefined {
  const { assignment, view, listed } = candidate;
  const last = lastDefinition(candidate);
  if (!view.withholdChangedDefinitions || last === undefined) return undefined;
  // Another owner's definition is another one anyway.
  if (assignment.definitionHash === null || (listed?.owner ?? assignment.owner) !== assignment.owner) return undefined;
  return last.hash === assignment.definitionHash
    ? undefined
    : 'Its definition is not the one that was accepted. Compare the two, and accept the new one.';
}

function explainSelection({ selected, selectedFor, listed, assignment }: Candidate): string | undefined {
  if (selected === undefined || selected.has(assignment.toolName) || selected.has(listed?.name ?? '')) return undefined;
  return selectedFor === undefined
    ? 'It is not among the tools that this turn was restricted to.'
    : `The defaults of component "${selectedFor}" leave it out. Decide otherwise, or select it.`;
}

/** Of a tool that nobody lists the last that is known: leaving it out of a list frees it of nothing. */
function lastDefinition({ listed, checked, known }: Candidate): KnownDefinition | undefined {
  if (listed === undefined) return known;
  return checked === undefined || 'reason' in checked ? undefined : checked;
}

function explainVisibility(candidate: Candidate): string | undefined {
  const { component, components } = candidate;
  const last = lastDefinition(candidate);
  if (last === undefined) return undefined;
  const { visibleIn } = last.definition;
  if (isVisibleIn(visibleIn, component)) return undefined;
  const { allowedComponents = [], deniedComponents = [] } = visibleIn ?? {};
  const unknown = allowedComponents.filter((name) => !components.has(name));
  if (allowedComponents.length > 0 && unknown.length === allowedComponents.length) {
    return `It is made for ${unknown.join(', ')} alone, and this host has no such component. Name it in the host's components, or unassign the tool.`;
  }
  if (allowedComponents.length === 0 && deniedComponents.length === 0) {
    return component === 'chat'
      ? 'It is made for assistants, not for chat. Start the turn in another component.'
      : `It is made for chat alone, and this is component "${component}". Start the turn in chat.`;
  }
  return allowedComponents.length > 0
    ? `It is made for ${allowedComponents.join(', ')}, and this is component "${component}". Start the turn in one of those.`
    : `It is not made for component "${component}". Start the turn in another one.`;
}

function explainModel({ canCallTools }: Candidate): string | undefined {
  return canCallTools ? undefined : 'The model cannot call tools. Use another model.';
}

function explainOrganisation({ view, subject }: Candidate): string | undefined {
  return view.organisation.disabled(subject)?.sentence;
}

/** The organisation's minimum can be raised by the operator, and never lowered. */
function explainMinimum(candidate: Candidate): string | undefined {
  const { view, catalogue, confidence, subject } = candidate;
  if (confidence === undefined) return undefined;
  const remedy = 'Use a model provider of that level';
  const organisation = view.organisation.minimumConfidence(subject);
  if (organisation !== undefined && !reachesConfidence(confidence, organisation.level)) {
    const { level } = organisation;
    return `The organisation wants a model provider of confidence ${level} for it, and this one has ${confidence}. ${remedy}.${describeNote(organisation)}`;
  }
  const decided = decideMinimum(view, subject, catalogue);
  const minimum = decided ?? lastDefinition(candidate)?.definition.minimumConfidence ?? 'NONE';
  return reachesConfidence(confidence, minimum)
    ? undefined
    : `It needs a model provider of confidence ${minimum}, and this one has ${confidence}. ${remedy}, or decide on another minimum.`;
}

function explainRequired({ unreached, confidence }: Candidate): string | undefined {
  return unreached === undefined
    ? undefined
    : `Results in this conversation require a model provider of confidence ${unreached}, and this one has ${confidence}. Use one of that level, trust this one, or begin another conversation.`;
}
