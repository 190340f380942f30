import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../contract/json.js';
import type { Dialect } from './dialect.js';
import { ANNOTATIONS, KEYWORDS, type KeywordShape } from './keywords.js';
import { indexReferences, type Reference, type References, referencesOf } from './references.js';
import { escapePointer, isList } from './walk-schema.js';

/** A schema rewritten for the compiler. */
export interface NormalisedSchema {
  readonly schema: JsonObject;
  /** Every regular expression in it. */
  readonly patterns: ReadonlySet<string>;
  /** Whether a part that is reached by reference refers further, so that checking may take very long. */
  readonly isNested: boolean;
  /** Whether it refers to the schema of the dialect. */
  readonly refersToDialect: boolean;
}

/**
 * Copies a checked schema so that it means to the compiler what its dialect says, and nothing more:
 * - Only keywords of the dialect stay that can judge a value. So OpenAPI's `nullable`, and what the compiler
 *   knows beyond the dialects (`$async`, `id`), have no effect.
 * - In draft-07, what stands beside `$ref` goes.
 * - What references lead to moves into `$defs` and is referred to there; addresses and anchors go. So no
 *   schema can be confused with another one's part, whatever both call themselves.
 */
export function normaliseSchema(document: JsonSchema, dialect: Dialect): NormalisedSchema {
  const shapes = KEYWORDS[dialect];
  const patterns = new Set<string>();
  const definitions: Record<string, JsonValue> = {};
  const numbers = new Map<string, number>();
  const waiting: { readonly name: number; readonly schema: JsonObject | boolean; readonly pointer: string }[] = [];
  let index: References | undefined;
  let isInDefinition = false;
  let isNested = false;
  let refersToDialect = false;

  /** The reference as it is written in the copy. */
  function rewrite(reference: Reference): string {
    index ??= indexReferences(document, dialect);
    const target = index.resolve(reference);
    if ('reason' in target) throw new Error(`"${reference.pointer}/${reference.keyword}" ${target.reason}`);
    if (target.kind === 'dialect') {
      refersToDialect = true;
      return target.address;
    }
    if (isInDefinition || target.pointer === '') isNested = true;
    if (target.pointer === '') return '#';
    let number = numbers.get(target.pointer);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(target.pointer, number);
      waiting.push({ name: number, schema: target.schema, pointer: target.pointer });
    }
    return `#/$defs/${number}`;
  }

  function copySchema(schema: JsonValue, pointer: string): JsonValue {
    if (!isJsonObject(schema)) return schema;
    const [reference, ...others] = referencesOf(schema, pointer, dialect).map(rewrite);
    if (dialect === 'draft-07' && reference !== undefined) return { $ref: reference };
    const copy: Record<string, JsonValue> = {};
    const also: JsonValue[] = others.map(($ref) => ({ $ref }));
    if (reference !== undefined) copy.$ref = reference;
    for (const keyword of Object.keys(schema)) {
      const shape = shapes.get(keyword);
      if (shape === undefined || ANNOTATIONS.has(keyword) || isReference(keyword)) continue;
      const value = schema[keyword] ?? null;
      // A value can never be one of none, which the compiler refuses to say.
      if (keyword === 'enum' && isList(value) && value.length === 0) also.push(false);
      else copy[keyword] = copyKeyword(value, shape, `${pointer}/${keyword}`);
      if (keyword === 'pattern' && typeof value === 'string') patterns.add(value);
      if (keyword === 'patternProperties')
        for (const pattern of Object.keys(value as JsonObject)) patterns.add(pattern);
    }
    if (also.length > 0) copy.allOf = [...(isList(copy.allOf) ? copy.allOf : []), ...also];
    return copy;
  }

  function copyKeyword(value: JsonValue, shape: KeywordShape, pointer: string): JsonValue {
    if (!shape.startsWith('schema')) return value;
    if (isList(value)) {
      if (shape === 'schema-or-names-map') return value;
      return value.map((item, at) => copySchema(item, `${pointer}/${at}`));
    }
    if (!shape.endsWith('map')) return copySchema(value, pointer);
    const map = value as JsonObject; // as the check made sure
    const copy: Record<string, JsonValue> = {};
    for (const name of Object.keys(map)) {
      copy[name] = isList(map[name]) ? map[name] : copySchema(map[name] ?? true, `${pointer}/${escapePointer(name)}`);
    }
    return copy;
  }

  // The compiler finds "#" only in a schema that has an address; it is not kept, so all may have the same.
  const schema: Record<string, JsonValue> = { $id: 'loadout:schema', ...(copySchema(document, '') as JsonObject) };
  isInDefinition = true;
  // Copying a definition may add others.
  for (const { name, schema: definition, pointer } of waiting) definitions[name] = copySchema(definition, pointer);
  if (waiting.length > 0) schema.$defs = definitions;
  return { schema, patterns, isNested, refersToDialect };
}

function isReference(keyword: string): boolean {
  return keyword === '$ref' || keyword === '$recursiveRef' || keyword === '$dynamicRef';
}
