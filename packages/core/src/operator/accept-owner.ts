import type { Catalogue } from '../catalogue/catalogue.js';
import { describeValue } from '../catalogue/describe-value.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { Actor } from '../contract/actor.js';
import { LoadoutError } from '../contract/errors.js';
import { parseToolSubject } from '../contract/tool-subject.js';
import type { AcceptOwnerOptions, OwnerAccepted } from '../host-interface.js';
import { nearestWord } from '../schema/nearest-word.js';
import type { Assignment } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import type { OperatorView } from '../turn/operator-view.js';
import { broughtSecret } from './check-override.js';
import { describeListed, type FoundTool } from './find-tool.js';
import {
  findOwn,
  type Handover,
  isOneOwner,
  moveDecisions,
  moveInstructions,
  moveSecrets,
  moveSettings,
} from './handover.js';
import { listToolSecrets } from './kept-secrets.js';
import { collectTools, type KnownTools } from './known-tools.js';
import { BUILT_IN_OWNER } from './loadout-draft.js';
import { requireLookedAt } from './loadout-steps.js';
import { type ChangeUnit, letOthersRun, makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { requireBound } from './require-bound.js';
import { listSecretFields, SecretMask } from './secret-mask.js';
import { keepDefinitions } from './write-loadout.js';

/** After so many bots the process may do other things. */
const BOTS_AT_ONCE = 5;

/** Takes one owner for another, for every bot; see `Host.owners`. Throws `OWNER_UNKNOWN`. */
export async function acceptOwner(
  parts: OperatorParts,
  actor: Actor,
  {
    oldOwner,
    newOwner,
    definitions,
  }: { readonly oldOwner: string; readonly newOwner: string } & Pick<Definitions, 'definitions'>,
): Promise<OwnerAccepted> {
  for (const [name, owner] of Object.entries({ oldOwner, newOwner })) {
    if (typeof owner !== 'string') throw wrongArgument('owners.accept', name, 'a text', owner);
  }
  const tools = await collectTools(parts);
  const isFormerly = parts.registry.formerOwners(newOwner).includes(oldOwner);
  return makeChange(parts, actor, async (unit) => {
    const owners = await listOwners(unit.writer, isFormerly);
    const handovers = findHandovers(parts, [...owners], { from: oldOwner, to: newOwner, isFormerly });
    if (!handovers.some(({ from }) => owners.has(from))) throw unknownOwner(oldOwner, owners, 'has a tool');
    requireLister(tools, newOwner, isFormerly);
    const moved: Moved = { names: new Set(), bots: new Set() };
    const mask = new SecretMask(tools);
    let settings = 0;
    let decisions = 0;
    const rules = await listRules(unit.writer);
    for (const stated of handovers.filter(({ from, to }) => from !== to)) {
      requireAllBound(parts, await parts.view(), tools, stated);
      const handover = { ...stated, exposed: findExposedNames(rules, stated) };
      await moveAssignments(unit, handover, { tools, mask, moved, definitions });
      settings += await moveSettings(unit, tools, handover);
      settings += await moveSecrets(unit, tools, handover);
      decisions += await moveDecisions(unit, tools, handover);
      if (handover.isFormerly) decisions += await moveInstructions(unit, tools, handover);
    }
    return { tools: [...moved.names].sort(), bots: [...moved.bots].sort(), settings, decisions, isFormerly };
  });
}

/** All owners that something is kept of which moves. */
async function listOwners(reader: StoreReader, isFormerly: boolean): Promise<ReadonlySet<string>> {
  const owners = new Set((await reader.listAssignedTools()).map(({ owner }) => owner));
  for (const { owner } of await reader.listToolSettings()) owners.add(owner);
  for (const { subject } of await listToolSecrets({ writer: reader })) owners.add(subject.tool.owner);
  for (const { kind, subject } of await reader.listDecisions())
    owners.add(isFormerly && kind === 'instructions-allowed' ? subject : (parseToolSubject(subject)?.owner ?? ''));
  owners.delete('');
  return owners;
}

type Rules = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The decisions of `expose-as`, by owner and own name. */
async function listRules(reader: StoreReader): Promise<Rules> {
  const rules = new Map<string, Map<string, string>>();
  for (const { kind, subject, value } of await reader.listDecisions()) {
    const tool = kind === 'expose-as' ? parseToolSubject(subject) : undefined;
    if (tool === undefined || typeof value !== 'string') continue;
    const names = rules.get(tool.owner) ?? new Map<string, string>();
    rules.set(tool.owner, names.set(tool.toolName, value));
  }
  return rules;
}

/** A name that the operator gave to the new owner's tool himself stays. */
function findExposedNames(rules: Rules, { from, to }: Handover): ReadonlyMap<string, string> {
  const own = rules.get(to);
  return new Map([...(rules.get(from) ?? [])].filter(([name, as]) => (own?.get(name) ?? as) === as));
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

/** What the organisation says of the old one's tools has to hold for the new one's. */
function requireAllBound(
  { registry }: OperatorParts,
  view: OperatorView,
  { catalogue }: KnownTools,
  { from, to }: Handover,
): void {
  const around = { catalogue, formerOwners: registry.formerOwners(from) };
  for (const listed of catalogue.tools.values()) if (listed.owner === to) requireBound(view, around, from, listed);
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

interface Definitions {
  /** What was looked at, by the names of the tools; undefined: whatever there is. */
  readonly definitions: AcceptOwnerOptions['definitions'];
}

interface AssignmentMove extends Definitions {
  readonly tools: KnownTools;
  readonly mask: SecretMask;
  readonly moved: Moved;
}

/** Whether a bot has the tool under its name already: under an alias of it an assignment would be seen no more. */
function isThere(toolName: string, tool: FoundTool | undefined, names: ReadonlySet<string>): boolean {
  return tool !== undefined && tool.toolName !== toolName && names.has(tool.toolName);
}

async function moveAssignments(
  unit: ChangeUnit,
  handover: Handover,
  { tools, mask, moved, definitions }: AssignmentMove,
): Promise<void> {
  const { writer } = unit;
  const found = new Map<string, FoundTool | undefined>();
  const bots = new Set<string>();
  for (const { toolName, owner } of await writer.listAssignedTools()) {
    if (owner !== handover.from) continue;
    const listed = findTaken(tools.catalogue, toolName, handover);
    if (listed === undefined && !handover.isFormerly) continue;
    found.set(toolName, listed && describeListed(listed, tools.checker));
    for (const bot of await writer.listBotsWithTool(toolName, owner)) bots.add(bot);
  }
  const accepted = [...found.values()].flatMap((tool) => tool ?? []);
  let count = 0;
  for (const bot of bots) {
    const rows = await writer.listAssignments(bot);
    const names = new Set(rows.map(({ toolName }) => toolName));
    const taken = rows
      .filter(({ toolName, owner }) => owner === handover.from && found.has(toolName))
      .filter(({ toolName }) => handover.isFormerly || !isThere(toolName, found.get(toolName), names))
      .map((row) => handOver(row, handover.to, found.get(row.toolName), unit.at));
    if (taken.length === 0) continue;
    if (definitions !== undefined) requireAllSeen(taken, found, definitions);
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

/** The new owner's tool of a name that bots have, or will have once the operator's rule for the old one is its own. */
function findTaken(catalogue: Catalogue, name: string, { to, exposed }: Handover): ListedTool | undefined {
  const listed = catalogue.find(name);
  if (listed !== undefined) return listed.owner === to ? listed : undefined;
  const [ownName] = [...(exposed ?? [])].find(([, as]) => as === name) ?? [];
  return ownName === undefined ? undefined : findOwn(catalogue, to, ownName);
}

/** Throws `DEFINITION_CONFLICT` where a tool that is taken has another definition than the one that was looked at. */
function requireAllSeen(
  rows: readonly Assignment[],
  found: ReadonlyMap<string, FoundTool | undefined>,
  definitions: NonNullable<AcceptOwnerOptions['definitions']>,
): void {
  for (const { toolName } of rows) {
    const tool = found.get(toolName);
    // What nobody lists at present has nothing to be looked at.
    if (tool === undefined) continue;
    const seen = Object.hasOwn(definitions, tool.toolName) ? definitions[tool.toolName] : 'not looked at';
    requireLookedAt(tool, { definitionHash: seen });
  }
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
