import type { Catalogue } from '../catalogue/catalogue.js';
import { ListedTool } from '../catalogue/listed-tool.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import { type ConfidenceLevel, higherConfidence } from '../contract/confidence.js';
import type { JsonObject } from '../contract/json.js';
import type { ApprovalMode } from '../contract/policy.js';
import type { ToolSubject } from '../contract/tool-subject.js';
import type { OrganisationSubject } from '../settings/organisation-view.js';
import { followNames, namesIn } from './follow-names.js';
import type { OperatorView } from './operator-view.js';

/*
 * A tool has several names: its owner's own, older ones by `aliases`, the operator's by `exposeAs`. This is the one place
 * that knows which names of an owner are one tool, listed or not, and so what was decided and set for it: another name
 * frees a tool of nothing. Of several decisions the strictest counts; of several settings that of the own name. What
 * restricts a tool counts under all names that its owner ever stated for it (`RelatedNames`), also where one of them is
 * another tool's by now: then for both, until something else is decided of this one.
 */

/** An owner's tool by all its names. */
export interface NamedTool extends OrganisationSubject {
  readonly aliases: readonly string[];
  readonly relatedNames: Iterable<string>;
  readonly formerOwners: readonly string[];
  /** The tool itself. Of one that nobody lists at present: as it was known last, if it was. */
  readonly tool: ListedTool | undefined;
  /**
   * `listed`: bots can be offered it. `own`: its owner has it, and it is off, not in order, or another owner has its name.
   * `left`: its owner listed it before. `unknown`: nobody knows it by that name.
   */
  readonly state: 'listed' | 'own' | 'left' | 'unknown';
}

/** The tool that an owner calls so, or called so, in a catalogue. */
export function findNamed(catalogue: Catalogue, { owner, toolName }: ToolSubject): ListedTool | undefined {
  const placed = findPlaced(catalogue, owner, toolName);
  if (placed !== undefined) return placed;
  const { own, aliases } = namesIn(findSlot(catalogue, owner));
  // Another owner may have its name; it is no other tool's older one for that.
  if (own.has(toolName)) return undefined;
  const ownName = catalogue.ownName(owner, toolName);
  if (ownName !== toolName) return findPlaced(catalogue, owner, ownName);
  const behind = catalogue.find(toolName);
  if (behind?.owner === owner) return behind;
  const renamed = aliases.get(toolName);
  return renamed && findPlaced(catalogue, owner, renamed.ownName);
}

/** An owner's tool by any of its names, listed or not. */
export function nameTool(catalogue: Catalogue, { owner, toolName }: ToolSubject): NamedTool {
  const slot = findSlot(catalogue, owner);
  const formerOwners = slot?.formerOwners ?? [];
  const listed = findNamed(catalogue, { owner, toolName });
  if (listed !== undefined) {
    const { name, ownName, aliases, relatedNames } = listed;
    return { owner, name, ownName, aliases, relatedNames, formerOwners, tool: listed, state: 'listed' };
  }
  const stated = slot && findUnlisted(slot, toolName);
  const wanted = stated === undefined ? catalogue.ownName(owner, toolName) : toolName;
  const found = wanted === toolName ? stated : slot && findUnlisted(slot, wanted);
  const { tool, ownName = wanted, state = 'unknown', names = [] } = found ?? {};
  const aliases = [...new Set([...names, ...(tool?.aliases ?? []), wanted, toolName])];
  // What it was called in between may be an older name of a listed tool.
  const present = ownName === toolName ? undefined : findNamed(catalogue, { owner, toolName: ownName });
  if (present !== undefined) {
    const { name, ownName: own, relatedNames } = present;
    const all = [...present.aliases, ...aliases];
    return { owner, name, ownName: own, aliases: all, relatedNames, formerOwners, tool: present, state: 'listed' };
  }
  const name = catalogue.givenName(owner, ownName);
  const relatedNames = relate(slot, [ownName, wanted, toolName]);
  return { owner, name, ownName, aliases, relatedNames, formerOwners, tool, state };
}

/** The same of an assignment: by the name that a bot has, which may be the operator's. */
export function nameAssigned(
  catalogue: Catalogue,
  { owner, toolName }: { readonly owner: string; readonly toolName: string },
): NamedTool {
  const named = nameTool(catalogue, { owner, toolName: catalogue.ownName(owner, toolName) });
  return { ...named, aliases: [...named.aliases, toolName] };
}

