/*
 * A schema as the form's library needs it: foreign words as plain text, a title for each branch, several types as branches,
 * and a field for JSON where there is nothing better to draw. The value is never changed by it.
 */
import { toPlain } from '../foreign.js';
import { isRecord, resolvePointer, type Schema, schemasIn, typesOf } from './schema-parts.js';

/** The field under which a part is entered as JSON; the library finds it by the `$id` of a schema. */
export const jsonFieldId = 'loadout-json';

/** Words for what a schema does not say. */
export interface BranchWords {
  readonly type: (type: string) => string;
  readonly withFields: (names: string) => string;
  readonly option: (number: number) => string;
  /** A default is told, not entered: its tool applies it. */
  readonly defaultIs: (value: string) => string;
}

/** From so many characters on a text gets several lines. */
const longText = 500;

/** The prepared copy. */
export function prepareSchema(schema: Schema, words: BranchWords): Record<string, unknown> {
  return prepare(schema, { root: schema, words });
}

interface Preparing {
  readonly root: Schema;
  readonly words: BranchWords;
}

function prepare(schema: unknown, state: Preparing, name?: string): Record<string, unknown> {
  if (!isRecord(schema)) return toJsonField({}, name, state);
  if (needsJson(schema) && schema !== state.root) return toJsonField(schema, name, state);
  const { $id: _id, $anchor: _anchor, examples: _examples, default: _default, ...rest } = schema;
  const copy: Record<string, unknown> = { ...rest, ...describe(schema, name, state) };
  const types = typesOf(schema);
  if (types.length > 1) return splitTypes(copy, types, state);
  if (
    schema.type === 'string' &&
    typeof schema.maxLength === 'number' &&
    schema.maxLength >= longText &&
    !schema.format
  )
    copy.format = 'textarea';
  if (Array.isArray(schema.enum)) nameValues(copy, schema.enum);
  if (isRecord(schema.properties)) copy.properties = prepareProperties(schema.properties, schema.required, state);
  for (const key of ['$defs', 'definitions']) {
    const definitions = schema[key];
    if (isRecord(definitions)) copy[key] = mapSchemas(definitions, state, false);
  }
  if (isRecord(schema.items)) {
    copy.items = prepare(schema.items, state);
    // Of a fixed list of values each is chosen or not, which the library draws where none may come twice.
    if (Array.isArray(schema.items.enum)) copy.uniqueItems = true;
  }
  if (isRecord(schema.additionalProperties)) copy.additionalProperties = prepare(schema.additionalProperties, state);
  if (Array.isArray(schema.allOf)) copy.allOf = schemasIn(schema.allOf).map((part) => prepareBranch(part, state));
  for (const key of ['anyOf', 'oneOf']) {
    const branches = schema[key];
    if (Array.isArray(branches)) copy[key] = nameBranches(schemasIn(branches), state);
  }
  return copy;
}

function describe(schema: Schema, name: string | undefined, { words }: Preparing): Record<string, string> {
  const { title, description } = schema;
  const shown = typeof title === 'string' && title.trim() !== '' ? title : name;
  const hints = [
    ...(typeof description === 'string' ? [description] : []),
    ...('default' in schema && schema.default !== null ? [words.defaultIs(toWord(schema.default))] : []),
  ];
  return {
    ...(shown === undefined ? {} : { title: toPlain(shown) }),
    ...(hints.length === 0 ? {} : { description: toPlain(hints.join(' ')) }),
  };
}

/** Values that would be shown as something else than they are get names; a list of values has no place for them. */
function nameValues(copy: Record<string, unknown>, values: readonly unknown[]): void {
  if (
    values.every((value) => (typeof value !== 'object' || value === null) && toPlain(String(value)) === String(value))
  ) {
    return;
  }
  delete copy.enum;
  copy.oneOf = values.map((value) => ({ const: value, title: toPlain(toWord(value)) }));
}

