import { describeValue } from '../catalogue/describe-value.js';
import { localize } from '../catalogue/localized-text.js';
import type { ExplainedSetting, ExplainedSettings } from '../contract/explained-setting.js';
import type { JsonSchema, JsonValue } from '../contract/json.js';
import { isJsonObject } from '../schema/walk-schema.js';
import type { SettingsField } from '../settings/settings-field.js';
import { findValueProblem, isBlank } from '../settings/settings-value.js';
import type { Assignment } from '../store/records.js';
import { listSettingsLayers, type SettingsLayer } from '../turn/settings-layers.js';
import { viewForAssignment } from '../turn/view-for-assignment.js';
import { collectTools, definitionOf, type KnownTools, settingsSchemaOf } from './known-tools.js';
import { requireBot } from './loadouts.js';
import type { OperatorParts } from './operator-parts.js';
import { SECRET_MASK } from './secret-mask.js';
import { requireListed } from './tool-reference.js';

type ExplainedLayer = ExplainedSetting['layers'][number];

/** Where the settings of a tool come from, for a bot or for all. Throws `TOOL_UNKNOWN`, `BOT_UNKNOWN`. */
export async function explainSettings(
  parts: OperatorParts,
  toolName: string,
  botId: string | undefined,
): Promise<ExplainedSettings> {
  const tools = await collectTools(parts);
  const listed = requireListed(tools, toolName);
  const { catalogue } = tools;
  const row = botId === undefined ? undefined : await findAssignment(parts, botId, listed.name, tools);
  const view = await parts.view();
  const layers = listSettingsLayers({
    listed,
    catalogue,
    view: row === undefined ? view : viewForAssignment(view, row, { listed, catalogue }),
    operator: parts.settings,
    ...(botId === undefined ? {} : { bot: { id: botId, override: row?.settingsOverride ?? null } }),
  });
  const schema = settingsSchemaOf(listed, tools.checker);
  const properties = definitionOf(listed, tools.checker)?.settingsSchema?.properties;
  const fields =
    typeof schema === 'object'
      ? [...schema.fields.values()].map((field) => explainField(field, schemaOfField(properties, field.name), layers))
      : [];
  return {
    tool: listed.name,
    owner: listed.owner,
    bot: botId ?? null,
    fields,
    missing: fields.filter(({ isRequired, layer }) => isRequired && layer === null).map(({ field }) => field),
  };
}

async function findAssignment(
  { store }: OperatorParts,
  botId: string,
  name: string,
  { catalogue }: Pick<KnownTools, 'catalogue'>,
): Promise<Assignment | undefined> {
  await requireBot(store, botId);
  // Another owner's override is not this tool's until the owner is accepted.
  const rows = (await store.listAssignments(botId)).filter((row) => {
    const listed = catalogue.findAssigned(row);
    return listed?.name === name && (listed.owner === row.owner || listed.owner === 'builtin');
  });
  // Of two assignments of one tool a turn takes the one of its name.
  return rows.find(({ toolName }) => toolName === name) ?? rows[0];
}

/** The rule that turns follow: the highest valid value counts, and a blank text hides what is below. */
function explainField(field: SettingsField, schema: JsonSchema, layers: readonly SettingsLayer[]): ExplainedSetting {
  const mask = (value: JsonValue): JsonValue => (field.secret ? SECRET_MASK : value);
  const explained: ExplainedLayer[] = [];
  let found: Pick<ExplainedSetting, 'value' | 'layer'> | undefined;
  const add = (layer: ExplainedLayer['layer'], stated: JsonValue): void => {
    const problem = findProblem(field, stated);
    explained.push({ layer, value: mask(stated), ...(problem === undefined ? {} : { problem }) });
    if (found !== undefined) return;
    if (isBlank(stated)) found = { value: null, layer: null };
    else if (problem === undefined) found = { value: mask(stated), layer };
  };
  for (const { layer, values } of layers) {
    const stated = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (stated !== undefined) add(layer, stated);
  }
  if (field.default !== undefined) add('schema-default', field.default);
  return {
    field: field.name,
    schema,
    title: localize(field.title, 'en', field.name),
    isRequired: field.required,
    isSecret: field.secret,
    ...(found ?? { value: null, layer: null }),
    layers: explained,
  };
}

function findProblem(field: SettingsField, value: JsonValue): string | undefined {
  if (isBlank(value)) return 'It is blank, which hides what is below and counts as missing.';
  const problem = findValueProblem(field, value);
  return problem === undefined
    ? undefined
    : `It does not count: ${describeValue(field.name).slice(0, 100)} ${problem}.`;
}

function schemaOfField(properties: JsonValue | undefined, name: string): JsonSchema {
  const schema = properties !== undefined && isJsonObject(properties) ? properties[name] : undefined;
  return schema !== undefined && isJsonObject(schema) ? schema : {};
}
