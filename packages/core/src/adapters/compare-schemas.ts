import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';
import { acceptsNothing, fittingValuesOf, isOfType, resolveAlone, typesOf, valuesOf } from './schema-parts.js';

/** How deep alternatives are looked into; deeper counts as not known. */
const MAX_LEVELS = 4;

/** How many pairs are compared over a whole schema; what is left then counts as not known. */
const MAX_COMPARISONS = 20_000;

/** How an object that says nothing of further properties is read. */
export type SilentObjects = 'closed' | 'open';

/** Tells what can be told of values from the schemas of one document, within bounds. */
export class SchemaComparison {
  readonly #root: JsonObject;
  readonly #silentObjects: SilentObjects;
  readonly #nullable = new Map<JsonValue, boolean>();
  readonly #texts = new Map<JsonObject, ReadonlySet<string> | undefined>();
  #left = MAX_COMPARISONS;

  constructor(root: JsonObject, silentObjects: SilentObjects) {
    this.#root = root;
    this.#silentObjects = silentObjects;
  }

  /** Whether `null` fits a schema. What cannot be told counts as yes. */
  acceptsNull(schema: JsonValue, level = 0): boolean {
    if (typeof schema === 'boolean') return schema;
    const target = resolveAlone(this.#root, schema);
    if (!isJsonObject(target)) return target === true;
    if (level > 20) return true;
    const known = this.#nullable.get(target);
    if (known !== undefined) return known;
    const answer = this.#takesNull(target, level);
    this.#nullable.set(target, answer);
    return answer;
  }

  #takesNull(schema: JsonObject, level: number): boolean {
    if (typesOf(schema)?.includes('null') === false) return false;
    if (isList(schema.enum) && !schema.enum.includes(null)) return false;
    if (schema.const !== undefined && schema.const !== null) return false;
    for (const keyword of ['anyOf', 'oneOf']) {
      const union = schema[keyword];
      if (isList(union) && !union.some((branch) => this.acceptsNull(branch, level + 1))) return false;
    }
    return !isList(schema.allOf) || schema.allOf.every((part) => this.acceptsNull(part, level + 1));
  }