/** Whether two names of owners are about one tool. */
export function isSameTool(a: OrganisationSubject, b: OrganisationSubject): boolean {
  return a.owner === b.owner && a.ownName === b.ownName;
}

/** What something may be decided or set about so that it is about this tool; its own name comes first. */
export function subjectsOf(tool: OrganisationSubject, catalogue: Catalogue): readonly ToolSubject[] {
  const { present, past } = listSubjects(tool, catalogue);
  return [...present, ...past.filter((one) => !isTaken(one, tool, catalogue))];
}

/** What may have been decided or set so that it is about a tool. */
interface ListedSubjects {
  /** Under the names that it has; its own comes first. */
  readonly present: readonly ToolSubject[];
  /** Under those that it had. */
  readonly past: readonly ToolSubject[];
}

function listSubjects(
  { owner, name, ownName, aliases = [], relatedNames = [] }: OrganisationSubject,
  catalogue: Catalogue,
): ListedSubjects {
  const toSubject = (toolName: string): ToolSubject => ({ owner, toolName });
  const isOthers = (one: string): boolean => isOther(findSlot(catalogue, owner), one, ownName);
  const others = [...aliases, name].filter((one) => one !== ownName && !isOthers(one));
  const present = new Set([ownName, ...others]);
  const past = [...relatedNames].filter((one) => !present.has(one));
  return { present: [...present].map(toSubject), past: past.map(toSubject) };
}

/** Whether a name that a tool had is another tool's of its owner by now. */
function isTaken({ toolName }: ToolSubject, { owner, ownName }: OrganisationSubject, catalogue: Catalogue): boolean {
  const slot = findSlot(catalogue, owner);
  return isOther(slot, toolName, ownName) || isAliasOfOther(slot, toolName, ownName);
}

/** An alias loses to a tool of that name (contract 1.8), also while nobody lists the two. */
function isOther(slot: ProviderSlot | undefined, name: string, ownName: string): boolean {
  if (slot === undefined) return false;
  const { own } = namesIn(slot);
  if (own.has(name)) return true;
  // What a listed tool was called is no other one for having left by that name.
  if (own.has(ownName) && slot.related.of(ownName).has(name)) return false;
  return slot.dropped.find(name) !== undefined && followNames(slot, name).ownName !== ownName;
}

function isAliasOfOther(slot: ProviderSlot | undefined, name: string, ownName: string): boolean {
  const tool = namesIn(slot).aliases.get(name);
  return tool !== undefined && tool.ownName !== ownName;
}

/** What is decided under any name that the owner ever stated for a tool, as far as it restricts the tool. */
function collectDecided<T>(
  tool: OrganisationSubject,
  catalogue: Catalogue,
  find: (subject: ToolSubject) => T | undefined,
): { readonly present: readonly T[]; readonly past: readonly T[] } {
  const { present, past } = listSubjects(tool, catalogue);
  // Whoever decided of this tool itself knew of two.
  const isDecided = present.slice(0, 1).some((own) => find(own) !== undefined);
  return {
    present: present.flatMap((one) => find(one) ?? []),
    past: past.flatMap((one) => {
      // There are few decisions, and may be many names.
      const value = find(one);
      return value === undefined || (isDecided && isTaken(one, tool, catalogue)) ? [] : value;
    }),
  };
}

/** Listed tools that something decided under a name counts for because they had it, beside the tool that has it. */
export function listHeirs(catalogue: Catalogue, { owner, toolName }: ToolSubject): readonly ListedTool[] {
  const related = findSlot(catalogue, owner)?.related.of(toolName) ?? [];
  const listed = [...related].flatMap((one) => findNamed(catalogue, { owner, toolName: one }) ?? []);
  const itself = findNamed(catalogue, { owner, toolName });
  return [...new Set(listed)].filter((tool) => tool !== itself);
}

/** All names that were stated for the tool of one of them. */
function relate(slot: ProviderSlot | undefined, names: readonly string[]): readonly string[] {
  return slot === undefined ? [] : names.flatMap((one) => [...slot.related.of(one)]);
}

const STRICTEST_FIRST: readonly ApprovalMode[] = ['deny', 'ask', 'never'];

/** Of two decisions on approval the stricter. */
export function stricterApproval(a: ApprovalMode, b: ApprovalMode): ApprovalMode {
  return STRICTEST_FIRST.find((mode) => mode === a || mode === b) ?? a;
}

