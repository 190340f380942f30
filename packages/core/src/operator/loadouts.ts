import { isDeepStrictEqual } from 'node:util';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { Actor } from '../contract/actor.js';
import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import type { LoadoutChange, LoadoutChanged } from '../contract/loadout-change.js';
import { createBotError } from '../store/bot-id.js';
import type { Assignment, Bot } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import { findLockedField, keepHiddenFields, lockSubjectOf, requireReadable, requireUnlocked } from './check-locks.js';
import { broughtSecret, copyOverride, keepSecrets, requireFittingOverride } from './check-override.js';
import { findUndo } from './compare-loadouts.js';
import { collectTools, invalidToolName, type KnownTools, requireToolName } from './known-tools.js';
import { type AssignmentFacts, BUILT_IN_OWNER, LoadoutDraft, MAX_POSITION, type ToolNames } from './loadout-draft.js';
import { atChange, type LoadoutStep, readLoadoutChanges } from './loadout-steps.js';
import { type ChangeUnit, createPace, makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { requireBound } from './require-bound.js';
import { isSameOwner } from './same-owner.js';
import { listSecretFields, maskSecrets, SecretMask } from './secret-mask.js';
import { writeLoadout } from './write-loadout.js';

/** How a loadout is changed. */
export interface ChangeLoadoutOptions {
  /** Only while the loadout has this revision. */
  readonly ifRevision?: number;
  /** A field that is taken out of overrides, locked or not. */
  readonly dropped?: string;
}

/** Makes changes of a loadout in their order, all or nothing. See `Host.changeLoadout`. */
export async function changeLoadout(
  parts: OperatorParts,
  actor: Actor,
  botId: string,
  changes: readonly LoadoutChange[],
  { ifRevision, dropped }: ChangeLoadoutOptions = {},
): Promise<LoadoutChanged> {
  if (ifRevision !== undefined && !Number.isSafeInteger(ifRevision)) {
    throw wrongArgument('changeLoadout', 'options.ifRevision', 'a whole number', ifRevision);
  }
  await requireBot(parts.store, botId);
  const tools = await collectTools(parts);
  const steps = await readLoadoutChanges(tools, changes);
  return makeChange(parts, actor, async (unit) => {
    const bot = await requireBot(unit.writer, botId);
    if (ifRevision !== undefined && ifRevision !== bot.loadoutRevision) throw loadoutConflict(bot, ifRevision);
    const made = await makeSteps({ parts, tools, unit, dropped }, bot, steps);
    return {
      revision: (await requireBot(unit.writer, botId)).loadoutRevision,
      changed: made.changed,
      undo: await maskUndo(await findUndo(made.before, [...made.draft.rows.values()], made), tools, unit),
    };
  });
}

/**
 * Assigns tools by name or alias, all or nothing; answers the canonical names. The assignment of a tool that the bot has
 * under an alias is moved to its name: two for one tool would have two overrides.
 */
export async function assignTools(
  parts: OperatorParts,
  actor: Actor,
  botId: string,
  toolNames: readonly string[],
  override?: JsonObject,
): Promise<readonly string[]> {
  await requireBot(parts.store, botId);
  const tools = await collectTools(parts);
  const stated = override === undefined ? {} : { settingsOverride: copyOverride(override) };
  const changes = toolNames.map((tool) => ({ action: 'assign', tool: requireToolName(tool), ...stated }) as const);
  const steps = await readLoadoutChanges(tools, changes);
  await makeChange(parts, actor, async (unit) => {
    await makeSteps({ parts, tools, unit }, await requireBot(unit.writer, botId), steps);
  });
  return steps.flatMap((step) => (step.action === 'assign' ? [step.found.toolName] : []));
}

/** Removes tools by name or alias, under whatever name they were assigned; answers the names that were. */
export async function unassignTools(
  parts: OperatorParts,
  actor: Actor,
  botId: string,
  toolNames: readonly string[],
): Promise<readonly string[]> {
  await requireBot(parts.store, botId);
  const tools = await collectTools(parts);
  const steps = toolNames.map((tool): LoadoutStep => {
    if (typeof tool !== 'string') throw invalidToolName(tool);
    return { action: 'unassign', tool };
  });
  return makeChange(parts, actor, async (unit) => {
    const { removed } = await makeSteps({ parts, tools, unit }, await requireBot(unit.writer, botId), steps);
    return removed;
  });
}

/** A bot that there is. Throws `BOT_UNKNOWN`. */
export async function requireBot(reader: StoreReader, botId: string): Promise<Bot> {
  const bot = await reader.getBot(botId);
  if (bot === undefined) throw createBotError('BOT_UNKNOWN', botId);
  return bot;
}

interface MadeSteps {
  readonly before: readonly Assignment[];
  readonly draft: LoadoutDraft;
  readonly names: ToolNames;
  readonly at: string;
  /** Names of assignments, in the order of their removal. */
  readonly removed: readonly string[];
  /** Canonical names. */
  readonly changed: readonly string[];
}

/** What a change of a loadout is made with. */
export interface LoadoutSurroundings {
  readonly parts: OperatorParts;
  readonly tools: KnownTools;
  readonly unit: ChangeUnit;
  /** A field that is taken out of overrides, locked or not. */
  readonly dropped?: string | undefined;
}

/** Makes steps on a bot's loadout, and writes what differs after them. */
export async function makeSteps(
  around: LoadoutSurroundings,
  bot: Bot,
  steps: readonly LoadoutStep[],
): Promise<MadeSteps> {
  const { tools, unit } = around;
  const names = tools.catalogue;
  const before = await unit.writer.listAssignments(bot.id);
  const draft = new LoadoutDraft(before, names, unit.at);
  const removed: string[] = [];
  const mask = new SecretMask(tools);
  const pace = createPace();
  for (const [index, step] of steps.entries()) {
    await atChange(index, () => makeStep({ ...around, step, bot: bot.id, draft, removed, mask }));
    await pace();
    // A place beyond could not be named by what undoes the change.
    if (draft.lastPosition > MAX_POSITION) throw noPlace(bot.id, step.tool);
  }
  const definitions = steps.flatMap((step) => ('found' in step ? [step.found] : []));
  const changes = await writeLoadout(unit, bot.id, { before, after: draft.rows, mask, definitions });
  const rows = new Map([...before.map((row) => [row.toolName, row] as const), ...draft.rows]);
  const changed = [...new Set(changes.map((name) => nameOfTool(name, rows.get(name), names)))];
  return { before, draft, names, at: unit.at, removed: [...new Set(removed)], changed };
}

interface StepInput extends LoadoutSurroundings {
  readonly step: LoadoutStep;
  readonly bot: string;
  readonly draft: LoadoutDraft;
  readonly removed: string[];
  readonly mask: SecretMask;
}

async function makeStep(input: StepInput): Promise<void> {
  const { step, draft, removed, mask, unit } = input;
  switch (step.action) {
    case 'assign': {
      const { found, isStated, settingsOverride, position } = step;
      const known = isStated ? draft.get(found.toolName) : draft.find(found.toolName);
      const isOthers = known !== undefined && known.owner !== found.owner;
      // One name further the older one would lead nowhere.
      const isOlder = known !== undefined && !isOthers && !isStated && known.toolName !== found.toolName;
      const toolName = known === undefined || isOlder ? found.toolName : known.toolName;
      if (isOthers && !isStated && found.owner !== BUILT_IN_OWNER) {
        // The bot has that name from somebody else: taking the new owner for him is a decision of its own.
        if (settingsOverride !== undefined || position !== undefined) throw ownerChanged(known, found.owner);
        return;
      }
      // What was meant for another owner's tool is not for this one.
      const before = isOthers && isStated ? null : (known?.settingsOverride ?? null);
      const stated =
        settingsOverride === undefined || settingsOverride === null
          ? settingsOverride
          : keepSecrets(
              (await mask.settingsOf({ ...found, toolName }, unit.writer)).secrets,
              toolName,
              settingsOverride,
              before,
            );
      const override = stated === undefined ? before : await keepLocked(input, { ...found, toolName }, stated, before);
      if (isOlder) draft.rename(known.toolName, toolName);
      await putAs(input, known, toolName, { ...found, settingsOverride: override });
      if (position !== undefined) draft.place(toolName, position);
      return;
    }
    case 'unassign':
      for (const { toolName } of draft.findAll(step.tool)) {
        draft.remove(toolName);
        removed.push(toolName);
      }
      return;
    case 'override': {
      const row = requireAssignment(draft, step.tool);
      const { toolName, settingsOverride: before } = row;
      const settings = await mask.settingsOf(row, unit.writer);
      const stated = keepSecrets(settings.secrets, toolName, step.settingsOverride, before);
      const override = await keepLocked(input, row, stated, before);
      if (stated !== null) requireFittingOverride(settings, toolName, stated);
      draft.put(toolName, { ...row, settingsOverride: override });
      return;
    }
    case 'move':
      draft.place(requireAssignment(draft, step.tool).toolName, step.position);
      return;
    case 'accept': {
      const row = draft.get(step.tool) ?? requireAssignment(draft, step.found.toolName);
      await requireBoundSuccessor(input, row.owner, step.found.toolName);
      await putAs(input, row, row.toolName, { ...step.found, settingsOverride: row.settingsOverride });
      return;
    }
  }
}

/** What the organisation says of the old owner's tool has to hold for the new one's. */
async function requireBoundSuccessor({ parts, tools }: LoadoutSurroundings, from: string, name: string): Promise<void> {
  const listed = tools.catalogue.find(name);
  if (listed === undefined || listed.owner === from) return;
  const formerOwners = parts.registry.formerOwners(from);
  requireBound(await parts.view(), { catalogue: tools.catalogue, formerOwners }, from, listed);
}

/**
 * An override as it is kept where the organisation has locked fields of it: nobody changes one, and one that is left out
 * stays, hidden, unless it is `dropped` by its name, or the whole override is. Throws `SETTING_LOCKED`.
 */
async function keepLocked(
  { parts, tools, dropped }: Pick<StepInput, 'parts' | 'tools' | 'dropped'>,
  row: { readonly toolName: string; readonly owner: string },
  override: JsonObject | null,
  before: JsonObject | null,
): Promise<JsonObject | null> {
  const view = await parts.view();
  if (!isDeepStrictEqual(override, before)) requireReadable(view, { tool: row.toolName });
  if (override === null) return null;
  const tool = lockSubjectOf(tools, row);
  const field = findLockedField(view, tool, override, before);
  if (field !== undefined) requireUnlocked(view, tool, field);
  const { [dropped ?? '']: _, ...rest } = before ?? {};
  return keepHiddenFields(view, tool, override, rest);
}

/** Assigns a tool from an owner. What was set for another one is no secret of this one's, or is refused. */
async function putAs(
  { parts, draft, mask, unit, bot }: StepInput,
  before: Assignment | undefined,
  tool: string,
  facts: AssignmentFacts,
): Promise<void> {
  const { owner, settingsOverride } = facts;
  if (settingsOverride !== null && before !== undefined && !isSameOwner(parts, before.owner, owner)) {
    const { secrets } = await mask.settingsOf({ ...facts, toolName: tool }, unit.writer);
    const [field] = listSecretFields(secrets, settingsOverride);
    if (field !== undefined) throw broughtSecret({ bot, tool, field, owner });
  }
  draft.put(tool, facts);
}

function noPlace(bot: string, tool: string): LoadoutError {
  return new LoadoutError(
    'LOADOUT_CHANGE_INVALID',
    `There is no place behind ${MAX_POSITION}, and "${tool}" needs one in the loadout of "${bot}", or another tool does that ` +
      'has to move up. Move the last tool to a lower place first.',
    { details: { bot, tool } },
  );
}

function ownerChanged({ toolName, owner }: Assignment, newOwner: string): LoadoutError {
  return new LoadoutError(
    'LOADOUT_CHANGE_INVALID',
    `"${toolName}" was assigned from ${owner}, and is ${newOwner}'s now. Accept that owner first.`,
    { details: { tool: toolName, owner, newOwner } },
  );
}

/** The name of the tool that an assignment stands for. */
function nameOfTool(name: string, row: Assignment | undefined, names: ToolNames): string {
  return (row === undefined ? undefined : names.findAssigned(row)?.name) ?? name;
}

function requireAssignment(draft: LoadoutDraft, name: string): Assignment {
  const row = draft.find(name);
  if (row !== undefined) return row;
  throw new LoadoutError('LOADOUT_CHANGE_INVALID', `The bot does not have the tool "${name}". Assign it first.`, {
    details: { tool: name },
  });
}

async function maskUndo(
  undo: readonly LoadoutChange[],
  tools: KnownTools,
  { writer }: ChangeUnit,
): Promise<readonly LoadoutChange[]> {
  const mask = new SecretMask(tools);
  const masked: LoadoutChange[] = [];
  for (const change of undo) {
    if (change.action !== 'assign' || !change.settingsOverride) {
      masked.push(change);
      continue;
    }
    const { tool, owner = '', definitionHash = null, settingsOverride } = change;
    const { secrets } = await mask.settingsOf({ toolName: tool, owner, definitionHash }, writer);
    masked.push({ ...change, settingsOverride: maskSecrets(secrets, settingsOverride) });
  }
  return masked;
}

function loadoutConflict(bot: Bot, ifRevision: number): LoadoutError {
  return new LoadoutError(
    'LOADOUT_CONFLICT',
    `The loadout of "${bot.id}" has revision ${bot.loadoutRevision}, and the change was made for revision ${ifRevision}. ` +
      'Read it again, then apply the change.',
    { details: { botId: bot.id, revision: bot.loadoutRevision, ifRevision } },
  );
}