function toWord(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function toJsonField(schema: Schema, name: string | undefined, state: Preparing): Record<string, unknown> {
  return { $id: jsonFieldId, ...describe(schema, name, state) };
}

function mapSchemas(schemas: Schema, state: Preparing, isNamed: boolean): Record<string, unknown> {
  const entries = Object.entries(schemas).filter(([, schema]) => schema !== false);
  return Object.fromEntries(entries.map(([name, schema]) => [name, prepareNamed(schema, state, isNamed, name)]));
}

function prepareProperties(properties: Schema, required: unknown, state: Preparing): Record<string, unknown> {
  const prepared = mapSchemas(properties, state, true);
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  return Object.fromEntries(
    Object.entries(prepared).map(([name, property]) => {
      if (!isRecord(property) || property.const === undefined) return [name, property];
      // The one value that it may have stands there where it must; elsewhere it can be chosen.
      const { const: only, ...rest } = property;
      return [name, isRequired(name) ? { ...property, readOnly: true } : { ...rest, enum: [only] }];
    }),
  );
}

function prepareNamed(schema: unknown, state: Preparing, isNamed: boolean, name: string): Record<string, unknown> {
  const hasOwnTitle =
    !isNamed || (isRecord(schema) && typeof schema.$ref === 'string' && titleOf(schema, state) !== '');
  return prepare(schema, state, hasOwnTitle ? undefined : name);
}

/** The title of a schema, or of what it refers to. */
function titleOf(schema: Schema, { root }: Preparing): string {
  if (typeof schema.title === 'string') return schema.title.trim();
  const target = typeof schema.$ref === 'string' ? resolvePointer(root, schema.$ref) : undefined;
  return isRecord(target) && typeof target.title === 'string' ? target.title.trim() : '';
}

/** A part of `allOf` draws no field of its own. */
function prepareBranch(schema: Schema, state: Preparing): Record<string, unknown> {
  const prepared = prepare(schema, state);
  return prepared.$id === jsonFieldId ? { ...schema } : prepared;
}

/** Nothing in it says what could be entered. */
function needsJson(schema: Schema): boolean {
  const says = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'properties', 'if'].some((key) => key in schema);
  if (says) return false;
  const [type, second] = typesOf(schema);
  if (second !== undefined) return false;
  if (type === 'object') return !isRecord(schema.additionalProperties);
  if (type === 'array') return !isRecord(schema.items);
  return type === undefined && schema.type !== 'null' && !(Array.isArray(schema.type) && schema.type.length > 0);
}

function splitTypes(schema: Record<string, unknown>, types: readonly string[], state: Preparing) {
  const { type, title, description, ...rest } = schema;
  const all = Array.isArray(type) && type.includes('null') ? [...types, 'null'] : types;
  const branches = all.map((entry) => ({
    ...prepare({ ...rest, type: entry }, state),
    title: state.words.type(entry),
  }));
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    anyOf: branches,
  };
}

function nameBranches(branches: readonly Schema[], state: Preparing): readonly Record<string, unknown>[] {
  const titles = branches.map((branch, index) => deriveTitle(branch, state) ?? state.words.option(index + 1));
  return branches.map((branch, index) => {
    const title = titles[index] ?? '';
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title);
    return { ...prepare(branch, state), title: toPlain(isAlone ? title : `${title} (${index + 1})`) };
  });
}

function deriveTitle(branch: Schema, state: Preparing): string | undefined {
  const own = titleOf(branch, state);
  if (own !== '') return own;
  if (branch.const !== undefined) return String(branch.const);
  if (typeof branch.$ref === 'string') return branch.$ref.split('/').at(-1);
  const { properties } = branch;
  if (isRecord(properties)) {
    for (const [name, property] of Object.entries(properties)) {
      if (isRecord(property) && property.const !== undefined) return `${name}: ${String(property.const)}`;
    }
    const required = Array.isArray(branch.required) ? branch.required : Object.keys(properties);
    if (required.length > 0) return state.words.withFields(required.slice(0, 3).join(', '));
  }
  if (Array.isArray(branch.required) && branch.required.length > 0) {
    return state.words.withFields(branch.required.slice(0, 3).join(', '));
  }
  const type = branch.type === 'null' ? 'null' : typesOf(branch)[0];
  return type === undefined ? undefined : state.words.type(type);
}
