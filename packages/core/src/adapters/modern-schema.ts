import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../contract/json.js';
import type { Dialect } from '../schema/dialect.js';
import { dialectOf } from '../schema/dialect.js';
import { ANNOTATIONS, KEYWORDS, type KeywordShape } from '../schema/keywords.js';
import { indexReferences, type Reference, type References, referencesOf } from '../schema/references.js';
import { escapePointer, isList, splitPointer } from '../schema/walk-schema.js';
import { RemarkList } from './remarks.js';

/*
 * A tool's schema may be written in three dialects; model APIs read the newest. So the first step of each conversion
 * writes it in 2020-12, with the same meaning: only keywords that mean something to the tool's own dialect stay, and all
 * references lead to "#" or to "#/$defs/<name>". What needs no translation comes out word for word.
 */

/** A schema in 2020-12. */
export interface ModernSchema {
  readonly root: JsonObject;
  /** Where each schema of `root` stands in the tool's own. */
  readonly pointers: Map<JsonValue, string>;
  readonly remarks: RemarkList;
  /** Set where it cannot be translated; the remark says why. */
  readonly isRefused: boolean;
}

/** Tell nothing about values, and have a meaning only inside the document that they stand in. */
const ADDRESSES: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
]);

const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$recursiveRef', '$dynamicRef']);

/** Writes `document`, which has been checked, in 2020-12. */
export function toModernSchema(document: JsonSchema): ModernSchema {
  const remarks = new RemarkList();
  const pointers = new Map<JsonValue, string>();
  const found = dialectOf(document);
  if ('reason' in found) {
    remarks.add('reference-unresolved', '/$schema', found.reason);
    return { root: {}, pointers, remarks, isRefused: true };
  }
  const translation = new Translation(document, found.dialect, remarks, pointers);
  const root = translation.translate();
  return { root, pointers, remarks, isRefused: translation.isRefused };
}

class Translation {
  readonly #document: JsonSchema;
  readonly #dialect: Dialect;
  readonly #remarks: RemarkList;
  readonly #pointers: Map<JsonValue, string>;
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** By wanted name: which number the next one of the same gets. */
  readonly #numbers = new Map<string, number>();
  readonly #waiting: { readonly name: string; readonly schema: JsonValue; readonly pointer: string }[] = [];
  #index: References | undefined;
  isRefused = false;

  constructor(document: JsonSchema, dialect: Dialect, remarks: RemarkList, pointers: Map<JsonValue, string>) {
    this.#document = document;
    this.#dialect = dialect;
    this.#remarks = remarks;
    this.#pointers = pointers;
  }