  /** Whether no value can fit two of `schemas`. */
  areAllDisjoint(schemas: readonly JsonValue[], level = 0): boolean {
    if (schemas.length < 2) return true;
    const parts = schemas.map((schema) => resolveAlone(this.#root, schema));
    const objects = parts.filter(isJsonObject);
    if (objects.length === parts.length && level <= MAX_LEVELS) {
      if (this.#haveOwnTexts(objects)) return true;
      if (this.#areToldApart(objects, level)) return true;
    }
    if (schemas.length * schemas.length > 2 * MAX_COMPARISONS) return false;
    return parts.every((part, at) => parts.slice(at + 1).every((other) => this.areDisjoint(part, other, level)));
  }

  /** Whether each has its own plain values. */
  #haveOwnTexts(schemas: readonly JsonObject[]): boolean {
    const seen = new Set<string>();
    for (const schema of schemas) {
      const texts = this.#textsOf(schema);
      if (texts === undefined) return false;
      for (const text of texts) {
        if (seen.has(text)) return false;
        seen.add(text);
      }
    }
    return true;
  }

  /** Whether a property that all objects require has values of its own in each: what names the kind. */
  #areToldApart(schemas: readonly JsonObject[], level: number): boolean {
    const [first] = schemas;
    if (first === undefined || !schemas.every((schema) => typesOf(schema)?.join() === 'object')) return false;
    return requiredNames(first)
      .slice(0, 20)
      .some((name) => {
        const kinds = schemas.map(({ properties, required }) =>
          isList(required) && required.includes(name) && isJsonObject(properties) && Object.hasOwn(properties, name)
            ? properties[name]
            : undefined,
        );
        const known = kinds.map((kind) => (kind === undefined ? undefined : resolveAlone(this.#root, kind)));
        return level < MAX_LEVELS && known.every(isJsonObject) && this.#haveOwnTexts(known);
      });
  }

  /** Whether no value can fit both schemas, as far as types, values and required properties tell. */
  areDisjoint(first: JsonValue, second: JsonValue, level = 0): boolean {
    this.#left -= 1;
    if (this.#left < 0) return false;
    const a = resolveAlone(this.#root, first);
    const b = resolveAlone(this.#root, second);
    if (acceptsNothing(a) || acceptsNothing(b)) return true;
    if (!isJsonObject(a) || !isJsonObject(b) || level > MAX_LEVELS) return false;
    for (const [union, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const branches = union.anyOf ?? union.oneOf;
      if (isList(branches) && branches.every((branch) => this.areDisjoint(branch, other, level + 1))) return true;
    }
    const valuesOfA = valuesOf(a);
    const valuesOfB = valuesOf(b);
    if (valuesOfA && valuesOfB) {
      const textsOfA = this.#textsOf(a);
      const textsOfB = this.#textsOf(b);
      return textsOfA !== undefined && textsOfB !== undefined && !haveCommon(textsOfA, textsOfB);
    }
    const typesOfA = typesOf(a);
    const typesOfB = typesOf(b);
    if (valuesOfA && typesOfB) return !valuesOfA.some((value) => isOfType(value, typesOfB));
    if (valuesOfB && typesOfA) return !valuesOfB.some((value) => isOfType(value, typesOfA));
    if (!typesOfA || !typesOfB) return false;
    const common = typesOfA.filter((type) => typesOfB.some((other) => overlap(type, other)));
    if (common.length === 0) return true;
    return common.every((type) => type === 'object') && this.#areObjectsDisjoint(a, b, level);
  }

  /** The values of `enum` or `const` that are of the schema's type, as texts; undefined where some are not plain. */
  #textsOf(schema: JsonObject): ReadonlySet<string> | undefined {
    if (this.#texts.has(schema)) return this.#texts.get(schema);
    const values = fittingValuesOf(schema);
    // Objects may be written in several ways.
    const isPlain = values?.every((value) => typeof value !== 'object' || value === null) === true;
    const texts = values && isPlain ? new Set(values.map((value) => JSON.stringify(value))) : undefined;
    this.#texts.set(schema, texts);
    return texts;
  }

  #areObjectsDisjoint(a: JsonObject, b: JsonObject, level: number): boolean {
    const requiredOfA = requiredNames(a);
    const requiredOfB = requiredNames(b);
    const ofA = isJsonObject(a.properties) ? a.properties : {};
    const ofB = isJsonObject(b.properties) ? b.properties : {};
    for (const name of requiredOfA) {
      if (!Object.hasOwn(ofA, name) || !Object.hasOwn(ofB, name) || !requiredOfB.includes(name)) continue;
      if (this.areDisjoint(ofA[name] ?? true, ofB[name] ?? true, level + 1)) return true;
    }
    // What one requires, the other does not know: enough where that one is closed, or where both count as closed.
    const missesB = requiredOfA.some((name) => !Object.hasOwn(ofB, name)) && isClosed(b);
    const missesA = requiredOfB.some((name) => !Object.hasOwn(ofA, name)) && isClosed(a);
    return (
      (missesB && b.additionalProperties === false) ||
      (missesA && a.additionalProperties === false) ||
      (missesA && missesB && this.#silentObjects === 'closed')
    );
  }
}

function haveCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  for (const text of fewer) if (more.has(text)) return true;
  return false;
}

function overlap(a: string, b: string): boolean {
  return a === b || (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer');
}

function isClosed({ additionalProperties, patternProperties }: JsonObject): boolean {
  return patternProperties === undefined && (additionalProperties === undefined || additionalProperties === false);
}

function requiredNames({ required }: JsonObject): readonly string[] {
  return isList(required) ? required.filter((name) => typeof name === 'string') : [];
}
