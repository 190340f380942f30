import { LoadoutError } from '../contract/errors.js';
import { isJsonObject, type JsonObject } from '../contract/json.js';
import { JsonCopier } from '../schema/copy-json.js';
import { resolveSettings, type SettingsSchema } from '../settings/settings-schema.js';
import { describeError } from './guard.js';

/** A deeply frozen copy: a companion sees the settings, and must not change the operator's. Throws `COMPANION_SETTINGS_INVALID`. */
export function copyCompanionSettings(companionId: string, settings: JsonObject): JsonObject {
  try {
    const copy = new JsonCopier().copy(settings, 'settings');
    if (isJsonObject(copy)) return copy;
    throw new TypeError('they have to be an object');
  } catch (cause) {
    const message = `The settings of ${companionId} have to be plain JSON: ${describeError(cause)}`;
    throw new LoadoutError('COMPANION_SETTINGS_INVALID', message, { details: { companion: companionId }, cause });
  }
}

/**
 * The effective settings of a companion, frozen, defaults filled in. A companion without a schema takes what
 * it is given, which is copied already. A wrong field is left out and reported as `COMPANION_SETTINGS_INVALID`.
 */
export function resolveCompanionSettings(
  companionId: string,
  schema: SettingsSchema | undefined,
  settings: JsonObject,
): { readonly config: JsonObject; readonly problems: readonly LoadoutError[] } {
  if (schema === undefined) return { config: settings, problems: [] };
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
