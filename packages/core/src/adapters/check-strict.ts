import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { escapePointer, isList } from '../schema/walk-schema.js';
import type { RemarkList } from './remarks.js';
import { alternativesOf, type Optionals } from './restore-optionals.js';
import { followReference, isOfType, isSameText, typesOf } from './schema-parts.js';
import type { StrictProfile } from './strict-profile.js';
import type { StrictSchema } from './strict-schema.js';

/** Comparing alternatives in pairs is bounded over a whole schema. */
const MAX_COMPARISONS = 20_000;

/** Whether a strict schema keeps the limits of its API and can be mapped back without a doubt. Says why not. */
export function isStrictAllowed(
  { schema, optionals }: StrictSchema,
  remarks: RemarkList,
  profile: StrictProfile,
): boolean {
  const tooMuch = findExcess(schema, profile);
  if (tooMuch !== undefined) {
    remarks.add('strict-limit', '', `${profile.name} limits strict schemas: ${tooMuch}.`);
    return false;
  }
  if (profile.optional !== 'nullable') return true;
  let comparisons = 0;
  for (const [part, pointer] of walk(schema, '')) {
    if (!isList(part.anyOf)) continue;
    const branches = alternativesOf(part, schema);
    for (const [at, branch] of branches.entries()) {
      for (const other of branches.slice(at + 1)) {
        comparisons += 1;
        if (comparisons <= MAX_COMPARISONS && areToldApart(branch, other, schema, optionals)) continue;
        remarks.add(
          'union-ambiguous',
          pointer,
          `Two alternatives of objects begin with the same property or have the same ones, and no "enum" tells them apart; ${profile.name} or the way back could mistake one for the other.`,
        );
        return false;
      }
    }
  }
  return true;
}

function areToldApart(a: JsonObject, b: JsonObject, root: JsonObject, optionals: Optionals): boolean {
  const isOf = (type: string) => typesOf(a)?.includes(type) === true && typesOf(b)?.includes(type) === true;
  if (isOf('array')) return !leadsToOptionals(a, root, optionals) && !leadsToOptionals(b, root, optionals);
  if (!isOf('object')) return true;
  const ofA = isJsonObject(a.properties) ? a.properties : {};
  const ofB = isJsonObject(b.properties) ? b.properties : {};
  const names = Object.keys(ofA);
  const areApart = (name: string) => Object.hasOwn(ofB, name) && !mayShare(ofA[name] ?? true, ofB[name] ?? true, root);
  const [first] = names;
  if (first !== undefined && first === Object.keys(ofB)[0] && !areApart(first)) return false;
  const haveSameNames = names.length === Object.keys(ofB).length && names.every((name) => Object.hasOwn(ofB, name));
  if (!haveSameNames || names.some(areApart)) return true;
  return !leadsToOptionals(a, root, optionals) && !leadsToOptionals(b, root, optionals);
}

/** Whether some value may fit both, going by types and `enum` alone. */
function mayShare(first: JsonValue, second: JsonValue, root: JsonObject): boolean {
  const ofSecond = alternativesOf(second, root);
  return alternativesOf(first, root).some((a) =>
    ofSecond.some((b) => {
      const types = typesOf(b) ?? [];
      if (isList(a.enum) && a.enum.length < 1_000) {
        return a.enum.some((value) =>
          isList(b.enum) ? b.enum.some((other) => isSameText(value, other)) : isOfType(value, types),
        );
      }
      const plain = (type: string) => (type === 'integer' ? 'number' : type);
      return typesOf(a)?.some((type) => types.some((other) => plain(type) === plain(other))) ?? true;
    }),
  );
}

function leadsToOptionals(schema: JsonObject, root: JsonObject, optionals: Optionals): boolean {
  const seen = new Set<JsonValue>();
  const visit = (part: JsonValue | undefined): boolean => {
    if (!isJsonObject(part) || seen.has(part)) return false;
    seen.add(part);
    if (part.properties !== undefined && optionals.has(part.properties)) return true;
    if (part.$ref !== undefined && visit(followReference(root, part.$ref))) return true;
    if (isJsonObject(part.properties) && Object.values(part.properties).some(visit)) return true;
    return visit(part.items) || (isList(part.anyOf) && part.anyOf.some(visit));
  };
  return visit(schema);
}

function* walk(schema: JsonValue | undefined, pointer: string): Generator<[JsonObject, string]> {
  if (!isJsonObject(schema)) return;
  yield [schema, pointer];
  for (const map of ['properties', '$defs']) {
    const parts = schema[map];
    if (!isJsonObject(parts)) continue;
    for (const [name, part] of Object.entries(parts)) yield* walk(part, `${pointer}/${map}/${escapePointer(name)}`);
  }
  if (isList(schema.anyOf))
    for (const [at, part] of schema.anyOf.entries()) yield* walk(part, `${pointer}/anyOf/${at}`);
  yield* walk(schema.items, `${pointer}/items`);
}

function findExcess(schema: JsonObject, { limits }: StrictProfile): string | undefined {
  let properties = 0;
  let enumValues = 0;
  let characters = 0;
  let isEnumTooLong = false;
  for (const [part] of walk(schema, '')) {
    for (const map of [part.properties, part.$defs]) {
      for (const name of isJsonObject(map) ? Object.keys(map) : []) characters += name.length;
    }
    if (isJsonObject(part.properties)) properties += Object.keys(part.properties).length;
    if (!isList(part.enum)) continue;
    const length = part.enum.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
    enumValues += part.enum.length;
    characters += length;
    isEnumTooLong ||= part.enum.length > 250 && length > limits.longEnumCharacters;
  }
  if (properties > limits.properties) return `${limits.properties} properties at most, this one has ${properties}`;
  if (enumValues > limits.enumValues)
    return `${limits.enumValues} values in "enum" at most, this one has ${enumValues}`;
  if (characters > limits.characters)
    return `${limits.characters} characters of names and values at most, this one has ${characters}`;
  if (isEnumTooLong) return `an "enum" of more than 250 values may have ${limits.longEnumCharacters} characters`;
  const depth = depthOf(schema);
  return depth > limits.depth ? `objects nested ${limits.depth} deep at most, these are ${depth}` : undefined;
}

/** How deep objects are nested; a reference back to itself ends it. */
function depthOf(root: JsonObject): number {
  const known = new Map<JsonObject, number>();
  const depth = (schema: JsonValue | undefined): number => {
    if (!isJsonObject(schema)) return 0;
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, 0);
    const { properties } = schema;
    const own = isJsonObject(properties) ? 1 + Math.max(0, ...Object.values(properties).map(depth)) : 0;
    const branches = isList(schema.anyOf) ? schema.anyOf.map(depth) : [];
    const target = schema.$ref === undefined ? 0 : depth(followReference(root, schema.$ref));
    const deepest = Math.max(own, depth(schema.items), target, ...branches);
    known.set(schema, deepest);
    return deepest;
  };
  return depth(root);
}
