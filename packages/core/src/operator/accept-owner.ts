import { describeValue } from '../catalogue/describe-value.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { Actor } from '../contract/actor.js';
import { LoadoutError } from '../contract/errors.js';
import { formatToolSubject, parseToolSubject } from '../contract/tool-subject.js';
import type { OwnerAccepted } from '../host-interface.js';
import { nearestWord } from '../schema/nearest-word.js';
import type { Assignment } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import { broughtSecret, broughtSetting } from './check-override.js';
import { describeDecision } from './decision-operations.js';
import { describeListed, type FoundTool } from './find-tool.js';
import { collectTools, findSubject, type KnownTools } from './known-tools.js';
import { BUILT_IN_OWNER } from './loadout-draft.js';
import { type ChangeUnit, letOthersRun, makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { listSecretFields, maskForLog, SecretMask } from './secret-mask.js';
import { keepDefinitions } from './write-loadout.js';

/** After so many bots the process may do other things. */
const BOTS_AT_ONCE = 5;

/** An owner that gives its tools to another. */
export interface Handover {
  readonly from: string;
  readonly to: string;
  /** The new one says that it is the old one: also what is not listed now moves. */
  readonly isFormerly: boolean;
  /** Only these, by the old owner's own names for them. Absent: all. */
  readonly tools?: ReadonlySet<string>;
}

/** Takes one owner for another, for every bot; see `Host.owners`. Throws `OWNER_UNKNOWN`. */
export async function acceptOwner(
  parts: OperatorParts,
  actor: Actor,
  oldOwner: string,
  newOwner: string,
): Promise<OwnerAccepted> {
  const tools = await collectTools(parts);
  const isFormerly = parts.registry.formerOwners(newOwner).includes(oldOwner);
  return makeChange(parts, actor, async (unit) => {
    const owners = await listOwners(unit.writer);
    const handovers = findHandovers(parts, [...owners], { from: oldOwner, to: newOwner, isFormerly });
    if (!handovers.some(({ from }) => owners.has(from))) throw unknownOwner(oldOwner, owners, 'has a tool');
    requireLister(tools, newOwner, isFormerly);
    const moved: Moved = { names: new Set(), bots: new Set() };
    const mask = new SecretMask(tools);
    let settings = 0;
    let decisions = 0;
    for (const handover of handovers.filter(({ from, to }) => from !== to)) {
      await moveAssignments(unit, handover, { tools, mask, moved });
      settings += await moveSettings(unit, tools, handover);
      decisions += await moveDecisions(unit, tools, handover);
    }
    return { tools: [...moved.names].sort(), bots: [...moved.bots].sort(), settings, decisions, isFormerly };
  });
}

/** All owners that something is kept of. */
async function listOwners(reader: StoreReader): Promise<ReadonlySet<string>> {
  const owners = new Set((await reader.listAssignedTools()).map(({ owner }) => owner));
  for (const { owner } of await reader.listToolSettings()) owners.add(owner);
  for (const { subject } of await reader.listDecisions()) owners.add(parseToolSubject(subject)?.owner ?? '');
  owners.delete('');
  return owners;
}

/** A companion that was renamed hands over what each of its providers had. */
function findHandovers({ registry }: OperatorParts, owners: readonly string[], stated: Handover): readonly Handover[] {
  const { from, to, isFormerly } = stated;
  if (!isFormerly) return [stated];
  const providers = owners
    .filter((owner) => owner.startsWith(`${from}/`))
    .map((owner) => ({ from: owner, to: `${to}${owner.slice(from.length)}`, isFormerly }))
    .filter((one) => registry.formerOwners(one.to).includes(one.from));
  return [stated, ...providers];
}

function requireLister({ catalogue }: KnownTools, owner: string, isFormerly: boolean): void {
  const owners = new Set(catalogue.slots.map((slot) => slot.owner));
  // Who says what it was is known, whatever it lists.
  if (isFormerly || owner === BUILT_IN_OWNER || owners.has(owner)) return;
  throw unknownOwner(owner, owners, 'lists tools');
}

function unknownOwner(owner: string, known: ReadonlySet<string>, what: 'has a tool' | 'lists tools'): LoadoutError {
  const nearest = nearestWord(owner, known);
  const fact = what === 'has a tool' ? 'No bot has a tool of' : 'Nobody lists tools as';
  const hint = nearest === undefined ? 'Name the owners as they are shown.' : `Did you mean "${nearest}"?`;
  return new LoadoutError('OWNER_UNKNOWN', `${fact} ${describeValue(owner)}. ${hint}`, { details: { owner, nearest } });
}

interface Moved {
  readonly names: Set<string>;
  readonly bots: Set<string>;
}

interface AssignmentMove {
  readonly tools: KnownTools;
  readonly mask: SecretMask;
  readonly moved: Moved;
}

async function moveAssignments(
  unit: ChangeUnit,
  handover: Handover,
  { tools, mask, moved }: AssignmentMove,
): Promise<void> {
  const { writer } = unit;
  const found = new Map<string, FoundTool | undefined>();
  const bots = new Set<string>();
  for (const { toolName, owner } of await writer.listAssignedTools()) {
    if (owner !== handover.from) continue;
    const listed = tools.catalogue.find(toolName);
    const isListed = listed?.owner === handover.to;
    if (!isListed && !handover.isFormerly) continue;
    found.set(toolName, isListed ? describeListed(listed, tools.checker) : undefined);
    for (const bot of await writer.listBotsWithTool(toolName, owner)) bots.add(bot);
  }
  const accepted = [...found.values()].flatMap((tool) => tool ?? []);
  let count = 0;
  for (const bot of bots) {
    const rows = await writer.listAssignments(bot);
    const taken = rows
      .filter(({ toolName, owner }) => owner === handover.from && found.has(toolName))
      .map((row) => handOver(row, handover.to, found.get(row.toolName), unit.at));
    if (taken.length === 0) continue;
    if (!isOneOwner(handover)) await requireNoSecrets(bot, taken, mask, writer);
    await writer.putAssignments(bot, taken);
    if (count === 0) await keepDefinitions(unit, accepted);
    for (const { toolName } of taken) {
      moved.names.add(toolName);
      unit.changes.push(describeHandover(bot, toolName, handover));
    }
    moved.bots.add(bot);
    count += 1;
    if (count % BOTS_AT_ONCE === 0) await letOthersRun();
  }
}

/** What the new owner gets is what it had already, under another name or as a tool of the host's own. */
function isOneOwner({ to, isFormerly }: Handover): boolean {
  return isFormerly || to === BUILT_IN_OWNER;
}

/** What was set for the old owner is no secret of the new one's. Throws `SETTING_SECRET`. */
async function requireNoSecrets(
  bot: string,
  rows: readonly Assignment[],
  mask: SecretMask,
  reader: StoreReader,
): Promise<void> {
  for (const row of rows) {
    if (row.settingsOverride === null) continue;
    const [field] = listSecretFields((await mask.settingsOf(row, reader)).secrets, row.settingsOverride);
    if (field !== undefined) throw broughtSecret({ bot, tool: row.toolName, field, owner: row.owner });
  }
}

function handOver(row: Assignment, owner: string, found: FoundTool | undefined, at: string): Assignment {
  const now = found === undefined ? {} : { label: found.label, definitionHash: found.definitionHash };
  return { ...row, ...now, owner, isBuiltIn: owner === BUILT_IN_OWNER, updatedAt: at };
}

function describeHandover(bot: string | null, tool: string, { from, to }: Handover) {
  return { action: 'owner-accepted', bot, tool, subject: to, before: { owner: from }, after: { owner: to } } as const;
}

/** What the new owner calls a tool of the old one; undefined where it has none. */
function findSuccessor(
  { catalogue }: KnownTools,
  toolName: string,
  { from, to, isFormerly, tools }: Handover,
): { readonly toolName: string; readonly name: string } | undefined {
  const isOf = (listed: ListedTool | undefined): listed is ListedTool => listed?.owner === to;
  if (tools !== undefined && !tools.has(toolName)) return undefined;
  // Bots may have had it under the operator's name, and it may have an older one.
  const candidates = [
    catalogue.find(toolName),
    catalogue.findExposed(toolName, to),
    catalogue.find(catalogue.ownName(from, toolName)),
  ];
  const listed = candidates.find(isOf);
  if (listed !== undefined) return { toolName: listed.ownName, name: listed.name };
  return isFormerly ? { toolName, name: toolName } : undefined;
}

/**
 * The new owner's own settings stay: somebody set them for it. So do the old one's while it has the tool under another
 * name. Answers how many settings moved, or went because the new owner has its own.
 */
export async function moveSettings(
  { writer, at, changes }: ChangeUnit,
  tools: KnownTools,
  handover: Handover,
): Promise<number> {
  let moved = 0;
  const mask = new SecretMask(tools);
  const settings = await writer.listToolSettings();
  for (const { owner, toolName, field, value } of settings) {
    const successor = owner === handover.from ? findSuccessor(tools, toolName, handover) : undefined;
    if (successor === undefined) continue;
    const subject = { owner: handover.to, toolName: successor.toolName };
    const hasOwn = settings.some(
      (one) => one.owner === subject.owner && one.toolName === subject.toolName && one.field === field,
    );
    const known = mask.settingsOfSubject(subject);
    if (!hasOwn && known.secrets.has(field) && !isOneOwner(handover)) {
      throw broughtSetting({ from: { owner, toolName }, to: handover.to, field });
    }
    const shown = maskForLog(known, field, value);
    const change = { bot: null, tool: successor.name, subject: field } as const;
    const isGone = findSubject(tools, { owner, toolName }) === undefined;
    if (isGone || !hasOwn) moved += 1;
    if (isGone) {
      await writer.deleteToolSetting(owner, toolName, field);
      changes.push({ ...change, action: 'setting-unset', before: { owner, value: shown }, after: null });
    }
    if (hasOwn) continue;
    await writer.putToolSetting({ ...subject, field, value, updatedAt: at });
    changes.push({ ...change, action: 'setting-set', before: null, after: { owner: subject.owner, value: shown } });
  }
  return moved;
}

/** The same for decisions. A built-in is never given another name by itself: bots would lose it. */
export async function moveDecisions(
  { writer, at, changes }: ChangeUnit,
  tools: KnownTools,
  handover: Handover,
): Promise<number> {
  let count = 0;
  const decisions = await writer.listDecisions();
  for (const { kind, subject, value } of decisions) {
    const tool = parseToolSubject(subject);
    if (tool === undefined || tool.owner !== handover.from) continue;
    if (kind === 'expose-as' && handover.to === BUILT_IN_OWNER) continue;
    const successor = findSuccessor(tools, tool.toolName, handover);
    if (successor === undefined) continue;
    const moved = formatToolSubject({ owner: handover.to, toolName: successor.toolName });
    const log = { kind, tool: successor.name };
    const isGone = findSubject(tools, tool) === undefined;
    const hasOwn = decisions.some((one) => one.kind === kind && one.subject === moved);
    if (isGone || !hasOwn) count += 1;
    if (isGone) {
      await writer.deleteDecision(kind, subject);
      changes.push(describeDecision('decision-unset', { ...log, subject, before: value, after: null }));
    }
    if (hasOwn) continue;
    await writer.putDecision({ kind, subject: moved, value, updatedAt: at });
    changes.push(describeDecision('decision-set', { ...log, subject: moved, before: null, after: value }));
  }
  return count;
}
