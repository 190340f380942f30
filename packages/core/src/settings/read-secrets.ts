import type { JsonObject } from '../contract/json.js';
import type { SettingsSchema } from './settings-schema.js';

/** Shorter values stand in too many texts by chance. */
const LEAST_CHARACTERS = 4;

/** The values of secret fields, which no text for a model may carry. */
export function readSecrets(schema: SettingsSchema | undefined, config: JsonObject): readonly string[] {
  const secrets: string[] = [];
  for (const { name, secret } of schema?.fields.values() ?? []) {
    const value = config[name];
    if (secret && typeof value === 'string' && value.length >= LEAST_CHARACTERS) secrets.push(value);
  }
  return secrets;
}
