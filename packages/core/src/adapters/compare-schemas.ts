import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';
import { isOfType, isSameText, resolveAlone, typesOf } from './schema-parts.js';

/** How deep alternatives are looked into; deeper counts as not known. */
const MAX_LEVELS = 4;

/** Whether `null` fits a schema. What cannot be told counts as yes. */
export function acceptsNull(root: JsonObject, schema: JsonValue, level = 0): boolean {
  if (typeof schema === 'boolean') return schema;
  const target = resolveAlone(root, schema);
  if (!isJsonObject(target)) return target === true;
  if (level > 20) return true;
  if (typesOf(target)?.includes('null') === false) return false;
  if (isList(target.enum) && !target.enum.includes(null)) return false;
  if (target.const !== undefined && target.const !== null) return false;
  for (const keyword of ['anyOf', 'oneOf']) {
    const union = target[keyword];
    if (isList(union) && !union.some((branch) => acceptsNull(root, branch, level + 1))) return false;
  }
  return !isList(target.allOf) || target.allOf.every((part) => acceptsNull(root, part, level + 1));
}

/** The values of `enum` or `const`; undefined where a schema has neither. */
export function valuesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return isList(schema.enum) ? schema.enum : undefined;
}

/** Whether no value can fit both schemas, as far as types, values and required properties tell. */
export function areDisjoint(root: JsonObject, first: JsonValue, second: JsonValue, level = 0): boolean {
  const a = resolveAlone(root, first);
  const b = resolveAlone(root, second);
  if (a === false || b === false) return true;
  if (!isJsonObject(a) || !isJsonObject(b) || level > MAX_LEVELS) return false;
  for (const [union, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const branches = union.anyOf ?? union.oneOf;
    if (isList(branches) && branches.every((branch) => areDisjoint(root, branch, other, level + 1))) return true;
  }
  const valuesOfA = valuesOf(a);
  const valuesOfB = valuesOf(b);
  if (valuesOfA && valuesOfB) {
    // Beyond a few hundred the comparison is not worth its time.
    if (valuesOfA.length * valuesOfB.length > 10_000) return false;
    return !valuesOfA.some((value) => valuesOfB.some((other) => isSameText(value, other)));
  }
  const typesOfA = typesOf(a);
  const typesOfB = typesOf(b);
  if (valuesOfA && typesOfB) return !valuesOfA.some((value) => isOfType(value, typesOfB));
  if (valuesOfB && typesOfA) return !valuesOfB.some((value) => isOfType(value, typesOfA));
  if (!typesOfA || !typesOfB) return false;
  const common = typesOfA.filter((type) => typesOfB.some((other) => overlap(type, other)));
  if (common.length === 0) return true;
  return common.every((type) => type === 'object') && areObjectsDisjoint(root, a, b, level);
}

function overlap(a: string, b: string): boolean {
  return a === b || (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer');
}

function areObjectsDisjoint(root: JsonObject, a: JsonObject, b: JsonObject, level: number): boolean {
  const requiredOfA = requiredNames(a);
  const requiredOfB = requiredNames(b);
  const ofA = isJsonObject(a.properties) ? a.properties : {};
  const ofB = isJsonObject(b.properties) ? b.properties : {};
  for (const name of requiredOfA) {
    if (!requiredOfB.includes(name) || !Object.hasOwn(ofA, name) || !Object.hasOwn(ofB, name)) continue;
    if (areDisjoint(root, ofA[name] ?? true, ofB[name] ?? true, level + 1)) return true;
  }
  // What one requires, the other does not know: enough where both are closed, by word or because they count as closed.
  const missesB = requiredOfA.some((name) => !Object.hasOwn(ofB, name)) && isClosed(b);
  const missesA = requiredOfB.some((name) => !Object.hasOwn(ofA, name)) && isClosed(a);
  return (
    (missesB && b.additionalProperties === false) ||
    (missesA && a.additionalProperties === false) ||
    (missesA && missesB)
  );
}

function isClosed({ additionalProperties, patternProperties }: JsonObject): boolean {
  return patternProperties === undefined && (additionalProperties === undefined || additionalProperties === false);
}

function requiredNames({ required }: JsonObject): readonly string[] {
  return isList(required) ? required.filter((name) => typeof name === 'string') : [];
}
