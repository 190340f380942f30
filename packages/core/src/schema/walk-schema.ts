import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import type { Dialect } from './dialect.js';
import { KEYWORDS } from './keywords.js';

/** Sees one schema. Anything but `undefined` ends the walk. */
export type SchemaVisitor<Answer> = (schema: JsonObject, pointer: string) => Answer | undefined;

/**
 * Visits a schema and all schemas inside it, the outer before the inner. It knows where schemas are: a
 * property that is called `$ref` or `enum` is not a keyword, and what stands below `default`, `enum` or a
 * keyword that the dialect does not know is no schema. Values of the wrong kind, and the schemas `true` and
 * `false`, are passed over. Answers what the visitor answered first.
 */
export function walkSchema<Answer>(
  schema: JsonValue,
  dialect: Dialect,
  visit: SchemaVisitor<Answer>,
  pointer = '',
): Answer | undefined {
  if (!isJsonObject(schema)) return undefined;
  const answer = visit(schema, pointer);
  if (answer !== undefined) return answer;
  const shapes = KEYWORDS[dialect];
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (typeof value !== 'object' || value === null) continue;
    const shape = shapes.get(keyword);
    if (shape === undefined || !shape.startsWith('schema')) continue;
    const found = walkKeyword(value, shape, dialect, visit, `${pointer}/${keyword}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function walkKeyword<Answer>(
  value: JsonObject | readonly JsonValue[],
  shape: string,
  dialect: Dialect,
  visit: SchemaVisitor<Answer>,
  pointer: string,
): Answer | undefined {
  if (isList(value)) {
    if (shape !== 'schema-list' && shape !== 'schema-or-list') return undefined;
    for (const [index, item] of value.entries()) {
      const found = walkSchema(item, dialect, visit, `${pointer}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (shape === 'schema' || shape === 'schema-or-list') return walkSchema(value, dialect, visit, pointer);
  if (shape === 'schema-list') return undefined;
  for (const name of Object.keys(value)) {
    const found = walkSchema(value[name] ?? null, dialect, visit, `${pointer}/${escapePointer(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the path `steps` leads from a schema to one that {@link walkSchema} visits. */
export function isSchemaPlace(steps: readonly string[], dialect: Dialect): boolean {
  const shapes = KEYWORDS[dialect];
  let index = 0;
  while (index < steps.length) {
    const shape = shapes.get(steps[index] ?? '');
    if (shape === undefined || !shape.startsWith('schema')) return false;
    const isDirect = shape === 'schema' || (shape === 'schema-or-list' && !/^\d+$/.test(steps[index + 1] ?? ''));
    index += isDirect ? 1 : 2;
  }
  return index === steps.length;
}

/** A name as one step of a JSON pointer. */
export function escapePointer(name: string): string {
  return name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** The steps of a JSON pointer. */
export function splitPointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether a value is a JSON list: `Array.isArray` that also knows read-only lists. */
export function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}
