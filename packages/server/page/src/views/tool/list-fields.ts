/*
 * A schema as a list of fields, for people who read it. It says what is most often said; all of it is in the JSON.
 */
import { isRecord, resolvePointer, type Schema, schemasIn, typesOf } from '../../parts/schema-form/schema-parts.js';

/** One field of a schema, also one within another. */
export interface Field {
  /** Names joined by points; `[]` stands for an entry of a list. */
  readonly path: string;
  readonly types: readonly string[];
  readonly isRequired: boolean;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** The values that it may have, as JSON; empty: others decide. */
  readonly choices: readonly string[];
  /** Keywords that bound it, as they stand in the schema. */
  readonly bounds: readonly (readonly [keyword: string, value: string])[];
  readonly defaultValue: string | undefined;
}

/** What is listed, and whether that is all. */
export interface FieldList {
  readonly fields: readonly Field[];
  readonly isWhole: boolean;
}

const mostFields = 200;
const deepest = 6;

const boundWords = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
];

/** The fields of a schema in its order, each before those within it. */
export function listFields(root: Schema): FieldList {
  const fields: Field[] = [];
  let isWhole = true;
  const walk = (given: Schema, path: string, depth: number): void => {
    const schema = resolve(given, root);
    if (depth > deepest) {
      isWhole = false;
      return;
    }
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const [name, property] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
      if (!isRecord(property)) continue;
      if (fields.length >= mostFields) {
        isWhole = false;
        return;
      }
      const at = path === '' ? name : `${path}.${name}`;
      fields.push(describe(resolve(property, root), { path: at, isRequired: required.includes(name), root }));
      walk(property, at, depth + 1);
    }
    for (const part of ['allOf', 'anyOf', 'oneOf']) {
      for (const branch of schemasIn(schema[part])) walk(branch, path, depth + 1);
    }
    if (isRecord(schema.items)) walk(schema.items, `${path}[]`, depth + 1);
  };
  walk(root, '', 0);
  return { fields: withoutRepeats(fields), isWhole };
}

function describe(
  schema: Schema,
  { path, isRequired, root }: { readonly path: string; readonly isRequired: boolean; readonly root: Schema },
): Field {
  return {
    path,
    types: listTypes(schema, root),
    isRequired,
    title: text(schema.title),
    description: text(schema.description),
    choices: listChoices(schema, root).map(write),
    bounds: boundWords.flatMap((word) => (schema[word] === undefined ? [] : [[word, write(schema[word])] as const])),
    defaultValue: schema.default === undefined ? undefined : write(schema.default),
  };
}

/** Of a list: those of its entries. */
function listChoices(schema: Schema, root: Schema): readonly unknown[] {
  if ('const' in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  return isRecord(schema.items) && !isRecord(schema.items.properties)
    ? listChoices({ ...resolve(schema.items, root), items: undefined }, root)
    : [];
}

/** `string`, `string[]`; those of branches too. */
function listTypes(given: Schema, root: Schema, depth = 0): readonly string[] {
  if (depth > deepest) return [];
  const schema = resolve(given, root);
  const own = typesOf(schema).map((type) => {
    if (type !== 'array' || !isRecord(schema.items)) return type;
    const inner = listTypes(schema.items, root, depth + 1);
    if (inner.length === 0) return type;
    return inner.length === 1 ? `${inner[0]}[]` : `(${inner.join(' | ')})[]`;
  });
  const branches = [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf)];
  return [...new Set([...own, ...branches.flatMap((branch) => listTypes(branch, root, depth + 1))])];
}

function resolve(schema: Schema, root: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema;
  const target = resolvePointer(root, schema.$ref);
  return isRecord(target) ? { ...target, ...schema } : schema;
}

/** The same field of two branches that say the same of it. */
function withoutRepeats(fields: readonly Field[]): readonly Field[] {
  const seen = new Set<string>();
  return fields.filter((field) => {
    const key = JSON.stringify(field);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function write(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}