/** What the operator decided of approval: the strictest under any name; of what it was called before only what restricts it. */
export function decideApproval(
  view: Pick<OperatorView, 'approval'>,
  tool: OrganisationSubject,
  catalogue: Catalogue,
): ApprovalMode | undefined {
  const { present, past } = collectDecided(tool, catalogue, (subject) => view.approval(subject));
  return [...present, ...past.filter((mode) => mode !== 'never')].reduce<ApprovalMode | undefined>(
    (a, b) => (a === undefined ? b : stricterApproval(a, b)),
    undefined,
  );
}

/** The highest level that was decided under any of its names. */
export function decideMinimum(
  view: Pick<OperatorView, 'minimumConfidence'>,
  tool: OrganisationSubject,
  catalogue: Catalogue,
): ConfidenceLevel | undefined {
  const { present, past } = collectDecided(tool, catalogue, (subject) => view.minimumConfidence(subject));
  return [...present, ...past].reduce<ConfidenceLevel | undefined>(
    (a, b) => (a === undefined ? b : higherConfidence(a, b)),
    undefined,
  );
}

/** The operator's settings under all its names, those of its own name above the others. */
export function collectSettings(
  view: Pick<OperatorView, 'settings'>,
  tool: OrganisationSubject,
  catalogue: Catalogue,
): JsonObject | undefined {
  return mergeValues(tool, catalogue, (subject) => view.settings(subject));
}

/** The same of the secrets that are set for it, for all bots or as a bot's own. */
export function collectSecrets(
  { secrets }: Pick<OperatorView, 'secrets'>,
  tool: OrganisationSubject,
  { catalogue, bot }: { readonly catalogue: Catalogue; readonly bot?: string },
): JsonObject | undefined {
  return mergeValues(tool, catalogue, (subject) => secrets.ofTool(subject, bot));
}

function mergeValues(
  tool: OrganisationSubject,
  catalogue: Catalogue,
  find: (subject: ToolSubject) => JsonObject | undefined,
): JsonObject | undefined {
  const { present, past } = listSubjects(tool, catalogue);
  const former = past.filter((one) => find(one) !== undefined && !isTaken(one, tool, catalogue));
  const found = [...present, ...former].map(find).filter((values) => values !== undefined);
  return found.length > 1
    ? Object.fromEntries(found.toReversed().flatMap((values) => Object.entries(values)))
    : found[0];
}

/** The tool of an owner's own name in a catalogue. */
function findPlaced(catalogue: Catalogue, owner: string, ownName: string): ListedTool | undefined {
  const named = catalogue.tools.get(ownName);
  if (named !== undefined && named.owner === owner && named.ownName === ownName) return named;
  return catalogue.findExposed(ownName, owner);
}

/** What is known of a tool that is in no catalogue. */
interface UnlistedTool {
  readonly ownName: string;
  readonly state: 'own' | 'left';
  readonly tool: ListedTool | undefined;
  /** All that lead to it. */
  readonly names: readonly string[];
}

function findUnlisted(slot: ProviderSlot, name: string): UnlistedTool | undefined {
  const { own, quarantined, aliases } = namesIn(slot);
  const tool = own.get(name) ?? (quarantined.has(name) ? undefined : aliases.get(name));
  if (tool !== undefined) return { ownName: tool.ownName, state: 'own', tool, names: [] };
  const { listed, known, names } = followNames(slot, name);
  if (listed !== undefined) return { ownName: listed.ownName, state: 'own', tool: listed, names };
  const isOwn = quarantined.has(name) || slot.metadata.has(name);
  if (known !== undefined) {
    const { definition } = known;
    const state = isOwn && definition.name === name ? 'own' : 'left';
    return { ownName: definition.name, state, tool: revive(slot, definition), names };
  }
  return isOwn ? { ownName: name, state: 'own', tool: undefined, names } : undefined;
}

/** One object for each definition, so that it is checked once. */
const revived = new WeakMap<object, ListedTool>();

function revive(
  slot: ProviderSlot,
  definition: { readonly name: string; readonly aliases?: readonly string[] },
): ListedTool {
  const { name, aliases = [] } = definition;
  let tool = revived.get(definition);
  if (tool?.slot !== slot) {
    tool = new ListedTool(name, name, slot, aliases, definition);
    revived.set(definition, tool);
  }
  return tool;
}

function findSlot({ slots }: Catalogue, owner: string): ProviderSlot | undefined {
  return slots.find((slot) => slot.owner === owner);
}
