import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../contract/json.js';
import type { Dialect } from './dialect.js';
import { indexReferences, type Reference, type References, type ReferenceTarget, referencesOf } from './references.js';
import { escapePointer, isList, isSchemaPlace, type SchemaVisitor, splitPointer, walkSchema } from './walk-schema.js';

/** How often one value may be checked, and how many references may follow each other before it is looked into. */
const MAX_CHECKS = 10_000;
const MAX_CHAIN = 100;

/**
 * Checks that every reference leads to a schema, that what is reached by reference alone is one (by `visit`,
 * which also adds the references it finds), and that following references ends.
 */
export function checkReferences(
  schema: JsonSchema,
  dialect: Dialect,
  references: readonly Reference[],
  visit: SchemaVisitor<string>,
): string | undefined {
  const index = indexReferences(schema, dialect);
  const visited = new Set<string>();
  const targets: (ReferenceTarget & { readonly kind: 'local' })[] = [];
  // The visitor appends to `references` while this runs.
  for (const reference of references) {
    const target = index.resolve(reference);
    if ('reason' in target) {
      const place = `${reference.pointer}/${reference.keyword}`;
      return `"${place}" is ${JSON.stringify(reference.text).slice(0, 300)}, which ${target.reason}.`;
    }
    if (target.kind === 'dialect' || visited.has(target.pointer)) continue;
    visited.add(target.pointer);
    targets.push(target);
    if (isSchemaPlace(splitPointer(target.pointer), dialect)) continue;
    const problem = walkSchema(target.schema, dialect, visit, target.pointer);
    if (problem !== undefined) return problem;
  }
  return checkThatItEnds(targets, dialect, index);
}

/**
 * A schema that leads back to itself before it looks into the value never ends, and one that refers twice to
 * one that refers twice to another … takes twice as long with each step.
 */
function checkThatItEnds(
  targets: readonly { readonly schema: JsonObject | boolean; readonly pointer: string }[],
  dialect: Dialect,
  index: References,
): string | undefined {
  /** How many checks a schema makes on one value; 0 while that is worked out. */
  const known = new Map<JsonObject, number>();
  let problem: string | undefined;

  const count = (schema: JsonValue, pointer: string, chain: number): number => {
    if (!isJsonObject(schema) || problem !== undefined) return 1;
    const before = known.get(schema);
    if (before !== undefined && before > 0) return before;
    if (before === 0) {
      problem = `${placeName(pointer)} leads back to itself without looking into the value, so that checking would never end. Remove one of the references.`;
      return 1;
    }
    known.set(schema, 0);
    let checks = 1;
    for (const reference of referencesOf(schema, pointer, dialect)) {
      const target = index.resolve(reference);
      if (!('reason' in target) && target.kind === 'local') checks += count(target.schema, target.pointer, chain + 1);
    }
    for (const [part, partPointer] of sameValueParts(schema, pointer, dialect))
      checks += count(part, partPointer, chain);
    if (checks > MAX_CHECKS || chain > MAX_CHAIN) {
      problem ??= `${placeName(pointer)} refers to other parts so often that checking one value could take too long. Write fewer references to references.`;
    }
    known.set(schema, checks);
    return checks;
  };

  for (const target of targets) count(target.schema, target.pointer, 0);
  return problem;
}

/** The schemas inside `schema` that judge the same value as itself. */
function* sameValueParts(schema: JsonObject, pointer: string, dialect: Dialect): Generator<[JsonValue, string]> {
  if (dialect === 'draft-07' && typeof schema.$ref === 'string') return;
  for (const keyword of ['not', 'if', 'then', 'else']) {
    if (schema[keyword] !== undefined) yield [schema[keyword], `${pointer}/${keyword}`];
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = schema[keyword];
    if (isList(list)) for (const [at, part] of list.entries()) yield [part, `${pointer}/${keyword}/${at}`];
  }
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const map = schema[keyword];
    if (!isJsonObject(map)) continue;
    for (const name of Object.keys(map)) yield [map[name] ?? true, `${pointer}/${keyword}/${escapePointer(name)}`];
  }
}

function placeName(pointer: string): string {
  return pointer === '' ? 'The schema' : `"${pointer}"`;
}
