import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isSameJson } from '../schema/is-same-json.js';
import { KEYWORDS, NOTES } from '../schema/keywords.js';
import { isList } from '../schema/walk-schema.js';

/*
 * Finding one's way in a schema that toModernSchema wrote: 2020-12, each reference is "#" or "#/$defs/<name>".
 */

const shapes = KEYWORDS['2020-12'];

/** A copy of `schema` with each schema directly inside it, definitions too, replaced by what `map` answers. */
export function mapParts(schema: JsonObject, map: (part: JsonValue) => JsonValue): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {};
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] ?? null;
    const shape = shapes.get(keyword) ?? '';
    if (!shape.startsWith('schema')) copy[keyword] = value;
    else if (isList(value)) copy[keyword] = value.map(map);
    else if (!shape.endsWith('map')) copy[keyword] = map(value);
    else {
      const entries = isJsonObject(value) ? Object.entries(value) : [];
      copy[keyword] = Object.fromEntries(entries.map(([name, part]) => [name, map(part)]));
    }
  }
  return copy;
}

/** What `$ref` of a schema in `root` leads to. */
export function followReference(root: JsonObject, reference: JsonValue | undefined): JsonValue {
  if (reference === '#') return root;
  if (typeof reference !== 'string' || !isJsonObject(root.$defs)) return true;
  return root.$defs[reference.slice('#/$defs/'.length)] ?? true;
}

/** `schema`, or where it is nothing but a reference what that leads to, however many follow each other. */
export function resolveAlone(root: JsonObject, schema: JsonValue): JsonValue {
  let current = schema;
  for (let step = 0; step < 100 && isJsonObject(current) && current.$ref !== undefined; step += 1) {
    if (Object.keys(current).some((keyword) => keyword !== '$ref' && !NOTES.has(keyword))) return current;
    current = followReference(root, current.$ref);
  }
  return current;
}

/** The types of a schema's `type`; undefined where it has none. */
export function typesOf(schema: JsonObject): readonly string[] | undefined {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  return isList(type) ? type.filter((one) => typeof one === 'string') : undefined;
}

/** The most fitting type of a value. */
export function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (isList(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Whether a value is of one of `types`. */
export function isOfType(value: JsonValue, types: readonly string[]): boolean {
  const type = typeOfValue(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** Whether a schema says nothing of values at all. */
export function acceptsAnything(schema: JsonValue | undefined): boolean {
  if (schema === undefined || schema === true) return true;
  return isJsonObject(schema) && Object.keys(schema).every((keyword) => NOTES.has(keyword));
}

/** Whether a part of a union leaves its type to the schema around it. */
export function isWithoutType(schema: JsonValue): schema is JsonObject {
  if (!isJsonObject(schema) || valuesOf(schema) !== undefined) return false;
  return ['type', '$ref', 'allOf', 'anyOf', 'oneOf'].every((keyword) => schema[keyword] === undefined);
}

/** Whether it is certain that no value fits a schema. */
export function acceptsNothing(schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return schema === false;
  const { not, allOf, anyOf, oneOf } = schema;
  if (not !== undefined && acceptsAnything(not)) return true;
  if (isList(allOf) && allOf.some(acceptsNothing)) return true;
  if ([anyOf, oneOf].some((union) => isList(union) && union.every(acceptsNothing))) return true;
  const values = fittingValuesOf(schema);
  return values !== undefined && values.length === 0;
}

/** Whether all values that fit `part` are of one of `types`, as far as it says so. */
export function isOnlyOfTypes(root: JsonObject, part: JsonValue, types: readonly string[], level = 0): boolean {
  const schema = resolveAlone(root, part);
  if (acceptsNothing(schema)) return true;
  if (!isJsonObject(schema) || level > 4) return false;
  const values = valuesOf(schema);
  if (values?.every((value) => isOfType(value, types))) return true;
  const own = typesOf(schema);
  if (own?.every((type) => types.includes(type) || (type === 'integer' && types.includes('number')))) return true;
  const union = schema.anyOf ?? schema.oneOf;
  return isList(union) && union.every((inner) => isOnlyOfTypes(root, inner, types, level + 1));
}

/** The values of `enum` or `const`; undefined where a schema has neither. */
export function valuesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  const { const: only } = schema;
  if (only === undefined) return isList(schema.enum) ? schema.enum : undefined;
  if (isList(schema.enum) && !schema.enum.some((value) => isSameJson(value, only))) return [];
  return [only];
}

/** Whether a schema names its only value. */
export function isConstant(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && valuesOf(schema)?.length === 1;
}

/** Those of {@link valuesOf} that are of the schema's type. */
export function fittingValuesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  const types = typesOf(schema);
  const values = valuesOf(schema);
  return types === undefined ? values : values?.filter((value) => isOfType(value, types));
}

/** Freezes what is handed out, all the way down. */
export function freezeDeep<Value extends JsonValue>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freezeDeep(inner);
  }
  return value;
}
