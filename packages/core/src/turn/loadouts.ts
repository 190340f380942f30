import { describeValue } from '../catalogue/describe-value.js';
import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { localize } from '../catalogue/localized-text.js';
import type { Collected, ToolProviderRegistry } from '../catalogue/tool-provider-registry.js';
import { describeError } from '../companions/guard.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import { TOOL_NAME_PATTERN } from '../contract/definition.js';
import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import { JsonCopier } from '../schema/copy-json.js';
import { nearestWord } from '../schema/nearest-word.js';
import { parseSettingsSchema, resolveSettings } from '../settings/settings-schema.js';
import type { NewAssignment, Store } from '../store/records.js';

/** What loadouts are changed with. */
export interface LoadoutParts {
  readonly store: Store;
  readonly registry: ToolProviderRegistry;
  readonly loadChecker: () => Promise<SchemaChecker>;
}

/**
 * Assigns tools by name or alias, all or nothing; answers the canonical names. A tool that the bot has under an alias
 * keeps that assignment: two for one tool would have two overrides.
 */
export async function assignTools(
  parts: LoadoutParts,
  botId: string,
  toolNames: readonly string[],
  override: JsonObject | undefined,
): Promise<readonly string[]> {
  await requireBot(parts.store, botId);
  const collected = await parts.registry.collect();
  const checker = await parts.loadChecker();
  const settingsOverride = override === undefined ? undefined : copyOverride(override);
  const { catalogue } = collected;
  const assigned = await parts.store.listAssignments(botId);
  const assignments: NewAssignment[] = [];
  const names: string[] = [];
  for (const typed of toolNames) {
    const found = await describeAssignment(collected, checker, requireToolName(typed));
    const name = found.assignment.toolName;
    requireFittingOverride(found.definition, name, settingsOverride);
    const known = assigned.find(({ toolName }) => catalogue.canonicalName(toolName) === catalogue.canonicalName(name));
    const override = settingsOverride === undefined ? {} : { settingsOverride };
    assignments.push({ ...found.assignment, toolName: known?.toolName ?? name, ...override });
    names.push(name);
  }
  await parts.store.assign(botId, assignments);
  return names;
}

/** Removes tools by name or alias, under whatever name they were assigned; answers the names that were. */
export async function unassignTools(
  { store, registry }: LoadoutParts,
  botId: string,
  toolNames: readonly string[],
): Promise<readonly string[]> {
  await requireBot(store, botId);
  const { catalogue } = await registry.collect();
  for (const name of toolNames) if (typeof name !== 'string') throw invalidName(name);
  const assigned = (await store.listAssignments(botId)).map((assignment) => assignment.toolName);
  const names = toolNames.flatMap((typed) => {
    const canonical = catalogue.canonicalName(typed);
    return assigned.filter((name) => catalogue.canonicalName(name) === canonical);
  });
  return store.unassign(botId, [...new Set(names)]);
}

interface FoundTool {
  readonly assignment: NewAssignment;
  readonly definition: FrozenDefinition['definition'] | undefined;
}

/** A listed tool, or one that its provider still knows while it is off. */
async function describeAssignment(collected: Collected, checker: SchemaChecker, name: string): Promise<FoundTool> {
  const listed = collected.catalogue.find(name);
  if (listed !== undefined) return describeListed(listed, checker);
  // An alias of a tool that is off is that tool, for as long as its list is remembered.
  for (const toolName of new Set([collected.catalogue.canonicalName(name), name])) {
    const slot = await findRecogniser(collected, toolName);
    if (slot === undefined) continue;
    const ownName = collected.catalogue.ownName(slot.owner, toolName);
    const label = localize(slot.metadata.get(ownName)?.label, 'en', toolName);
    return { assignment: { toolName, owner: slot.owner, label, definitionHash: null }, definition: undefined };
  }
  throw unknownTool(name, [...collected.catalogue.tools.keys()]);
}

function describeListed(listed: ListedTool, checker: SchemaChecker): FoundTool {
  const checked = listed.check(checker);
  const definition = 'reason' in checked ? undefined : checked.definition;
  const label = definition?.label ?? listed.slot.metadata.get(listed.ownName)?.label;
  return {
    assignment: {
      toolName: listed.name,
      owner: listed.owner,
      label: localize(label, 'en', listed.name),
      definitionHash: 'reason' in checked ? null : checked.hash,
    },
    definition,
  };
}

async function findRecogniser({ roster, catalogue }: Collected, name: string): Promise<ProviderSlot | undefined> {
  const labelled = catalogue.slots.find(
    ({ owner, metadata }) => metadata.has(catalogue.ownName(owner, name)) && catalogue.mayRecognise(owner, name),
  );
  if (labelled !== undefined) return labelled;
  for (const [index, slot] of roster.slots.entries()) {
    const source = roster.sources[index];
    if (source === undefined || !catalogue.mayRecognise(slot.owner, name)) continue;
    try {
      const provider = await slot.instance(source);
      if (await provider.provides(catalogue.ownName(slot.owner, name))) return slot;
    } catch {
      // Among the companion's problems already; the next provider is asked.
    }
  }
  return undefined;
}

async function requireBot(store: Store, botId: string): Promise<void> {
  if ((await store.getBot(botId)) === undefined) throw unknownBot(botId);
}

/** The error for a bot that does not exist. */
export function unknownBot(botId: string): LoadoutError {
  return new LoadoutError('BOT_UNKNOWN', `There is no bot "${botId}". Add it, or list the bots.`, {
    details: { botId },
  });
}

function requireToolName(name: unknown): string {
  if (typeof name === 'string' && TOOL_NAME_PATTERN.test(name)) return name;
  throw invalidName(name);
}

function invalidName(name: unknown): LoadoutError {
  return new LoadoutError(
    'TOOL_NAME_INVALID',
    `${describeValue(name)} is no tool name. Use 1 to 64 letters, digits, "_" or "-", and begin with a letter or "_".`,
    { details: { name } },
  );
}

function unknownTool(name: string, known: readonly string[]): LoadoutError {
  const nearest = nearestWord(name, known);
  const hint =
    nearest === undefined
      ? 'List the tools; a companion that should bring it may have failed.'
      : `Did you mean "${nearest}"?`;
  return new LoadoutError('TOOL_UNKNOWN', `No tool has the name "${name}". ${hint}`, { details: { name, nearest } });
}

function copyOverride(override: JsonObject): JsonObject {
  try {
    const copy = new JsonCopier({ maxCharacters: 1_000_000 }).copy(override, 'settingsOverride');
    if (typeof copy === 'object' && copy !== null && !Array.isArray(copy)) return copy as JsonObject;
  } catch (cause) {
    throw invalidOverride(`It has to be plain JSON: ${describeError(cause)}`, cause);
  }
  throw invalidOverride('It has to be an object.');
}

function requireFittingOverride(
  definition: FrozenDefinition['definition'] | undefined,
  toolName: string,
  override: JsonObject | undefined,
): void {
  if (override === undefined || definition?.settingsSchema === undefined) return;
  const schema = parseSettingsSchema(definition.settingsSchema);
  if ('reason' in schema) return;
  const { problems } = resolveSettings(schema, [override]);
  // What an override leaves out comes from lower layers; only what it says can be wrong.
  const problem = problems.find(({ code }) => code !== 'missing');
  if (problem !== undefined) throw invalidOverride(`"${toolName}": ${problem.message}`);
}

function invalidOverride(problem: string, cause?: unknown): LoadoutError {
  return new LoadoutError('TOOL_SETTINGS_INVALID', `The override does not fit. ${problem}`, { cause });
}
