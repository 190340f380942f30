import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { NOTES } from '../schema/keywords.js';
import { escapePointer, isList } from '../schema/walk-schema.js';
import type { ModernSchema } from './modern-schema.js';
import { acceptsAnything, followReference, mapParts, typesOf } from './schema-parts.js';

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
  if (keywords.every((keyword) => modern.root[keyword] === undefined)) return { root: modern.root, isWidened: false };
  const unwrapped = unwrapRoot(keepRootForReferences(modern), modern);
  const whole = withUsedDefinitions(unwrapped, modern);
  const present = keywords.filter((keyword) => whole[keyword] !== undefined);
  if (present.length === 0) return { root: whole, isWidened: false };
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

  /** What a part that always applies says, and the root cannot say with it. */
  const leaveOut = (keyword: string, place: string): void => {
    isWidened = true;
    remarks.add(
      'root-keyword-dropped',
      place,
      `"${keyword}" of a part cannot be said together with the rest of the root: it is left out of what is sent, and the host checks it itself.`,
    );
  };

  // First what all values have to fulfil.
  const waiting: JsonValue[] = [];
  if (present.includes('$ref')) waiting.push(followReference(whole, whole.$ref));
  if (present.includes('allOf') && isList(whole.allOf)) waiting.push(...whole.allOf);
  const seen = new Set<JsonValue>();
  const properties = new Properties(whole);
  for (const part of waiting) {
    if (acceptsAnything(part) || seen.has(part)) continue;
    seen.add(part);
    const place = pointers.get(part) ?? '/allOf';
    if (!isJsonObject(part)) {
      leaveOut('allOf', place);
      continue;
    }
    properties.add(part);
    if (part.$ref !== undefined) waiting.push(followReference(whole, part.$ref));
    if (isList(part.allOf)) waiting.push(...part.allOf);
    for (const union of ['anyOf', 'oneOf']) if (isList(part[union])) unions.push(part[union]);
    for (const keyword of Object.keys(part)) {
      const isOtherType = keyword === 'type' && typesOf(part)?.includes('object') === false;
      if (isOtherType) leaveOut(keyword, `${place}/${keyword}`);
      if (!mergeable.has(keyword) && !(keyword === 'additionalProperties' && acceptsAnything(part[keyword]))) {
        leaveOut(keyword, `${place}/${keyword}`);
      }
    }
  }
  if (seen.size > 0) properties.writeTo(root);
  // Merging may not say all where more than these two speak of the same properties.
  const hasRules = root.patternProperties !== undefined || root.unevaluatedProperties !== undefined;
  if (seen.size > 0 && hasRules) leaveOut('allOf', '/allOf');
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
    leaveOut('unevaluatedProperties', '/unevaluatedProperties');
  }
  root.type = 'object';
  return { root: withUsedDefinitions(root, modern), isWidened };
}

/** A root that is nothing but a reference, or an `allOf` of one, is what that leads to. */
function unwrapRoot(root: JsonObject, { pointers, remarks }: ModernSchema): JsonObject {
  let current = root;
  for (let step = 0; step < 100; step += 1) {
    const { $defs, type, $ref, allOf, ...others } = current;
    const isAlone = ($ref === undefined) !== (allOf === undefined) && Object.keys(others).every(isNote);
    const isOne = $ref !== undefined || (isList(allOf) && allOf.length === 1);
    const target = $ref === undefined ? (isList(allOf) ? allOf[0] : undefined) : followReference(root, $ref);
    if (!isAlone || !isOne || !isJsonObject(target) || target === current) return current;
    if (type !== undefined && type !== 'object') return current;
    if (typesOf(target)?.includes('object') === false) return current;
    const keyword = $ref === undefined ? 'allOf' : '$ref';
    const { $defs: _, ...own } = target;
    current = { ...own, ...others, type: 'object', ...($defs === undefined ? {} : { $defs }) };
    pointers.set(current, '');
    remarks.add('root-folded', `/${keyword}`, `What "${keyword}" at the root leads to is said at the root itself.`);
  }
  return current;
}

/** Without definitions that folding left unused. */
function withUsedDefinitions(root: JsonObject, { pointers, remarks }: ModernSchema): JsonObject {
  const { $defs, ...alone } = root;
  if (!isJsonObject($defs)) return root;
  const used = new Set<string>();
  const note = (part: JsonValue): JsonValue => {
    if (!isJsonObject(part)) return part;
    if (typeof part.$ref === 'string' && part.$ref !== '#') used.add(part.$ref.slice('#/$defs/'.length));
    mapParts(part, note);
    return part;
  };
  note(alone);
  // Those that it adds are visited too.
  for (const name of used) note($defs[name] ?? true);
  const names = Object.keys($defs);
  const kept = names.filter((name) => used.has(name));
  if (kept.length === names.length) return root;
  for (const name of names.filter((one) => !used.has(one))) {
    const place = pointers.get($defs[name] ?? true) ?? `/$defs/${escapePointer(name)}`;
    remarks.add('definition-unused', place, 'Nothing that is sent refers to it; it is left out.');
  }
  const rest =
    kept.length === 0 ? alone : { ...root, $defs: Object.fromEntries(kept.map((name) => [name, $defs[name] ?? true])) };
  pointers.set(rest, '');
  return rest;
}

