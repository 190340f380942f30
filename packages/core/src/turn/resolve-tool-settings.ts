import type { Catalogue } from '../catalogue/catalogue.js';
import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { describeError } from '../companions/guard.js';
import type { ToolConfig } from '../contract/call.js';
import type { JsonValue } from '../contract/json.js';
import { JsonCopier } from '../schema/copy-json.js';
import { readSecrets } from '../settings/read-secrets.js';
import { parseSettingsSchema, type SettingsProblem } from '../settings/settings-schema.js';
import type { Assignment } from '../store/records.js';
import { describeProblem, type OperatorSettings, type ToolSettingsProblem } from './operator-settings.js';
import type { OperatorView } from './operator-view.js';
import { listSettingsLayers, resolveLayers, type SettingsLayer } from './settings-layers.js';

/** A tool's effective settings. */
export interface ToolSettings {
  /** Deeply frozen. */
  readonly config: ToolConfig;
  /** Values of secret fields. */
  readonly secrets: readonly string[];
  /** Why the tool counts as not configured, one sentence each; none: its settings fit its schema. */
  readonly problems: readonly string[];
  /** The fields that those are about. */
  readonly lacking: readonly string[];
}

/** What a tool's settings are made of. */
export interface ToolSettingsInput {
  readonly listed: ListedTool;
  readonly definition: FrozenDefinition['definition'];
  readonly catalogue: Catalogue;
  readonly assignment: Assignment;
  /** The bot's id. */
  readonly bot: string;
  readonly operator: OperatorSettings;
  readonly view: OperatorView;
}

/** Puts the layers together over the schema's defaults. Tells the operator what does not count. */
export function resolveToolSettings(input: ToolSettingsInput): ToolSettings {
  const { listed, definition, catalogue, assignment, operator, view } = input;
  const bot = { id: input.bot, override: assignment.settingsOverride };
  const layers = listSettingsLayers({ listed, catalogue, bot, view, operator });
  const settings = mergeToolSettings({ listed, definition, layers }, (problem) => operator.tell(listed, problem));
  operator.remember(settings.secrets);
  return settings;
}

/** The same of layers that are known already. */
export function mergeToolSettings(
  {
    listed,
    definition,
    layers,
  }: Pick<ToolSettingsInput, 'listed' | 'definition'> & { readonly layers: readonly SettingsLayer[] },
  tell: (problem: ToolSettingsProblem) => void,
): ToolSettings {
  const schema = definition.settingsSchema === undefined ? undefined : parseSettingsSchema(definition.settingsSchema);
  if (schema === undefined || 'reason' in schema) {
    const entries = layers.toReversed().flatMap(({ values }) => Object.entries(values));
    return {
      config: freezeSettings(listed.name, Object.fromEntries(entries), tell),
      secrets: [],
      problems: [],
      lacking: [],
    };
  }
  const { config, problems, blocking } = resolveLayers(schema, layers);
  for (const { field, code, message, layer: index } of problems) {
    const layer = layers[index ?? -1];
    // Other tools of the companion may use what this one does not know.
    if (code === 'unknown' && layer?.layer === 'companion') continue;
    const isSecret = schema.fields.get(field)?.secret === true;
    tell({ field, message: explain(layer, { listed, field, code, message, isSecret }) });
  }
  // What the tool declares is settled, also where the answer is "nothing"; the rest is the companion's own.
  const rest = Object.entries(listed.slot.settings).filter(([name]) => !schema.fields.has(name));
  return {
    config: freezeSettings(listed.name, { ...Object.fromEntries(rest), ...config }, tell),
    secrets: readSecrets(schema, config),
    problems: blocking.map(({ message }) => message),
    lacking: [...new Set(blocking.map(({ field }) => field))],
  };
}

/** Says what is wrong where, or that nobody says anything. */
function explain(
  layer: SettingsLayer | undefined,
  {
    listed,
    field,
    code,
    message,
    isSecret,
  }: Omit<SettingsProblem, 'layer'> & { readonly listed: ListedTool; readonly isSecret: boolean },
): string {
  if (code !== 'missing') return describeProblem(layer?.place ?? `The settings of "${listed.name}"`, message);
  // Neither a file nor a command line is the place for it.
  if (isSecret) {
    return `Settings of "${listed.name}": ${message} It is a secret: "loadout settings set ${listed.name} ${field}" asks for it.`;
  }
  return layer === undefined || layer.layer === 'companion'
    ? `Settings of "${listed.name}": ${message} Set it in toolSettings.${listed.name}.`
    : `${layer.place}: ${message} Set it there, or take the blank text away.`;
}

/** A copy, so that no tool reaches the settings of others through its own. What is no JSON is left out and told. */
function freezeSettings(
  tool: string,
  settings: Readonly<Record<string, unknown>>,
  tell: (problem: ToolSettingsProblem) => void,
): ToolConfig {
  const config: Record<string, JsonValue> = {};
  for (const [field, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    try {
      config[field] = new JsonCopier().copy(value, field);
    } catch (cause) {
      const message = `Setting "${field}" of "${tool}" is left out, because it is no plain JSON: ${describeError(cause)}`;
      tell({ field, message, cause });
    }
  }
  return Object.freeze(config);
}
