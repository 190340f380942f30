import type { JsonObject, JsonValue } from '../contract/json.js';
import { suggestWord } from '../schema/nearest-word.js';
import type { SettingsField } from './settings-field.js';
import { own, parseField, quote, refuseUnknownKeywords, requireObject, SettingsSchemaError } from './settings-field.js';
import { copyValue, findValueProblem, isBlank } from './settings-value.js';

/*
 * Settings are declared in a small, flat subset of JSON Schema: a form can be made of any of them, and no
 * schema has to be compiled at start. What the format does not have is refused with a reason instead of being
 * ignored. docs/guides/settings.md describes it for authors.
 */

/** A settings schema that was read. */
export interface SettingsSchema {
  /** By name, in the order of the schema. */
  readonly fields: ReadonlyMap<string, SettingsField>;
}

/** Why a settings schema cannot be used. */
export interface SettingsSchemaProblem {
  /** What is wrong, and what to do. */
  readonly reason: string;
  /** JSON pointer into the settings schema. */
  readonly pointer: string;
}

/** Something that is wrong with settings. */
export interface SettingsProblem {
  readonly field: string;
  /** `missing`: required, and absent or blank. `unknown`: no such field. */
  readonly code: 'missing' | 'invalid' | 'unknown';
  /** Names the field, but no value: it may be a secret. */
  readonly message: string;
  /** Which of the layers says it, the highest first; absent where none does. */
  readonly layer?: number;
}

/** The settings that hold, and what is wrong with those that do not. */
export interface ResolvedSettings {
  /** Deeply frozen. Fields without a valid value are left out. */
  readonly config: JsonObject;
  readonly problems: readonly SettingsProblem[];
}

const rootKeywords = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'title',
  'description',
  '$schema',
  '$comment',
];

/** Reads a settings schema. Never throws, whatever it is given. */
export function parseSettingsSchema(schema: unknown): SettingsSchema | SettingsSchemaProblem {
  try {
    return parseRoot(schema);
  } catch (error) {
    if (error instanceof SettingsSchemaError) return { reason: error.message, pointer: error.pointer };
    return { reason: 'The settings schema cannot be read. It has to be plain JSON.', pointer: '' };
  }
}

/**
 * The settings that hold where `layers`, the highest first, say different things (contract 9.1): for each
 * field the highest layer that has a valid value wins whole. An invalid value is a problem, and counts as if its
 * layer did not have the field. A blank text hides the layers below and counts as missing. Reads own properties only.
 */
export function resolveSettings(schema: SettingsSchema, layers: readonly JsonObject[]): ResolvedSettings {
  const config: Record<string, JsonValue> = {};
  const problems: SettingsProblem[] = [];
  for (const field of schema.fields.values()) {
    const value = resolveField(field, layers, problems);
    if (value !== undefined) config[field.name] = copyValue(value);
  }
  const known = [...schema.fields.keys()];
  const seen = new Set<string>(known);
  for (const [layer, values] of layers.entries()) {
    for (const name of listNames(values)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const message = `There is no setting ${quote(name)}. ${suggestWord(name, known)}`;
      problems.push({ field: name, code: 'unknown', message, layer });
    }
  }
  return Object.freeze({ config: Object.freeze(config), problems: Object.freeze(problems) });
}

/** The value of one field, where it has one. */
function resolveField(
  field: SettingsField,
  layers: readonly JsonObject[],
  problems: SettingsProblem[],
): JsonValue | undefined {
  const { name } = field;
  const missing = { field: name, code: 'missing', message: `"${name}" is missing.` } as const;
  let isInvalid = false;
  for (const [layer, values] of layers.entries()) {
    const value = has(values, name) ? values[name] : undefined;
    if (value === undefined) continue;
    if (isBlank(value)) {
      if (field.required) problems.push({ ...missing, layer });
      return undefined;
    }
    const problem = findValueProblem(field, value);
    if (problem === undefined) return value;
    problems.push({ field: name, code: 'invalid', message: `"${name}" ${problem}.`, layer });
    isInvalid = true;
  }
  if (field.default !== undefined && !isBlank(field.default)) return field.default;
  if (field.required && !isInvalid) problems.push(missing);
  return undefined;
}

function parseRoot(schema: unknown): SettingsSchema {
  const root = requireObject(schema, '', 'A settings schema');
  refuseUnknownKeywords(root, rootKeywords, '', 'A settings schema');
  if (own(root, 'type') !== 'object') throw new SettingsSchemaError('/type', 'A settings schema has "type": "object".');
  const additional = own(root, 'additionalProperties');
  if (additional !== undefined && additional !== false) {
    const remedy = 'Leave "additionalProperties" out, or say false';
    throw new SettingsSchemaError('/additionalProperties', `Settings that are not declared are refused. ${remedy}.`);
  }
  const properties = requireObject(own(root, 'properties') ?? {}, '/properties', '"properties"');
  const required = own(root, 'required') ?? [];
  if (!Array.isArray(required)) throw new SettingsSchemaError('/required', '"required" has to be a list of names.');
  const fields = new Map<string, SettingsField>();
  for (const [name, value] of Object.entries(properties)) {
    if (value !== undefined) fields.set(name, parseField(name, value, required.includes(name)));
  }
  for (const [index, name] of required.entries()) {
    if (fields.has(name)) continue;
    const suggestion = suggestWord(String(name), [...fields.keys()]);
    throw new SettingsSchemaError(
      `/required/${index}`,
      `${quote(String(name))} is not among the properties. ${suggestion}`,
    );
  }
  return Object.freeze({ fields });
}

function has(layer: JsonObject, name: string): boolean {
  return typeof layer === 'object' && layer !== null && Object.hasOwn(layer, name) && layer[name] !== undefined;
}

function listNames(layer: JsonObject): string[] {
  return typeof layer === 'object' && layer !== null ? Object.keys(layer) : [];
}
