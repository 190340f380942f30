import { describeValue } from '../catalogue/describe-value.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { LoadoutError } from '../contract/errors.js';
import type { ExplainedSettings } from '../contract/explained-setting.js';
import type { JsonValue } from '../contract/json.js';
import { isBlank } from '../settings/settings-value.js';
import type { Assignment } from '../store/records.js';
import { judgeConfiguration } from '../turn/check-configuration.js';
import { mergeToolSettings } from '../turn/resolve-tool-settings.js';
import { listSettingsLayers, type SettingsLayer } from '../turn/settings-layers.js';
import { isSameTool, nameAssigned } from '../turn/tool-names.js';
import { viewForAssignment } from '../turn/view-for-assignment.js';
import { definitionOf, type KnownTools } from './known-tools.js';
import { requireBot } from './loadouts.js';
import type { OperatorParts } from './operator-parts.js';

/** A tool, and whose settings of it: a bot's, or those of all. */
interface ToolOf {
  readonly listed: ListedTool;
  readonly botId: string | null;
}

/** The layers of a tool's settings, for a bot or for all. Throws `BOT_UNKNOWN`. */
export async function collectLayers(
  parts: OperatorParts,
  tools: KnownTools,
  { listed, botId }: ToolOf,
): Promise<{ readonly row: Assignment | undefined; readonly layers: readonly SettingsLayer[] }> {
  const { catalogue } = tools;
  const row = botId === null ? undefined : await findAssignment(parts, botId, listed, tools);
  const view = await parts.view();
  const layers = listSettingsLayers({
    listed,
    catalogue,
    view: row === undefined ? view : viewForAssignment(view, row, { listed, catalogue }),
    operator: parts.settings,
    ...(botId === null ? {} : { bot: { id: botId, override: row?.settingsOverride ?? null } }),
  });
  return { row, layers };
}

async function findAssignment(
  { store }: OperatorParts,
  botId: string,
  tool: ListedTool,
  { catalogue }: Pick<KnownTools, 'catalogue'>,
): Promise<Assignment | undefined> {
  await requireBot(store, botId);
  // Another owner's override is not this tool's until the owner is accepted.
  const rows = (await store.listAssignments(botId)).filter((row) => {
    const listed = catalogue.findAssigned(row);
    if (listed === undefined) return isSameTool(nameAssigned(catalogue, row), tool);
    return listed.name === tool.name && (listed.owner === row.owner || listed.owner === 'builtin');
  });
  // Of two assignments of one tool a turn takes the one of its name.
  return rows.find(({ toolName }) => toolName === tool.name) ?? rows[0];
}

/**
 * What the implementation says of what fits the schema. What does not, the fields say: then it is heard as far as it names
 * fields that are there, so that nothing wrong waits for a required setting to be told.
 */
export async function findOwnProblems(
  input: Parameters<typeof mergeToolSettings>[0],
): Promise<ExplainedSettings['problems']> {
  const { config, secrets, problems, lacking } = mergeToolSettings(input, () => undefined);
  const found = await judgeConfiguration({ listed: input.listed, config, secrets });
  return problems.length === 0
    ? found
    : found.filter(({ field }) => field !== undefined && Object.hasOwn(config, field) && !lacking.includes(field));
}

/**
 * Throws `TOOL_SETTINGS_INVALID` where the tool itself names the setting as a problem once it has the value. Asked before
 * the value is kept, so that what must not stand there, such as a password in a URL, never does.
 */
export async function requireUnopposed(
  parts: OperatorParts,
  tools: KnownTools,
  { field, value, ...tool }: ToolOf & { readonly field: string; readonly value: JsonValue },
): Promise<void> {
  const { listed, botId } = tool;
  const definition = definitionOf(listed, tools.checker);
  if (definition?.settingsSchema === undefined || isBlank(value)) return;
  const { layers } = await collectLayers(parts, tools, tool);
  const layer = botId === null ? 'operator' : 'bot-override';
  const set: SettingsLayer = { layer, place: `"${listed.name}"`, values: { [field]: value } };
  const locks = layers.filter((one) => one.layer === 'organisation-locked');
  const others = layers.filter((one) => one.layer !== 'organisation-locked');
  const problems = await findOwnProblems({ listed, definition, layers: [...locks, set, ...others] });
  const problem = problems.find((one) => one.field === field);
  if (problem === undefined) return;
  throw new LoadoutError('TOOL_SETTINGS_INVALID', `${describeValue(field)} of "${listed.name}": ${problem.message}`, {
    details: { tool: listed.name, field },
  });
}
