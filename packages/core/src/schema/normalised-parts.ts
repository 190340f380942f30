import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isList } from './walk-schema.js';

/*
 * Finding one's way in a normalised schema, in which a reference is "#" or "#/$defs/<number>".
 */

/** Keywords whose schemas judge the same value as the schema that they stand in. */
export const SAME_VALUE_KEYWORDS: readonly string[] = [
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
];

/** What `$ref` of `schema` leads to, in the schema `root`. */
export function resolveNormalised(schema: JsonObject, root: JsonObject): JsonValue {
  const { $ref } = schema;
  if ($ref === '#') return root;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/$defs/') || !isJsonObject(root.$defs)) return true;
  return root.$defs[$ref.slice(8)] ?? true;
}

/** All schemas that may judge the value at the end of `steps`, whichever alternatives are meant. */
export function schemasAt(root: JsonObject, steps: readonly string[]): ReadonlySet<JsonObject> {
  let current = new Set<JsonObject>();
  addWithParts(root, root, current);
  for (const step of steps) {
    const next = new Set<JsonObject>();
    for (const schema of current) {
      for (const inner of innerSchemas(schema, step)) addWithParts(inner, root, next);
    }
    current = next;
  }
  return current;
}

function addWithParts(schema: JsonValue, root: JsonObject, found: Set<JsonObject>): void {
  if (!isJsonObject(schema) || found.has(schema)) return;
  found.add(schema);
  if (schema.$ref !== undefined) addWithParts(resolveNormalised(schema, root), root, found);
  for (const keyword of SAME_VALUE_KEYWORDS) {
    const inner = schema[keyword];
    if (isList(inner)) for (const part of inner) addWithParts(part, root, found);
    else if (!isJsonObject(inner)) continue;
    else if (!keyword.startsWith('dependen')) addWithParts(inner, root, found);
    else for (const name of Object.keys(inner)) addWithParts(inner[name] ?? true, root, found);
  }
}

/** The schemas of `schema` for its property or item `step`, by any keyword. */
function innerSchemas(schema: JsonObject, step: string): readonly JsonValue[] {
  const inner: JsonValue[] = [];
  const { properties, patternProperties, prefixItems, items } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, step)) inner.push(properties[step] ?? true);
  if (isJsonObject(patternProperties)) inner.push(...Object.values(patternProperties));
  for (const list of [prefixItems, items]) {
    if (isList(list) && /^\d+$/.test(step)) inner.push(list[Number(step)] ?? true);
  }
  for (const keyword of [
    'items',
    'additionalItems',
    'unevaluatedItems',
    'contains',
    'additionalProperties',
    'unevaluatedProperties',
  ]) {
    if (isJsonObject(schema[keyword])) inner.push(schema[keyword]);
  }
  return inner;
}
