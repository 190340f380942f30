import type { JsonValue, LocalizedText } from '../contract/json.js';
import { suggestWord } from '../schema/nearest-word.js';
import { escapePointer } from '../schema/walk-schema.js';
import { isLocalizedText } from './is-localized-text.js';
import type { SettingsRule, SettingsType } from './settings-value.js';
import { copyValue, findValueProblem } from './settings-value.js';

/** One setting. Frozen. */
export interface SettingsField extends SettingsRule {
  readonly name: string;
  readonly required: boolean;
  /** Kept in the secret store, write-only. Text only, without a default. */
  readonly secret: boolean;
  readonly default?: JsonValue;
  readonly title?: LocalizedText;
  readonly description?: LocalizedText;
}

/** What a field may say besides {@link commonKeywords}, by its type. */
export const typeKeywords: Readonly<Record<SettingsType, readonly string[]>> = {
  string: ['enum', 'minLength', 'maxLength'],
  number: ['enum', 'minimum', 'maximum'],
  integer: ['enum', 'minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems'],
};

/** What every field may say; `secret` is for text only. The last three mean nothing to the host. */
export const commonKeywords: readonly string[] = [
  'type',
  'default',
  'secret',
  'title',
  'description',
  'format',
  'examples',
  '$comment',
];

const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/;
const entryTypes = ['string', 'number', 'integer', 'boolean'];

/** Carries what is wrong with a settings schema to the function that was asked; never leaves this folder. */
export class SettingsSchemaError extends Error {
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** Reads one field of a settings schema. Throws {@link SettingsSchemaError}. */
export function parseField(name: string, value: unknown, required: boolean): SettingsField {
  const pointer = `/properties/${escapePointer(name)}`;
  const what = quote(name);
  if (!namePattern.test(name) || name === '__proto__') {
    const rule = 'Use 1 to 64 letters, digits, "_", "-" or ".", and begin with a letter or "_"';
    throw new SettingsSchemaError(pointer, `${what} is no name for a setting. ${rule}.`);
  }
  const schema = requireObject(value, pointer, what);
  const rule = parseRule(schema, { pointer, what, types: Object.keys(typeKeywords), keywords: commonKeywords });
  return Object.freeze({
    ...rule,
    name,
    required,
    secret: parseSecret(schema, pointer, what),
    ...parseDefault(schema, rule, pointer, what),
    ...parseText(schema, 'title', pointer, what),
    ...parseText(schema, 'description', pointer, what),
  });
}

function parseRule(
  schema: Record<string, unknown>,
  expected: {
    readonly pointer: string;
    readonly what: string;
    readonly types: readonly string[];
    readonly keywords: readonly string[];
  },
): SettingsRule {
  const { pointer, what, types, keywords } = expected;
  const type = own(schema, 'type');
  if (typeof type !== 'string' || !types.includes(type)) {
    throw new SettingsSchemaError(`${pointer}/type`, `${what} needs a "type": one of ${types.join(', ')}.`);
  }
  // The line above proves that it is one of them.
  const ofType = typeKeywords[type as SettingsType];
  refuseUnknownKeywords(schema, [...keywords, ...ofType], pointer, `${what} of type ${type}`);
  const rule: Record<string, unknown> = { type };
  for (const keyword of ofType) {
    const value = own(schema, keyword);
    const place = `${pointer}/${keyword}`;
    if (keyword === 'items') {
      const entry = {
        pointer: place,
        what: `Each entry of ${what}`,
        types: entryTypes,
        keywords: ['type', '$comment'],
      };
      rule.items = parseRule(requireObject(value, place, `"items" of ${what}`), entry);
    } else if (value !== undefined && keyword === 'enum') {
      rule.enum = parseEnum({ type: type as SettingsType }, value, place, what);
    } else if (value !== undefined) {
      rule[keyword] = requireBound(keyword, value, place, what);
    }
  }
  // Each keyword was judged above; `rule` holds nothing else.
  return Object.freeze(rule) as unknown as SettingsRule;
}

function requireBound(keyword: string, value: unknown, pointer: string, what: string): number {
  const isCount = keyword !== 'minimum' && keyword !== 'maximum';
  if (typeof value === 'number' && Number.isFinite(value) && !(isCount && (value < 0 || value % 1 !== 0))) return value;
  const expected = isCount ? 'a whole number from 0 up' : 'a number';
  throw new SettingsSchemaError(pointer, `"${keyword}" of ${what} has to be ${expected}.`);
}

function parseEnum(rule: SettingsRule, value: unknown, pointer: string, what: string): readonly JsonValue[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new SettingsSchemaError(pointer, `"enum" of ${what} has to be a list of values.`);
  }
  for (const [index, choice] of value.entries()) {
    const problem = findValueProblem(rule, choice);
    if (problem !== undefined)
      throw new SettingsSchemaError(`${pointer}/${index}`, `This choice of ${what} ${problem}.`);
  }
  return Object.freeze([...value]);
}

function parseSecret(schema: Record<string, unknown>, pointer: string, what: string): boolean {
  const secret = own(schema, 'secret') ?? false;
  if (typeof secret !== 'boolean') {
    throw new SettingsSchemaError(`${pointer}/secret`, `"secret" of ${what} has to be true or false.`);
  }
  if (secret && own(schema, 'type') !== 'string') {
    throw new SettingsSchemaError(`${pointer}/secret`, `${what} cannot be secret: only settings of type string can.`);
  }
  return secret;
}

function parseDefault(
  schema: Record<string, unknown>,
  rule: SettingsRule,
  pointer: string,
  what: string,
): { readonly default?: JsonValue } {
  const value = own(schema, 'default');
  if (value === undefined) return {};
  if (own(schema, 'secret') === true) {
    const remedy = 'Leave "default" out: everybody could read it';
    throw new SettingsSchemaError(`${pointer}/default`, `${what} is secret and cannot have a default. ${remedy}.`);
  }
  const problem = findValueProblem(rule, value);
  if (problem !== undefined) throw new SettingsSchemaError(`${pointer}/default`, `The default of ${what} ${problem}.`);
  return { default: copyValue(value as JsonValue) };
}

function parseText(
  schema: Record<string, unknown>,
  keyword: 'title' | 'description',
  pointer: string,
  what: string,
): Readonly<Record<string, LocalizedText>> {
  const text = own(schema, keyword);
  if (text === undefined) return {};
  if (!isLocalizedText(text)) {
    const expected = 'a text, or one text for each locale';
    throw new SettingsSchemaError(`${pointer}/${keyword}`, `"${keyword}" of ${what} has to be ${expected}.`);
  }
  return { [keyword]: typeof text === 'string' ? text : Object.freeze({ ...text }) };
}

/** Throws for a keyword that the format does not have: ignoring it would promise what nobody checks. */
export function refuseUnknownKeywords(
  schema: Record<string, unknown>,
  known: readonly string[],
  pointer: string,
  what: string,
): void {
  for (const keyword of Object.keys(schema)) {
    if (known.includes(keyword) || schema[keyword] === undefined) continue;
    const place = `${pointer}/${escapePointer(keyword)}`;
    throw new SettingsSchemaError(place, `${what} cannot have ${quote(keyword)}. ${suggestWord(keyword, known)}`);
  }
}

export function requireObject(value: unknown, pointer: string, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new SettingsSchemaError(pointer, `${what} has to be an object.`);
}

export function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function quote(text: string): string {
  return JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 80)}…`);
}
