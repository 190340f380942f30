import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';
import { followReference, isOfType, typesOf } from './schema-parts.js';

/*
 * A union of objects is looked up, not tried: the model may send 290,000 items for one of 190 alternatives. Strict objects
 * have all their properties and no other, so their names tell most of them apart, and an `enum` those of the same names.
 */

/** By `properties` of a strict schema: those that became nullable because they may be absent. */
export type Optionals = ReadonlyMap<JsonValue, ReadonlySet<string>>;

/** Arguments are refused beyond 64 levels; what is deeper is left as it is. */
const MAX_LEVELS = 100;

/** Alternatives for objects and lists, found quickly. */
interface Choices {
  readonly arrays: readonly JsonObject[];
  readonly objects: readonly JsonObject[];
  readonly byNames: ReadonlyMap<string, SameNames>;
}

/** Alternatives with the same properties. */
interface SameNames {
  readonly alternatives: readonly JsonObject[];
  /** A property that has plain values of its own in each of them, and the alternatives by these. */
  readonly kind: { readonly name: string; readonly byValue: ReadonlyMap<JsonValue, JsonObject> } | undefined;
}

/** `args` without the nulls that only stand for absent properties, at exactly the places where strict made them so. */
export function createRestorer(root: JsonObject, optionals: Optionals): (args: JsonValue) => JsonValue {
  const known = new Map<JsonValue | undefined, Choices>();
  return (args) => restore(args, root, 0);

  function restore(value: JsonValue, schema: JsonValue | undefined, level: number): JsonValue {
    if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return value;
    const meant = chooseAlternative(value, schema);
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

  function chooseAlternative(
    value: JsonObject | readonly JsonValue[],
    schema: JsonValue | undefined,
  ): JsonObject | undefined {
    let choices = known.get(schema);
    if (choices === undefined) {
      choices = readChoices(schema, root);
      known.set(schema, choices);
    }
    if (isList(value)) return choices.arrays[0];
    // Not every service keeps to strict schemas; where only one can be meant, names need not fit.
    if (choices.objects.length < 2) return choices.objects[0];
    const same = choices.byNames.get(signatureOf(value));
    if (same?.kind === undefined) return same?.alternatives.find((alternative) => looksLike(value, alternative, root));
    const meant = same.kind.byValue.get(value[same.kind.name] ?? null);
    return meant !== undefined && looksLike(value, meant, root) ? meant : undefined;
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

/** The names of an object's properties, whatever their order. */
function signatureOf(properties: JsonObject): string {
  return JSON.stringify(Object.keys(properties).sort());
}

function readChoices(schema: JsonValue | undefined, root: JsonObject): Choices {
  const alternatives = alternativesOf(schema, root);
  const objects = alternatives.filter((part) => typesOf(part)?.includes('object') === true);
  const groups = new Map<string, JsonObject[]>();
  for (const part of objects.length < 2 ? [] : objects) {
    const signature = signatureOf(isJsonObject(part.properties) ? part.properties : {});
    const group = groups.get(signature);
    if (group === undefined) groups.set(signature, [part]);
    else group.push(part);
  }
  return {
    arrays: alternatives.filter((part) => typesOf(part)?.includes('array') === true),
    objects,
    byNames: new Map([...groups].map(([signature, group]) => [signature, readSameNames(group, root)])),
  };
}

function readSameNames(alternatives: readonly JsonObject[], root: JsonObject): SameNames {
  if (alternatives.length < 3) return { alternatives, kind: undefined };
  const names = isJsonObject(alternatives[0]?.properties) ? Object.keys(alternatives[0].properties) : [];
  for (const name of names) {
    const byValue = new Map<JsonValue, JsonObject>();
    const isKind = alternatives.every((alternative) => {
      const values = plainValuesOf(alternative, name, root);
      if (values === undefined || values.some((value) => byValue.has(value))) return false;
      for (const value of values) byValue.set(value, alternative);
      return true;
    });
    if (isKind) return { alternatives, kind: { name, byValue } };
  }
  return { alternatives, kind: undefined };
}

/** The values that a property may have, if it is an `enum`. */
function plainValuesOf(schema: JsonObject, name: string, root: JsonObject): readonly JsonValue[] | undefined {
  const part = isJsonObject(schema.properties) ? schema.properties[name] : undefined;
  const lists = alternativesOf(part, root).map((alternative) => alternative.enum);
  return lists.length > 0 && lists.every(isList) ? lists.flat() : undefined;
}

/** A look at plain values tells alternatives with the same names apart. */
function looksLike(value: JsonObject, schema: JsonObject, root: JsonObject): boolean {
  const { properties } = schema;
  if (!isJsonObject(properties)) return true;
  return Object.keys(value).every((name) => mayBe(value[name] ?? null, properties[name] ?? true, root));
}

function mayBe(value: JsonValue, schema: JsonValue, root: JsonObject): boolean {
  return alternativesOf(schema, root).some((part) => {
    const types = typesOf(part);
    if (types !== undefined && !isOfType(value, types)) return false;
    // A strict "enum" has plain values alone.
    return !isList(part.enum) || part.enum.includes(value);
  });
}
