import { isDeepStrictEqual } from 'node:util';
import { describeValue } from '../catalogue/describe-value.js';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { Actor } from '../contract/actor.js';
import { isConfidenceLevel, reachesConfidence } from '../contract/confidence.js';
import { DECISION_KINDS, type Decision, type DecisionKind, type ListedDecision } from '../contract/decisions.js';
import { LoadoutError } from '../contract/errors.js';
import { isObject, type JsonValue } from '../contract/json.js';
import { formatToolSubject, parseToolSubject, type ToolSubject } from '../contract/tool-subject.js';
import type { Host } from '../host-interface.js';
import { JsonCopier } from '../schema/copy-json.js';
import { suggestWord } from '../schema/nearest-word.js';
import { describeNote, type OrganisationLevel } from '../settings/organisation-view.js';
import type { OperatorView } from '../turn/operator-view.js';
import { isSameTool, nameTool, subjectsOf } from '../turn/tool-names.js';
import { describeUnreadable, lockedSetting, lockSubject } from './check-locks.js';
import { DECISION_TABLE, findDecisionProblem, isDecisionKind } from './decision-kinds.js';
import { collectTools, type KnownTools } from './known-tools.js';
import { type ChangeUnit, makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { NO_REVISION, readIfRevision, revisionOf } from './revision.js';
import { type AssignedName, findKept, findListed, referTo, requireReference } from './tool-reference.js';

const MAX_SUBJECT_CHARACTERS = 300;

/** A subject as it is kept, and as the log names it. */
interface ReadSubject {
  readonly subject: string;
  readonly tool: string | null;
}

/** What the operator decides for the whole host. See `Host.decisions`. */
export function createDecisionOperations(parts: OperatorParts, actor: Actor): Host['decisions'] {
  return {
    list: async () => (await parts.store.listDecisions()).map(withRevision),

    async set(kind, subject, value, options = {}) {
      if (!isObject(options)) throw wrongArgument('decisions.set', 'options', 'an object', options);
      requireKind(kind);
      const ifRevision = readIfRevision('decisions.set', options.ifRevision);
      const problem = findDecisionProblem(kind, value);
      if (problem !== undefined) throw invalidDecision(problem, { kind, subject, field: 'value' });
      const tools = await collectTools(parts);
      const assigned = await parts.store.listAssignedTools();
      const read = readSubject(kind, subject, { tools, assigned, components: parts.components });
      const copy = new JsonCopier().copy(value, 'value');
      if (kind === 'minimum-confidence') requireReachedMinimum(await parts.view(), tools, read, copy);
      if (options.dryRun === true) {
        if (kind === 'expose-as') requireFreeName(parts, tools, read, String(copy));
        return withRevision({ kind, subject: read.subject, value: copy, updatedAt: toTime(parts.clock.now()) });
      }
      return makeChange(parts, actor, async ({ writer, changes, at }) => {
        const decisions = await writer.listDecisions();
        const before = findDecision(decisions, kind, read.subject);
        const others = findOthers(decisions, { kind, subject: read.subject }, tools);
        requireDecisionRevision(before ?? others[0], { kind, subject: read.subject, ifRevision });
        if (before !== undefined && others.length === 0 && isDeepStrictEqual(before.value, copy))
          return withRevision(before);
        await dropDecisions({ writer, changes }, others, read.tool);
        const decision: Decision = Object.freeze({ kind, subject: read.subject, value: copy, updatedAt: at });
        await writer.putDecision(decision);
        changes.push(describeDecision('decision-set', { kind, ...read, before: before?.value ?? null, after: copy }));
        return withRevision(decision);
      });
    },

    async unset(kind, subject, options = {}) {
      if (!isObject(options)) throw wrongArgument('decisions.unset', 'options', 'an object', options);
      requireKind(kind);
      const ifRevision = readIfRevision('decisions.unset', options.ifRevision);
      const tools = await collectTools(parts);
      return makeChange(parts, actor, async ({ writer, changes }) => {
        const decisions = await writer.listDecisions();
        const read = readKeptSubject(kind, subject, tools, decisions);
        const kept = findDecision(decisions, kind, read.subject);
        // One that is stated as it is kept, under an older name of the tool, goes alone.
        const isExact = kept !== undefined && subject === read.subject && !isOwnSubject(read.subject, tools);
        const others = isExact ? [] : findOthers(decisions, { kind, subject: read.subject }, tools);
        const dropped = kept === undefined ? others : [kept, ...others];
        requireDecisionRevision(dropped[0], { kind, subject: read.subject, ifRevision });
        await dropDecisions({ writer, changes }, dropped, read.tool);
        return dropped.length > 0;
      });
    },
  };
}

function withRevision(decision: Decision): ListedDecision {
  return Object.freeze({ ...decision, revision: revisionOf([decision.subject, decision.value, decision.updatedAt]) });
}

/** Throws `DECISION_CONFLICT` where something else is decided than what was read. */
function requireDecisionRevision(
  present: Decision | undefined,
  { kind, subject, ifRevision }: Pick<Decision, 'kind' | 'subject'> & { readonly ifRevision: string | undefined },
): void {
  if (ifRevision === undefined) return;
  const revision = present === undefined ? NO_REVISION : withRevision(present).revision;
  if (revision === ifRevision) return;
  const about = subject === '' ? '' : ` on ${describeValue(subject)}`;
  throw new LoadoutError(
    'DECISION_CONFLICT',
    `The decision "${kind}"${about} was changed since it was read. Read it again, then decide.`,
    { details: { kind, subject, revision, ifRevision } },
  );
}

/** Throws `DECISION_INVALID` where the tools as they are now leave a name to somebody else. */
function requireFreeName(
  { registry }: OperatorParts,
  { roster }: KnownTools,
  { subject }: ReadSubject,
  as: string,
): void {
  const tool = parseToolSubject(subject);
  const obstacle = tool && registry.findNameObstacle(roster, { owner: tool.owner, tool: tool.toolName, as });
  if (obstacle !== undefined) throw invalidDecision(obstacle, { kind: 'expose-as', subject, field: 'value' });
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Operators raise the organisation's minimum, and never lower it. Throws `SETTING_LOCKED`. */
function requireReachedMinimum(
  view: OperatorView,
  tools: KnownTools,
  { subject }: ReadSubject,
  value: JsonValue,
): void {
  const tool = parseToolSubject(subject);
  if (tool === undefined) return;
  const { sentence, minimum } = findLoweredMinimum(view, tools, tool, value) ?? {};
  if (sentence !== undefined) throw lockedSetting(sentence, { tool: tool.toolName }, minimum);
}

/** What speaks against a level, as a sentence: the organisation wants a higher one. */
export function findLoweredMinimum(
  view: OperatorView,
  tools: KnownTools,
  tool: ToolSubject,
  value: JsonValue,
): { readonly sentence: string; readonly minimum?: OrganisationLevel } | undefined {
  const { organisation } = view;
  const subject = lockSubject(tools, tool);
  const unreadable = describeUnreadable(view);
  if (unreadable !== undefined) return { sentence: unreadable };
  const minimum = organisation.minimumConfidence(subject);
  if (minimum === undefined || (isConfidenceLevel(value) && reachesConfidence(value, minimum.level))) return undefined;
  const sentence = `The organisation wants at least ${minimum.level} for "${subject.name}" (${minimum.entry}), and that counts whatever is decided below it.${describeNote(minimum)}`;
  return { sentence, minimum };
}

/** Decisions of the same kind on the same tool, kept under other names of it. */
function findOthers(
  decisions: readonly Decision[],
  { kind, subject }: Pick<Decision, 'kind' | 'subject'>,
  { catalogue }: Pick<KnownTools, 'catalogue'>,
): readonly Decision[] {
  const about = DECISION_TABLE[kind].subject === 'tool' ? parseToolSubject(subject) : undefined;
  if (about === undefined) return [];
  const tool = nameTool(catalogue, about);
  const names = new Set(subjectsOf(tool, catalogue).map(formatToolSubject));
  return decisions.filter((one) => {
    if (one.kind !== kind || one.subject === subject) return false;
    if (names.has(one.subject)) return true;
    const other = parseToolSubject(one.subject);
    return other?.owner === about.owner && isSameTool(nameTool(catalogue, other), tool);
  });
}

/** Takes decisions back that another one replaces. */
export async function dropDecisions(
  { writer, changes }: Pick<ChangeUnit, 'writer' | 'changes'>,
  decisions: readonly Decision[],
  tool: string | null,
): Promise<void> {
  for (const { kind, subject, value } of decisions) {
    await writer.deleteDecision(kind, subject);
    changes.push(describeDecision('decision-unset', { kind, subject, tool, before: value, after: null }));
  }
}

function isOwnSubject(subject: string, { catalogue }: KnownTools): boolean {
  const about = parseToolSubject(subject);
  return about === undefined || nameTool(catalogue, about).ownName === about.toolName;
}

/** A decision for the log. */
export function describeDecision(
  action: 'decision-set' | 'decision-unset',
  decision: ReadSubject & { readonly kind: DecisionKind; readonly before: JsonValue; readonly after: JsonValue },
): {
  readonly action: typeof action;
  readonly bot: null;
  readonly tool: string | null;
  readonly subject: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
} {
  const { kind, subject, tool, before, after } = decision;
  return { action, bot: null, tool, subject: subject === '' ? kind : `${kind} ${subject}`, before, after };
}

/** The subject of a decision that was not made here: as it has to be written. Answers what is wrong with it. */
export function findSubjectProblem(
  kind: DecisionKind,
  subject: string,
  components: ReadonlySet<string>,
): string | undefined {
  const type = DECISION_TABLE[kind].subject;
  switch (type) {
    case 'none':
      return subject === '' ? undefined : `"${kind}" has no subject, but was given ${describeValue(subject)}.`;
    case 'tool':
      return parseToolSubject(subject) === undefined
        ? `The subject of "${kind}" has to be a tool as owner#name, but is ${describeValue(subject)}.`
        : undefined;
    case 'component':
      return components.has(subject)
        ? undefined
        : `There is no component ${describeValue(subject)}. ${suggestWord(subject, [...components])}`;
    case 'owner':
    case 'model-provider':
      return subject.trim() !== '' && subject.length <= MAX_SUBJECT_CHARACTERS
        ? undefined
        : `The subject of "${kind}" has to be ${type === 'owner' ? 'an owner' : 'the id of a model provider'}, a text of 1 to ${MAX_SUBJECT_CHARACTERS} characters.`;
  }
}

function requireKind(kind: unknown): asserts kind is DecisionKind {
  if (isDecisionKind(kind)) return;
  const hint = typeof kind === 'string' ? suggestWord(kind, DECISION_KINDS) : `Known: ${DECISION_KINDS.join(', ')}.`;
  throw invalidDecision(`There is no kind of decision ${describeValue(kind)}. ${hint}`, { kind });
}

function readSubject(
  kind: DecisionKind,
  subject: unknown,
  {
    tools,
    assigned,
    components,
  }: {
    readonly tools: KnownTools;
    readonly assigned: readonly AssignedName[];
    readonly components: ReadonlySet<string>;
  },
): ReadSubject {
  const stated = requireText(kind, subject);
  if (DECISION_TABLE[kind].subject === 'tool') {
    const reference = requireReference(tools, stated, assigned);
    return { subject: formatToolSubject(reference.subject), tool: reference.name };
  }
  const problem = findSubjectProblem(kind, stated, components);
  if (problem !== undefined) throw invalidDecision(problem, { kind, subject });
  return { subject: stated, tool: null };
}

/** What was decided can be taken back, also where it could not be decided again. */
function readKeptSubject(
  kind: DecisionKind,
  subject: unknown,
  tools: KnownTools,
  decisions: readonly Decision[],
): ReadSubject {
  const stated = requireText(kind, subject);
  if (DECISION_TABLE[kind].subject !== 'tool') return { subject: stated, tool: null };
  const about = parseToolSubject(stated);
  const named = about && nameTool(tools.catalogue, about);
  if (findDecision(decisions, kind, stated) !== undefined) return { subject: stated, tool: named?.name ?? null };
  const listed = findListed(tools, stated);
  const kept = decisions.flatMap((one) => (one.kind === kind ? (parseToolSubject(one.subject) ?? []) : []));
  const reference = listed === undefined ? findKept(stated, kept) : referTo(listed);
  if (reference !== undefined) return { subject: formatToolSubject(reference.subject), tool: reference.name };
  if (named === undefined) return { subject: stated, tool: null };
  return { subject: formatToolSubject({ owner: named.owner, toolName: named.ownName }), tool: named.name };
}

function requireText(kind: DecisionKind, subject: unknown): string {
  if (typeof subject === 'string') return subject;
  throw invalidDecision(`The subject of "${kind}" has to be a text, but is ${describeValue(subject)}.`, { kind });
}

function findDecision(decisions: readonly Decision[], kind: DecisionKind, subject: string): Decision | undefined {
  return decisions.find((one) => one.kind === kind && one.subject === subject);
}

function invalidDecision(message: string, details: Readonly<Record<string, unknown>>): LoadoutError {
  return new LoadoutError('DECISION_INVALID', message, { details });
}
