import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { escapePointer, isList } from '../schema/walk-schema.js';
import type { ModernSchema } from './modern-schema.js';
import { acceptsAnything, followReference, isSameText, mapParts, NOTES, typesOf } from './schema-parts.js';

/*
 * OpenAI and Anthropic refuse some keywords at the root of a schema. They are left out there; so that the model still
 * learns which properties there are, those of the alternatives are listed at the root. Nothing is narrowed: a property
 * that some alternative leaves open accepts anything.
 */

/** A root without what an API refuses there. */
export interface FoldedRoot {
  readonly root: JsonObject;
  /** Whether more is accepted than before. */
  readonly isWidened: boolean;
}

/** Keywords at the root that OpenAI (also non-strict) and Anthropic refuse; `const` is an `enum` of one. */
export const ROOT_KEYWORDS: readonly string[] = ['$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const', 'not'];

const mergeable: ReadonlySet<string> = new Set(['type', 'properties', 'required', 'allOf', '$ref', '$defs', ...NOTES]);

/** The root of `modern` without `keywords`. */
export function foldRoot(modern: ModernSchema, keywords: readonly string[], apiName: string): FoldedRoot {
  const { pointers, remarks } = modern;
  const present = keywords.filter((keyword) => modern.root[keyword] !== undefined);
  if (present.length === 0) return { root: modern.root, isWidened: false };
  const whole = keepRootForReferences(modern);
  const root: Record<string, JsonValue> = { ...whole };
  pointers.set(root, '');
  const unions: (readonly JsonValue[])[] = [];
  let isWidened = false;

  const drop = (keyword: string, place: string): void => {
    isWidened = true;
    remarks.add(
      'root-keyword-dropped',
      place,
      `${apiName} takes no "${keyword}" at the root of a schema: it is left out of what is sent, and the host checks it itself.`,
    );
  };

  // First what all values have to fulfil.
  const waiting: JsonValue[] = [];
  if (present.includes('$ref')) waiting.push(followReference(whole, whole.$ref));
  if (present.includes('allOf') && isList(whole.allOf)) waiting.push(...whole.allOf);
  const seen = new Set<JsonValue>();
  for (const part of waiting) {
    if (acceptsAnything(part) || seen.has(part)) continue;
    seen.add(part);
    const place = pointers.get(part) ?? '/allOf';
    if (!isJsonObject(part)) {
      drop('allOf', place);
      continue;
    }
    mergeObject(root, part);
    if (part.$ref !== undefined) waiting.push(followReference(whole, part.$ref));
    if (isList(part.allOf)) waiting.push(...part.allOf);
    for (const union of ['anyOf', 'oneOf']) if (isList(part[union])) unions.push(part[union]);
    for (const keyword of Object.keys(part)) {
      const isOtherType = keyword === 'type' && typesOf(part)?.includes('object') === false;
      if (isOtherType) drop(keyword, `${place}/${keyword}`);
      if (!mergeable.has(keyword) && !(keyword === 'additionalProperties' && acceptsAnything(part[keyword]))) {
        drop(keyword, `${place}/${keyword}`);
      }
    }
  }
  // Merging may not say all where more than these two speak of the same properties.
  const hasRules = root.patternProperties !== undefined || root.unevaluatedProperties !== undefined;
  if (seen.size > 0 && hasRules) drop('allOf', '/allOf');
  for (const keyword of present) {
    delete root[keyword];
    if (keyword === 'allOf' || keyword === '$ref') {
      remarks.add(
        'root-folded',
        `/${keyword}`,
        `What "${keyword}" at the root says of properties is said at the root itself.`,
      );
      continue;
    }
    drop(keyword, `/${keyword}`);
    const value = whole[keyword];
    if ((keyword === 'anyOf' || keyword === 'oneOf') && isList(value)) unions.push(value);
  }
  for (const union of unions) listProperties(root, union, whole);
  if (isWidened && root.unevaluatedProperties !== undefined) {
    delete root.unevaluatedProperties;
    drop('unevaluatedProperties', '/unevaluatedProperties');
  }
  root.type = 'object';
  return { root, isWidened };
}

