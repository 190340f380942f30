import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import type { Dialect } from './dialect.js';
import { KEYWORDS, type KeywordShape } from './keywords.js';
import { escapePointer, isList } from './walk-schema.js';

const types: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** What a keyword takes, in words. */
const wanted: Readonly<Record<KeywordShape, string>> = {
  schema: 'a schema: an object, true or false',
  'schema-list': 'a list of at least one schema',
  'schema-or-list': 'a schema, or a list of at least one',
  'schema-map': 'an object with a schema for each name',
  'schema-or-names-map': 'an object with a schema, or a list of names, for each name',
  any: 'anything',
  list: 'a list',
  string: 'a string',
  identifier: 'an address without a fragment. Use "$anchor" to name a part',
  anchor: 'a name of letters, digits, "-", ".", ":" and "_" that begins with a letter or "_"',
  names: 'a list of different strings',
  'names-map': 'an object with a list of different strings for each name',
  boolean: 'true or false',
  'boolean-map': 'an object with true or false for each name',
  number: 'a number',
  positive: 'a number above 0',
  count: 'a whole number that is not below 0',
  type: 'one of "array", "boolean", "integer", "null", "number", "object" and "string", or a list of different ones',
};

/** What people write for another, by keyword. */
const remedies: Readonly<Record<string, (value: JsonValue, dialect: Dialect) => string | undefined>> = {
  required: (value) =>
    typeof value === 'boolean'
      ? 'Name the required properties in "required" of the object that has them: "required": ["<name>"]'
      : undefined,
  exclusiveMinimum: (value) =>
    typeof value === 'boolean' ? 'Write the bound itself, and leave out "minimum"' : undefined,
  exclusiveMaximum: (value) =>
    typeof value === 'boolean' ? 'Write the bound itself, and leave out "maximum"' : undefined,
  items: (value, dialect) =>
    isList(value) && dialect === '2020-12'
      ? 'Write a list as "prefixItems", or name the dialect: "$schema": "http://json-schema.org/draft-07/schema#"'
      : undefined,
  type: (value) => {
    const name = typeof value === 'string' ? ownNames[value.toLowerCase()] : undefined;
    return name === undefined ? undefined : `Write ${name}`;
  },
};

/** Types of languages, and what they are called here. */
const ownNames: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  str: '"string"',
  text: '"string"',
  date: '"string"',
  file: '"string"',
  enum: '"string"',
  int: '"integer"',
  long: '"integer"',
  float: '"number"',
  double: '"number"',
  decimal: '"number"',
  bool: '"boolean"',
  dict: '"object"',
  map: '"object"',
  json: '"object"',
  list: '"array"',
  tuple: '"array"',
  set: '"array"',
  none: '"null"',
  nil: '"null"',
  any: 'nothing: leave "type" out to allow every type',
  string: '"string"',
  integer: '"integer"',
  number: '"number"',
  boolean: '"boolean"',
  object: '"object"',
  array: '"array"',
  null: '"null"',
});

/** Checks the keywords of one schema, not of those inside it. */
export function checkKeywords(schema: JsonObject, pointer: string, dialect: Dialect): string | undefined {
  const shapes = KEYWORDS[dialect];
  for (const keyword of Object.keys(schema)) {
    const shape = shapes.get(keyword);
    if (shape === undefined) continue;
    const value = schema[keyword] ?? null;
    if (fits[shape](value)) continue;
    const place = `${pointer}/${escapePointer(keyword)}`;
    const shown = JSON.stringify(value);
    const came = shown.length > 80 ? `${shown.slice(0, 79)}…` : shown;
    const remedy = remedies[keyword]?.(value, dialect);
    return `"${place}" is ${came}, but "${keyword}" takes ${wanted[shape]}.${remedy === undefined ? '' : ` ${remedy}.`}`;
  }
  return undefined;
}

/** A table, not a switch: most schemas are checked once, before any code is optimised. */
const fits: Readonly<Record<KeywordShape, (value: JsonValue) => boolean>> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  identifier: (value) => typeof value === 'string' && /^[^#]*#?$/.test(value),
  anchor: (value) => typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9.:_]*$/.test(value),
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  positive: (value) => typeof value === 'number' && value > 0,
  count: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
  type: (value) =>
    types.has(value) ||
    (isList(value) && value.length > 0 && areDifferent(value) && value.every((type) => types.has(type))),
  list: isList,
  names: isNames,
  schema: isSchema,
  'schema-list': isSchemaList,
  'schema-or-list': (value) => isSchema(value) || isSchemaList(value),
  'schema-map': (value) => isMapOf(value, isSchema),
  'schema-or-names-map': (value) => isMapOf(value, (entry) => isSchema(entry) || isNames(entry)),
  'names-map': (value) => isMapOf(value, isNames),
  'boolean-map': (value) => isMapOf(value, (entry) => typeof entry === 'boolean'),
};

function isSchema(value: JsonValue): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}

function isSchemaList(value: JsonValue): boolean {
  return isList(value) && value.length > 0 && value.every(isSchema);
}

function isNames(value: JsonValue): boolean {
  return isList(value) && value.every((name) => typeof name === 'string') && areDifferent(value);
}

function areDifferent(values: readonly JsonValue[]): boolean {
  return values.length < 2 || new Set(values).size === values.length;
}

function isMapOf(value: JsonValue, isEntry: (entry: JsonValue) => boolean): boolean {
  if (!isJsonObject(value)) return false;
  for (const name of Object.keys(value)) {
    if (!isEntry(value[name] ?? null)) return false;
  }
  return true;
}
