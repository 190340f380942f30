import { describeError } from '../companions/guard.js';
import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import { JsonCopier } from '../schema/copy-json.js';
import { resolveSettings, type SettingsSchema } from '../settings/settings-schema.js';
import { isSecretField, SECRET_MASK } from './secret-mask.js';

const MAX_CHARACTERS = 1_000_000;

/** A frozen copy of an override. Throws `TOOL_SETTINGS_INVALID` for what is no plain JSON object, or too large. */
export function copyOverride(override: unknown): JsonObject {
  try {
    const copy = new JsonCopier({ maxCharacters: MAX_CHARACTERS }).copy(override, 'settingsOverride');
    if (typeof copy === 'object' && copy !== null && !Array.isArray(copy)) return copy as JsonObject;
  } catch (cause) {
    throw invalidOverride(`It has to be plain JSON: ${describeError(cause)}`, cause);
  }
  throw invalidOverride('It has to be an object.');
}

/** What is wrong with an override of a tool whose settings are known; the first thing. */
export function findOverrideProblem(
  schema: SettingsSchema | 'none' | undefined,
  override: JsonObject,
): { readonly field: string; readonly message: string } | undefined {
  if (typeof schema !== 'object') return undefined;
  const { problems } = resolveSettings(schema, [override]);
  // What an override leaves out comes from lower layers; only what it says can be wrong.
  return problems.find(({ code, field }) => code !== 'missing' && !isSecretField(schema, field));
}

/** The secret fields of an override that have a value, which is not kept here. */
export function listSecretFields(
  schema: SettingsSchema | 'none' | undefined,
  override: JsonObject | null,
): readonly string[] {
  return Object.keys(override ?? {}).filter((field) => isSecretField(schema, field));
}

/** Throws `TOOL_SETTINGS_INVALID` where an override does not fit what is known of the tool's settings. */
export function requireFittingOverride(
  schema: SettingsSchema | 'none' | undefined,
  toolName: string,
  override: JsonObject,
): void {
  const problem = findOverrideProblem(schema, override);
  if (problem !== undefined) throw invalidOverride(`"${toolName}": ${problem.message}`);
}

/**
 * An override as it is kept: a secret that was shown as a mask, and comes back as one, is what it was. Throws
 * `SETTING_SECRET` for any other value of a secret field.
 */
export function keepSecrets(
  schema: SettingsSchema | 'none' | undefined,
  toolName: string,
  override: JsonObject | null,
  before: JsonObject | null,
): JsonObject | null {
  const secrets = listSecretFields(schema, override);
  if (override === null || secrets.length === 0) return override;
  const kept: Record<string, JsonObject[string]> = { ...override };
  for (const field of secrets) {
    if (override[field] !== SECRET_MASK) throw secretSetting(toolName, field);
    const known = before?.[field];
    if (known === undefined) delete kept[field];
    else kept[field] = known;
  }
  return kept;
}

/** The error for a value of a secret field. Never says the value. */
export function secretSetting(toolName: string, field: string): LoadoutError {
  return new LoadoutError(
    'SETTING_SECRET',
    `"${field}" of "${toolName}" is a secret, and secrets are not kept in the database. ` +
      `Put it into the configuration, under toolSettings.${toolName}.${field}.`,
    { details: { tool: toolName, field } },
  );
}

function invalidOverride(problem: string, cause?: unknown): LoadoutError {
  return new LoadoutError('TOOL_SETTINGS_INVALID', `The override does not fit. ${problem}`, { cause });
}