/** What a part that always applies says of properties. */
function mergeObject(root: Record<string, JsonValue>, part: JsonObject): void {
  const { properties, required } = part;
  const known: Record<string, JsonValue> = { ...(isJsonObject(root.properties) ? root.properties : {}) };
  const additional = root.additionalProperties ?? true;
  for (const [name, schema] of isJsonObject(properties) ? Object.entries(properties) : []) {
    const before = Object.hasOwn(known, name) ? known[name] : acceptsAnything(additional) ? undefined : additional;
    // What the root excludes stays excluded.
    if (before === false && !Object.hasOwn(known, name)) continue;
    if (before === undefined || acceptsAnything(before)) known[name] = schema;
    else if (!isSameText(before, schema)) known[name] = { allOf: [before, schema] };
  }
  root.properties = known;
  addRequired(root, isList(required) ? required : []);
}

function addRequired(root: Record<string, JsonValue>, names: readonly JsonValue[]): void {
  if (names.length > 0) root.required = [...new Set([...(isList(root.required) ? root.required : []), ...names])];
}

/** Lists what the alternatives say of properties, so that at least what each of them accepts is accepted. */
function listProperties(root: Record<string, JsonValue>, union: readonly JsonValue[], whole: JsonObject): void {
  const branches = union.map((branch) => followAlternatives(branch, whole));
  if (root.additionalProperties !== false) {
    const known: Record<string, JsonValue> = { ...(isJsonObject(root.properties) ? root.properties : {}) };
    const names = new Set(
      branches.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])),
    );
    for (const name of names) if (!Object.hasOwn(known, name)) known[name] = unite(branches, name);
    root.properties = known;
  }
  const [first, ...others] = branches.map(({ required }) => (isList(required) ? required : []));
  addRequired(
    root,
    (first ?? []).filter((name) => others.every((names) => names.includes(name))),
  );
}

function unite(branches: readonly JsonObject[], name: string): JsonValue {
  const schemas: JsonValue[] = [];
  let isOpen = false;
  for (const branch of branches) {
    const { properties } = branch;
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) {
      const schema = properties[name] ?? true;
      if (schema !== false && !schemas.some((known) => isSameText(known, schema))) schemas.push(schema);
    } else if (branch.additionalProperties !== false || branch.patternProperties !== undefined) isOpen = true;
  }
  if (schemas.length === 0) return isOpen;
  if (isOpen && !schemas.some(acceptsAnything)) schemas.push({});
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only : { anyOf: schemas };
}

function followAlternatives(branch: JsonValue, whole: JsonObject): JsonObject {
  let current = branch;
  for (let step = 0; step < 100 && isJsonObject(current); step += 1) {
    if (current.$ref === undefined || current.properties !== undefined) return current;
    current = followReference(whole, current.$ref);
  }
  return {};
}

/** What refers to the root means the root as it was: it gets a place of its own among the definitions. */
export function keepRootForReferences({ root, pointers }: ModernSchema): JsonObject {
  if (!refersToRoot(root)) return root;
  const definitions = isJsonObject(root.$defs) ? root.$defs : {};
  let name = 'root';
  while (Object.hasOwn(definitions, name)) name += '_';
  const target = `#/$defs/${escapePointer(name)}`;
  const repoint = (part: JsonValue): JsonValue => {
    if (!isJsonObject(part)) return part;
    const copy = mapParts(part, repoint);
    if (copy.$ref === '#') copy.$ref = target;
    pointers.set(copy, pointers.get(part) ?? '');
    return copy;
  };
  const whole = repoint(root) as Record<string, JsonValue>;
  const { $defs, ...alone } = whole;
  pointers.set(alone, '');
  return { ...whole, $defs: { ...(isJsonObject($defs) ? $defs : {}), [name]: alone } };
}

function refersToRoot(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  if (schema.$ref === '#') return true;
  let found = false;
  mapParts(schema, (part) => {
    found ||= refersToRoot(part);
    return part;
  });
  return found;
}
