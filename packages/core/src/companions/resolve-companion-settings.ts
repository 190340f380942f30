import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import { resolveSettings, type SettingsSchema } from '../settings/settings-schema.js';
import { describeError } from './guard.js';

/** A deeply frozen copy: a companion sees the settings, and must not change the operator's. Throws `COMPANION_SETTINGS_INVALID`. */
export function copyCompanionSettings(companionId: string, settings: JsonObject): JsonObject {
  try {
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
      throw new TypeError('not an object');
    return freezeDeeply(structuredClone(settings));
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

function freezeDeeply<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const entry of Object.values(value)) freezeDeeply(entry);
  return value;
}
