import { JsonCopier } from '../catalogue/copy-json.js';
import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { describeError } from '../companions/guard.js';
import type { ToolConfig } from '../contract/call.js';
import { LoadoutError } from '../contract/errors.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import { readSecrets } from '../settings/read-secrets.js';
import { parseSettingsSchema, resolveSettings } from '../settings/settings-schema.js';
import type { Assignment } from '../store/roles.js';

/** A tool's effective settings. */
export interface ToolSettings {
  /** Deeply frozen. */
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
    return { config: freezeSettings(listed, { ...companion, ...operator, ...override }), secrets: [] };
  }
  const { config } = resolveSettings(schema, [override, operator, companion]);
  // What the tool declares is settled, also where the answer is "nothing"; the rest is the companion's own.
  const rest = Object.entries(companion).filter(([name]) => !schema.fields.has(name));
  return {
    config: freezeSettings(listed, { ...Object.fromEntries(rest), ...config }),
    secrets: readSecrets(schema, config),
  };
}

/** A copy, so that no tool reaches the settings of others through its own. What is no JSON is left out and reported. */
function freezeSettings(listed: ListedTool, settings: Readonly<Record<string, unknown>>): ToolConfig {
  const config: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    try {
      config[name] = new JsonCopier().copy(value, name);
    } catch (cause) {
      const message = `Setting "${name}" of "${listed.name}" is left out, because it is no plain JSON: ${describeError(cause)}`;
      listed.slot.report(
        new LoadoutError('TOOL_SETTINGS_INVALID', message, { details: { tool: listed.name, field: name }, cause }),
      );
    }
  }
  return Object.freeze(config);
}
