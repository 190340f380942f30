import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { escapePointer, isList } from '../schema/walk-schema.js';
import type { RemarkList } from './remarks.js';
import { alternativesOf, type Optionals } from './restore-optionals.js';
import { followReference, isOfType, typesOf } from './schema-parts.js';
import type { StrictProfile } from './strict-profile.js';
import type { StrictSchema } from './strict-schema.js';

/** Comparing alternatives in pairs is bounded over a whole schema; what is left then counts as ambiguous. */
const MAX_COMPARISONS = 100_000;

/** How many steps from part to part are followed; what goes further counts as nested too deep. */
const MAX_LEVELS = 500;

/** Whether a strict schema keeps the limits of its API and can be mapped back without a doubt. Says why not. */
export function isStrictAllowed(
  { schema, optionals }: StrictSchema,
  remarks: RemarkList,
  profile: StrictProfile,
): boolean {
  const parts = listParts(schema);
  const tooMuch = findExcess(schema, parts, profile);
  if (tooMuch !== undefined) {
    remarks.add('strict-limit', '', `${profile.name} limits strict schemas: ${tooMuch}.`);
    return false;
  }
  if (profile.optional !== 'nullable') return true;
  const problem = findAmbiguousUnion(schema, parts, optionals);
  if (problem === undefined) return true;
  const why =
    'Two alternatives of objects begin with the same property or have the same ones, and no "enum" tells them apart; ' +
    `${profile.name} or the way back could mistake one for the other.`;
  remarks.add('union-ambiguous', problem, why);
  return false;
}

/** Where a union is whose alternatives cannot be told apart. */
function findAmbiguousUnion(root: JsonObject, parts: readonly Part[], optionals: Optionals): string | undefined {
  const comparison: Comparison = { root, restored: leadingToOptionals(root, parts, optionals), left: MAX_COMPARISONS };
  for (const [part, pointer] of parts) {
    if (!isList(part.anyOf)) continue;
    const branches = alternativesOf(part, root).filter((branch) =>
      typesOf(branch)?.some((type) => type === 'object' || type === 'array'),
    );
    for (const [at, branch] of branches.entries()) {
      for (const other of branches.slice(at + 1)) {
        comparison.left -= 1;
        if (!areToldApart(branch, other, comparison) || comparison.left < 0) return pointer;
      }
    }
  }
  return undefined;
}

interface Comparison {
  readonly root: JsonObject;
  /** Parts inside which nulls are taken out again. */
  readonly restored: ReadonlySet<JsonObject>;
  left: number;
}

function areToldApart(a: JsonObject, b: JsonObject, comparison: Comparison): boolean {
  const { restored } = comparison;
  const isOf = (type: string) => typesOf(a)?.includes(type) === true && typesOf(b)?.includes(type) === true;
  if (isOf('array')) return !restored.has(a) && !restored.has(b);
  if (!isOf('object')) return true;
  const ofA = isJsonObject(a.properties) ? a.properties : {};
  const ofB = isJsonObject(b.properties) ? b.properties : {};
  const names = Object.keys(ofA);
  const areApart = (name: string) =>
    Object.hasOwn(ofB, name) && !mayShare(ofA[name] ?? true, ofB[name] ?? true, comparison);
  const [first] = names;
  if (first !== undefined && first === Object.keys(ofB)[0] && !areApart(first)) return false;
  const haveSameNames = names.length === Object.keys(ofB).length && names.every((name) => Object.hasOwn(ofB, name));
  if (!haveSameNames || names.some(areApart)) return true;
  return !restored.has(a) && !restored.has(b);
}

/** Whether some value may fit both, going by types and `enum` alone. */
function mayShare(first: JsonValue, second: JsonValue, comparison: Comparison): boolean {
  const ofFirst = alternativesOf(first, comparison.root);
  const ofSecond = alternativesOf(second, comparison.root);
  comparison.left -= ofFirst.length * ofSecond.length;
  if (comparison.left < 0) return true;
  return ofFirst.some((a) =>
    ofSecond.some((b) => {
      const types = typesOf(b) ?? [];
      if (isList(a.enum)) {
        const others = isList(b.enum) ? new Set(b.enum) : undefined;
        return a.enum.some((value) => (others === undefined ? isOfType(value, types) : others.has(value)));
      }
      const plain = (type: string) => (type === 'integer' ? 'number' : type);
      return typesOf(a)?.some((type) => types.some((other) => plain(type) === plain(other))) ?? true;
    }),
  );
}

/** The parts of a strict schema inside which nulls are taken out again. */
function leadingToOptionals(root: JsonObject, parts: readonly Part[], optionals: Optionals): ReadonlySet<JsonObject> {
  const users = new Map<JsonValue, JsonObject[]>();
  const found = new Set<JsonObject>();
  for (const [part] of parts) {
    if (part.properties !== undefined && optionals.has(part.properties)) found.add(part);
    const inner: JsonValue[] = part.$ref === undefined ? [] : [followReference(root, part.$ref)];
    if (isJsonObject(part.properties)) inner.push(...Object.values(part.properties));
    if (isList(part.anyOf)) inner.push(...part.anyOf);
    if (part.items !== undefined) inner.push(part.items);
    for (const one of inner) {
      const known = users.get(one);
      if (known === undefined) users.set(one, [part]);
      else known.push(part);
    }
  }
  // Those that it adds are visited too.
  for (const part of found) for (const user of users.get(part) ?? []) found.add(user);
  return found;
}

/** A part of a strict schema, and where it stands in it. */
type Part = readonly [schema: JsonObject, pointer: string];

/** All parts of a strict schema. */
function listParts(root: JsonObject): readonly Part[] {
  const found: Part[] = [];
  const visit = (schema: JsonValue | undefined, pointer: string): void => {
    if (!isJsonObject(schema)) return;
    found.push([schema, pointer]);
    for (const map of ['properties', '$defs']) {
      const parts = schema[map];
      if (!isJsonObject(parts)) continue;
      for (const name of Object.keys(parts)) visit(parts[name], `${pointer}/${map}/${escapePointer(name)}`);
    }
    if (isList(schema.anyOf)) for (const [at, part] of schema.anyOf.entries()) visit(part, `${pointer}/anyOf/${at}`);
    visit(schema.items, `${pointer}/items`);
  };
  visit(root, '');
  return found;
}

function findExcess(schema: JsonObject, parts: readonly Part[], { limits }: StrictProfile): string | undefined {
  let properties = 0;
  let enumValues = 0;
  let characters = 0;
  let isEnumTooLong = false;
  for (const [part] of parts) {
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

/** How deep objects are nested; a reference back to itself ends it, and so does what is far too deep. */
function depthOf(root: JsonObject): number {
  const known = new Map<JsonObject, number>();
  const depth = (schema: JsonValue | undefined, level: number): number => {
    if (!isJsonObject(schema)) return 0;
    if (level > MAX_LEVELS) return MAX_LEVELS;
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, 0);
    let deepest = Math.max(depth(schema.items, level + 1), depthOfTarget(schema, level));
    for (const branch of isList(schema.anyOf) ? schema.anyOf : []) {
      deepest = Math.max(deepest, depth(branch, level + 1));
    }
    if (isJsonObject(schema.properties)) {
      deepest = Math.max(deepest, 1);
      for (const part of Object.values(schema.properties)) deepest = Math.max(deepest, 1 + depth(part, level + 1));
    }
    known.set(schema, deepest);
    return deepest;
  };
  const depthOfTarget = ({ $ref }: JsonObject, level: number): number =>
    $ref === undefined ? 0 : depth(followReference(root, $ref), level + 1);
  return depth(root, 0);
}
