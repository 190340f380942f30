import { describeValue } from '../catalogue/describe-value.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { localize } from '../catalogue/localized-text.js';
import type { ExplainedSetting, ExplainedSettings } from '../contract/explained-setting.js';
import { isJsonObject, type JsonSchema, type JsonValue } from '../contract/json.js';
import type { OrganisationNote } from '../settings/organisation-view.js';
import { LEAST_REDACTED_CHARACTERS } from '../settings/secret-needles.js';
import type { SettingsField } from '../settings/settings-field.js';
import { findValueProblem, isBlank } from '../settings/settings-value.js';
import type { Assignment } from '../store/records.js';
import { findLockProblem, type SettingsLayer } from '../turn/settings-layers.js';
import { collectTools, definitionOf, type KnownTools, readSettingsSchema, settingsSchemaOf } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';
import { collectLayers, findOwnProblems } from './own-problems.js';
import { describeSettings, SECRET_MASK } from './secret-mask.js';
import { readSettingRevisions } from './setting-revision.js';
import { requireDefined } from './tool-reference.js';

/** Bots of one tool mostly have it by one definition. */
const BOTS_LOOKED_AT = 20;

type ExplainedLayer = ExplainedSetting['layers'][number];

/** Whose settings, and for whom they are described. */
export interface ExplainOptions {
  readonly botId: string | undefined;
  readonly locale: string;
}

/** Where the settings of a tool come from, for a bot or for all. Throws `TOOL_UNKNOWN`, `BOT_UNKNOWN`. */
export async function explainSettings(
  parts: OperatorParts,
  toolName: string,
  { botId, locale }: ExplainOptions,
): Promise<ExplainedSettings> {
  const tools = await collectTools(parts);
  const { tool: listed, isListed } = requireDefined(tools, toolName, await parts.store.listAssignedTools());
  // Read first: a value that comes in between has an older revision then, and no change overwrites it unseen.
  const subject = { owner: listed.owner, toolName: listed.ownName };
  const place = { catalogue: tools.catalogue, tool: subject, botId: botId ?? null };
  const revisionOf = await readSettingRevisions(parts.store, place);
  const { row, layers } = await collectLayers(parts, tools, { listed, botId: botId ?? null });
  const schema = settingsSchemaOf(listed, tools.checker);
  const formerSecrets = await findFormerSecrets(parts, tools, listed, row);
  const definition = definitionOf(listed, tools.checker);
  const properties = definition?.settingsSchema?.properties;
  const fields =
    typeof schema === 'object'
      ? [...schema.fields.values()].map((field) =>
          explainField(
            formerSecrets.has(field.name) ? { ...field, secret: true } : field,
            schemaOfField(properties, field.name),
            { layers, locale, revision: revisionOf(field.name) },
          ),
        )
      : [];
  return {
    tool: listed.name,
    owner: listed.owner,
    bot: botId ?? null,
    fields,
    missing: fields.filter(({ isRequired, layer }) => isRequired && layer === null).map(({ field }) => field),
    problems: definition === undefined || !isListed ? [] : await findOwnProblems({ listed, definition, layers }),
  };
}

/**
 * Fields that a definition marks secret which a bot got the tool with. A later one that no longer does shows nobody what was
 * given as a secret, until it is accepted. Without a bot a few of those that have the tool are looked at.
 */
async function findFormerSecrets(
  { store }: OperatorParts,
  tools: KnownTools,
  listed: ListedTool,
  row: Assignment | undefined,
): Promise<ReadonlySet<string>> {
  const checked = listed.check(tools.checker);
  const present = 'reason' in checked ? null : checked.hash;
  const rows = row === undefined ? await listSomeRows(store, listed) : [row];
  const hashes = new Set(rows.flatMap(({ definitionHash }) => definitionHash ?? []));
  const secrets = new Set<string>();
  for (const hash of hashes) {
    const accepted = hash === present ? undefined : await store.getDefinition(hash);
    if (accepted === undefined) continue;
    for (const field of describeSettings(readSettingsSchema(accepted.settingsSchema)).secrets) secrets.add(field);
  }
  return secrets;
}

async function listSomeRows(
  store: OperatorParts['store'],
  { name, owner }: ListedTool,
): Promise<readonly Assignment[]> {
  const bots = (await store.listBotsWithTool(name, owner)).slice(0, BOTS_LOOKED_AT);
  const loadouts = await Promise.all(bots.map((bot) => store.listAssignments(bot)));
  return loadouts.flatMap((rows) => rows.filter((row) => row.toolName === name && row.owner === owner));
}

/** The rule that turns follow: the highest valid value counts, and a blank text hides what is below. */
function explainField(
  stated: SettingsField,
  schema: JsonSchema,
  {
    layers,
    locale,
    revision,
  }: { readonly layers: readonly SettingsLayer[]; readonly locale: string; readonly revision: string },
): ExplainedSetting {
  // What was once set as a secret stays one.
  const isKept = layers.some(({ isSecret, values }) => isSecret === true && Object.hasOwn(values, stated.name));
  const field = isKept ? { ...stated, secret: true } : stated;
  const mask = (value: JsonValue): JsonValue => (field.secret ? SECRET_MASK : value);
  const explained: ExplainedLayer[] = [];
  let found: Pick<ExplainedSetting, 'value' | 'layer'> | undefined;
  let isTooShort = false;
  const add = (layer: ExplainedLayer['layer'], stated: JsonValue, note: OrganisationNote = {}): void => {
    const problem = findProblem(field, layer, stated);
    explained.push({ layer, value: mask(stated), ...(problem === undefined ? {} : { problem }), ...note });
    if (found !== undefined) return;
    const isUnusableLock = layer === 'organisation-locked' && problem !== undefined;
    const isRefusedDefault = layer === 'organisation-default' && field.secret;
    if (isRefusedDefault) return;
    if (isBlank(stated) || isUnusableLock) found = { value: null, layer: null };
    else if (problem === undefined) {
      found = { value: mask(stated), layer };
      isTooShort = field.secret && typeof stated === 'string' && stated.length < LEAST_REDACTED_CHARACTERS;
    }
  };
  for (const { layer, values, notes } of layers) {
    const stated = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (stated !== undefined) add(layer, stated, notes?.get(field.name));
  }
  if (field.default !== undefined) add('schema-default', field.default);
  return {
    field: field.name,
    schema,
    revision,
    title: localize(field.title, locale, field.name),
    description: localize(field.description, locale, '') || null,
    isRequired: field.required,
    isSecret: field.secret,
    ...(isTooShort ? { isTooShort } : {}),
    ...(found ?? { value: null, layer: null }),
    layers: explained,
  };
}

function findProblem(field: SettingsField, layer: ExplainedLayer['layer'], value: JsonValue): string | undefined {
  if (layer === 'organisation-locked' || (layer === 'organisation-default' && field.secret)) {
    const reason = findLockProblem(field, value);
    if (reason !== undefined) {
      return layer === 'organisation-locked'
        ? `It ${reason}, so the setting is locked to nothing and the tool counts as not configured.`
        : `It does not count: it ${reason}.`;
    }
  }
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
