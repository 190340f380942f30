import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { ToolConfig } from '../contract/call.js';
import type { JsonObject } from '../contract/json.js';
import { parseSettingsSchema, resolveSettings } from '../settings/settings-schema.js';
import type { Assignment } from '../store/roles.js';

/** A tool's effective settings. */
export interface ToolSettings {
  /** Frozen. */
  readonly config: ToolConfig;
  /** Values of secret fields. */
  readonly secrets: readonly string[];
}

/**
 * Puts the layers together, highest first: the bot's override, the operator's value for the tool, the
 * companion's settings, the schema's defaults.
 */
export function resolveToolSettings(
  listed: ListedTool,
  definition: FrozenDefinition['definition'],
  assignment: Assignment,
  toolSettings: Readonly<Record<string, JsonObject>>,
): ToolSettings {
  const companion = listed.slot.settings;
  const operator = Object.hasOwn(toolSettings, listed.name) ? (toolSettings[listed.name] ?? {}) : {};
  const override = assignment.settingsOverride ?? {};
  const schema = definition.settingsSchema === undefined ? undefined : parseSettingsSchema(definition.settingsSchema);
  if (schema === undefined || 'reason' in schema) {
    return { config: Object.freeze({ ...companion, ...operator, ...override }), secrets: [] };
  }
  const { config } = resolveSettings(schema, [override, operator, companion]);
  const secrets = [...schema.fields.values()]
    .filter((field) => field.secret)
    .map((field) => config[field.name])
    .filter((value): value is string => typeof value === 'string' && value.length >= 8);
  return { config: Object.freeze({ ...companion, ...config }), secrets };
}