  translate(): JsonObject {
    const copy = this.#copy(this.#document, '') as Record<string, JsonValue>;
    const definitions = new Map<string, JsonValue>();
    // Copying one may add others.
    for (const { name, schema, pointer } of this.#waiting) definitions.set(name, this.#copy(schema, pointer));
    for (const keyword of ['$defs', 'definitions']) {
      for (const name of Object.keys(isJsonObject(this.#document[keyword]) ? this.#document[keyword] : {})) {
        const place = `/${keyword}/${escapePointer(name)}`;
        if (!this.#names.has(place)) this.#say('definition-unused', place, 'Nothing refers to it; it is left out.');
      }
    }
    if (definitions.size === 0) return copy;
    const own = isJsonObject(this.#document.$defs) ? Object.keys(this.#document.$defs) : [];
    const names = [...own.filter((name) => definitions.has(name)), ...[...definitions.keys()].filter(isNotIn(own))];
    const $defs = Object.fromEntries(names.map((name) => [name, definitions.get(name) ?? true]));
    // At the place where the document had its own, so that nothing is moved without need.
    const rebuilt: Record<string, JsonValue> = {};
    for (const keyword of Object.keys(this.#document)) {
      if (keyword === '$defs') rebuilt.$defs = $defs;
      if (Object.hasOwn(copy, keyword)) rebuilt[keyword] = copy[keyword] ?? null;
    }
    Object.assign(rebuilt, copy);
    rebuilt.$defs ??= $defs;
    this.#pointers.set(rebuilt, '');
    return rebuilt;
  }

  #copy(schema: JsonValue, pointer: string): JsonValue {
    if (!isJsonObject(schema)) return schema;
    const [reference, ...others] = referencesOf(schema, pointer, this.#dialect).map((one) => this.#rewrite(one));
    const isReferenceAlone = this.#dialect === 'draft-07' && reference !== undefined;
    const copy: Record<string, JsonValue> = {};
    this.#pointers.set(copy, pointer);
    const also: JsonValue[] = others.map(($ref) => ({ $ref }));
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword] ?? null;
      const place = `${pointer}/${escapePointer(keyword)}`;
      if (REFERENCES.has(keyword)) {
        if (reference !== undefined && copy.$ref === undefined) copy.$ref = reference;
        continue;
      }
      const shape = KEYWORDS[this.#dialect].get(keyword);
      if (isReferenceAlone && (shape === undefined || !ANNOTATIONS.has(keyword))) {
        this.#say('keyword-without-meaning', place, `Draft-07 ignores "${keyword}" beside "$ref"; it is left out.`);
        continue;
      }
      if (shape === undefined) {
        this.#say('keyword-without-meaning', place, `"${keyword}" means nothing in this dialect; it is left out.`);
        continue;
      }
      if (ADDRESSES.has(keyword)) {
        this.#say('dialect-translated', place, `"${keyword}" is left out: what is sent is 2020-12.`);
        continue;
      }
      this.#copyKeyword(schema, keyword, value, shape, place, copy, also);
    }
    if (also.length > 0) copy.allOf = [...(isList(copy.allOf) ? copy.allOf : []), ...also];
    return copy;
  }

  #copyKeyword(
    schema: JsonObject,
    keyword: string,
    value: JsonValue,
    shape: KeywordShape,
    place: string,
    copy: Record<string, JsonValue>,
    also: JsonValue[],
  ): void {
    switch (keyword) {
      case '$defs':
      case 'definitions':
        this.#noteDefinitions(keyword, value, place);
        return;
      case 'additionalItems':
        if (isList(schema.items)) copy.items = this.#copy(value, place);
        this.#say('dialect-translated', place, 'What follows a list of "items" is called "items" in 2020-12.');
        return;
      case 'items':
        if (!isList(value)) break;
        copy.prefixItems = value.map((item, at) => this.#copy(item, `${place}/${at}`));
        this.#say('dialect-translated', place, 'A list of "items" is called "prefixItems" in 2020-12.');
        return;
      case 'dependencies':
        this.#splitDependencies(value, place, copy, also);
        return;
      case 'enum':
        if (!isList(value) || value.length > 0) break;
        also.push(false);
        this.#say('keyword-rewritten', place, 'An empty "enum" accepts nothing, which is written as `false`.');
        return;
      case 'dependentRequired':
        copy.dependentRequired = mergeNames(copy.dependentRequired, value);
        return;
      case 'dependentSchemas':
        if (!isJsonObject(copy.dependentSchemas)) break;
        also.push({ dependentSchemas: this.#copyValue(value, shape, place) });
        return;
      case 'allOf':
        copy.allOf = this.#copyValue(value, shape, place);
        return;
    }
    copy[keyword] = this.#copyValue(value, shape, place);
  }

  #copyValue(value: JsonValue, shape: KeywordShape, pointer: string): JsonValue {
    if (!shape.startsWith('schema')) return value;
    if (isList(value)) return value.map((item, at) => this.#copy(item, `${pointer}/${at}`));
    if (!shape.endsWith('map')) return this.#copy(value, pointer);
    const map = value as JsonObject; // as the check of the schema made sure
    const copy: Record<string, JsonValue> = {};
    for (const name of Object.keys(map))
      copy[name] = this.#copy(map[name] ?? true, `${pointer}/${escapePointer(name)}`);
    return copy;
  }

  #splitDependencies(value: JsonValue, place: string, copy: Record<string, JsonValue>, also: JsonValue[]): void {
    const names: Record<string, JsonValue> = {};
    const schemas: Record<string, JsonValue> = {};
    const map = value as JsonObject; // as the check of the schema made sure
    for (const name of Object.keys(map)) {
      const entry = map[name] ?? true;
      if (isList(entry)) names[name] = entry;
      else schemas[name] = this.#copy(entry, `${place}/${escapePointer(name)}`);
    }
    if (Object.keys(names).length > 0) copy.dependentRequired = mergeNames(copy.dependentRequired, names);
    if (Object.keys(schemas).length > 0) {
      if (isJsonObject(copy.dependentSchemas)) also.push({ dependentSchemas: schemas });
      else copy.dependentSchemas = schemas;
    }
    this.#say('dialect-translated', place, '"dependencies" is "dependentRequired" and "dependentSchemas" in 2020-12.');
  }

  /** The reference as it is written in the copy. */
  #rewrite(reference: Reference): string {
    this.#index ??= indexReferences(this.#document, this.#dialect);
    const target = this.#index.resolve(reference);
    const place = `${reference.pointer}/${reference.keyword}`;
    if ('reason' in target || target.kind === 'dialect') {
      const why = 'reason' in target ? target.reason : 'points to the schema of the dialect, which is never sent';
      this.#remarks.add('reference-unresolved', place, `The reference "${reference.text.slice(0, 200)}" ${why}.`);
      this.isRefused = true;
      return '#';
    }
    const written = target.pointer === '' ? '#' : `#/$defs/${this.#nameOf(target.pointer, target.schema)}`;
    if (written !== reference.text || reference.keyword !== '$ref') {
      this.#say('definitions-moved', place, `The reference "${reference.text.slice(0, 200)}" is written "${written}".`);
    }
    return written;
  }

  #nameOf(pointer: string, schema: JsonValue): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const wanted = (splitPointer(pointer).at(-1) ?? '').replace(/[^A-Za-z0-9_.-]/g, '_') || 'part';
    let name = wanted === '__proto__' ? 'part' : wanted;
    let number = this.#numbers.get(wanted) ?? 2;
    for (; this.#taken.has(name); number += 1) name = `${wanted}_${number}`;
    this.#numbers.set(wanted, number);
    this.#taken.add(name);
    this.#names.set(pointer, name);
    this.#waiting.push({ name, schema, pointer });
    return name;
  }

  #noteDefinitions(keyword: string, value: JsonValue, place: string): void {
    if (!isJsonObject(value)) return;
    const isMoved = keyword !== '$defs' || place !== '/$defs';
    if (isMoved) this.#say('definitions-moved', place, `Those of "${place}" that are used stand in "/$defs".`);
  }

  #say(code: Parameters<RemarkList['add']>[0], place: string, message: string): void {
    this.#remarks.add(code, place, message);
  }
}

function isNotIn(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names);
  return (name) => !known.has(name);
}

function mergeNames(known: JsonValue | undefined, added: JsonValue): JsonObject {
  const merged: Record<string, JsonValue> = {};
  for (const map of [known, added]) {
    if (!isJsonObject(map)) continue;
    for (const name of Object.keys(map)) {
      const before = merged[name];
      const names = map[name];
      if (isList(names)) merged[name] = [...new Set([...(isList(before) ? before : []), ...names])];
    }
  }
  return merged;
}
