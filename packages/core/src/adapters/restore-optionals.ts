import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';
import { followReference, isOfType, isSameText, typesOf } from './schema-parts.js';

/** By `properties` of a strict schema: those that became nullable because they may be absent. */
export type Optionals = ReadonlyMap<JsonValue, ReadonlySet<string>>;

/** Arguments are refused beyond 64 levels; what is deeper is left as it is. */
const MAX_LEVELS = 100;

/** `args` without the nulls that only stand for absent properties, at exactly the places where strict made them so. */
export function restoreOptionals(args: JsonValue, root: JsonObject, optionals: Optionals): JsonValue {
  if (optionals.size === 0) return args;
  return restore(args, root, 0);

  function restore(value: JsonValue, schema: JsonValue | undefined, level: number): JsonValue {
    if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return value;
    const meant = chooseAlternative(value, schema, root);
    if (meant === undefined) return value;
    if (isList(value)) {
      const restored = value.map((item) => restore(item, meant.items, level + 1));
      return restored.some((item, at) => item !== value[at]) ? restored : value;
    }
    const { properties } = meant;
    if (!isJsonObject(properties)) return value;
    const removable = optionals.get(properties);
    let isChanged = false;
    const entries: [string, JsonValue][] = [];
    for (const name of Object.keys(value)) {
      const inner = value[name] ?? null;
      if (inner === null && removable?.has(name)) {
        isChanged = true;
        continue;
      }
      const part = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const restored = part === undefined ? inner : restore(inner, part, level + 1);
      isChanged ||= restored !== inner;
      entries.push([name, restored]);
    }
    // Not by assignment: arguments may have a property called "__proto__".
    return isChanged ? Object.fromEntries(entries) : value;
  }
}

/** The alternatives of a strict schema, with references followed; one where it has none. */
export function alternativesOf(schema: JsonValue | undefined, root: JsonObject): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const seen = new Set<JsonValue>();
  const add = (part: JsonValue | undefined): void => {
    if (!isJsonObject(part) || seen.has(part)) return;
    seen.add(part);
    if (part.$ref !== undefined) add(followReference(root, part.$ref));
    else if (isList(part.anyOf)) for (const branch of part.anyOf) add(branch);
    else found.push(part);
  };
  add(schema);
  return found;
}

function chooseAlternative(
  value: JsonObject | readonly JsonValue[],
  schema: JsonValue | undefined,
  root: JsonObject,
): JsonObject | undefined {
  const kind = isList(value) ? 'array' : 'object';
  const alternatives = alternativesOf(schema, root).filter((part) => typesOf(part)?.includes(kind) === true);
  // Not every service keeps to strict schemas; where only one can be meant, names need not fit.
  if (alternatives.length < 2) return alternatives[0];
  return alternatives.find((alternative) => looksLike(value, alternative, root));
}

/** Strict objects have all their properties and no other, so a look at names and plain values tells them apart. */
function looksLike(value: JsonObject | readonly JsonValue[], schema: JsonObject, root: JsonObject): boolean {
  if (isList(value)) return true;
  const { properties } = schema;
  if (!isJsonObject(properties)) return true;
  const names = Object.keys(value);
  if (names.length !== Object.keys(properties).length) return false;
  return names.every(
    (name) => Object.hasOwn(properties, name) && mayBe(value[name] ?? null, properties[name] ?? true, root),
  );
}

function mayBe(value: JsonValue, schema: JsonValue, root: JsonObject): boolean {
  return alternativesOf(schema, root).some((part) => {
    const types = typesOf(part);
    if (types !== undefined && !isOfType(value, types)) return false;
    return !isList(part.enum) || part.enum.some((known) => isSameText(known, value));
  });
}