function isNote(keyword: string): boolean {
  return NOTES.has(keyword);
}

/** What all parts that always apply say of the properties of a root. */
class Properties {
  readonly #schemas = new Map<string, JsonValue[]>();
  readonly #texts = new Map<string, Set<string>>();
  readonly #required: Set<JsonValue>;
  /** What the root says of names that it does not list, which holds for those that parts add. */
  readonly #additional: JsonValue;
  readonly #patterns: readonly string[];

  constructor({ properties, required, additionalProperties, patternProperties }: JsonObject) {
    this.#required = new Set(isList(required) ? required : []);
    this.#additional = additionalProperties ?? true;
    this.#patterns = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
    for (const [name, schema] of isJsonObject(properties) ? Object.entries(properties) : []) this.#put(name, schema);
  }

  add({ properties, required }: JsonObject): void {
    for (const name of isList(required) ? required : []) this.#required.add(name);
    for (const [name, schema] of isJsonObject(properties) ? Object.entries(properties) : []) {
      const isListed = this.#schemas.has(name);
      // A name that a pattern covers is none of the additional ones; where that cannot be told, more is accepted.
      const additional = this.#patterns.length > 0 ? true : this.#additional;
      // What the root excludes stays excluded.
      if (!isListed && additional === false) continue;
      if (!isListed && !acceptsAnything(additional)) this.#put(name, additional);
      this.#put(name, schema);
    }
  }

  #put(name: string, schema: JsonValue): void {
    const schemas = this.#schemas.get(name) ?? [];
    const texts = this.#texts.get(name) ?? new Set();
    const text = JSON.stringify(schema);
    if (!texts.has(text)) schemas.push(schema);
    this.#schemas.set(name, schemas);
    this.#texts.set(name, texts.add(text));
  }

  writeTo(root: Record<string, JsonValue>): void {
    const entries = [...this.#schemas].map(([name, schemas]): [string, JsonValue] => {
      const telling = schemas.filter((one) => !acceptsAnything(one));
      const [only = schemas.at(-1) ?? true] = telling;
      return [name, telling.length > 1 ? { allOf: telling } : only];
    });
    root.properties = Object.fromEntries(entries);
    if (this.#required.size > 0) root.required = [...this.#required];
  }
}

/** Lists what the alternatives say of properties, so that at least what each of them accepts is accepted. */
function listProperties(root: Record<string, JsonValue>, union: readonly JsonValue[], whole: JsonObject): void {
  const branches = union.map((branch) => followAlternatives(branch, whole));
  if (root.additionalProperties !== false) {
    const known = new Map(isJsonObject(root.properties) ? Object.entries(root.properties) : []);
    for (const [name, schema] of unite(branches)) if (!known.has(name)) known.set(name, schema);
    root.properties = Object.fromEntries(known);
  }
  const [first, ...others] = branches.map(({ required }) => new Set(isList(required) ? required : []));
  const common = [...(first ?? [])].filter((name) => others.every((names) => names.has(name)));
  if (common.length > 0) root.required = [...new Set([...(isList(root.required) ? root.required : []), ...common])];
}

/** By name, what the alternatives together accept. */
function unite(branches: readonly JsonObject[]): ReadonlyMap<string, JsonValue> {
  const isOpen = (branch: JsonObject) =>
    branch.additionalProperties !== false || branch.patternProperties !== undefined;
  const open = branches.filter(isOpen).length;
  const byName = new Map<string, { readonly schemas: Map<string, JsonValue>; open: number }>();
  for (const branch of branches) {
    for (const [name, schema] of isJsonObject(branch.properties) ? Object.entries(branch.properties) : []) {
      const found = byName.get(name) ?? { schemas: new Map<string, JsonValue>(), open: 0 };
      byName.set(name, found);
      if (schema !== false) found.schemas.set(JSON.stringify(schema), schema);
      if (isOpen(branch)) found.open += 1;
    }
  }
  return new Map(
    [...byName].map(([name, found]): [string, JsonValue] => {
      const schemas = [...found.schemas.values()];
      const isFree = found.open < open;
      if (schemas.length === 0) return [name, isFree];
      if (isFree && !schemas.some(acceptsAnything)) schemas.push({});
      const [only] = schemas;
      return [name, schemas.length === 1 && only !== undefined ? only : { anyOf: schemas }];
    }),
  );
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
