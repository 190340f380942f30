import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import { resolveSettings, type SettingsSchema } from '../settings/settings-schema.js';

/**
 * The effective settings of a companion, frozen, defaults filled in. A companion without a schema takes what
 * it is given. A wrong field is left out and reported as `COMPANION_SETTINGS_INVALID`.
 */
export function resolveCompanionSettings(
  companionId: string,
  schema: SettingsSchema | undefined,
  settings: JsonObject,
): { readonly config: JsonObject; readonly problems: readonly LoadoutError[] } {
  if (schema === undefined) return { config: Object.freeze({ ...settings }), problems: [] };
  const { config, problems } = resolveSettings(schema, [settings]);
  return {
    config,
    problems: problems.map(
      ({ field, message }) =>
        new LoadoutError('COMPANION_SETTINGS_INVALID', `Setting "${field}" of ${companionId}: ${message}`, {
          details: { companion: companionId, field },
        }),
    ),
  };
}
