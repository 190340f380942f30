import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { escapePointer, isList } from '../schema/walk-schema.js';
import { SchemaComparison } from './compare-schemas.js';
import type { RemarkList } from './remarks.js';
import { acceptsAnything, followReference, isOfType, NOTES, typeOfValue, typesOf, valuesOf } from './schema-parts.js';

/*
 * Gemini's older `parameters`: a subset of OpenAPI 3.0 with types in capitals, `nullable`, no references and few
 * keywords. What it cannot say is left out, which accepts more; where it needs a type that the schema does not name, the
 * tool is refused, because the request with all its tools would be.
 */

/** Inlining ends here: a schema that refers twice to one that refers twice … must not explode. */
const MAX_PARTS = 2_000;

const formats: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time', 'enum'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

/** Keywords that are taken as they are, by type. Counts are texts in Gemini's JSON. */
const taken: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

const byType: Readonly<Record<string, readonly string[]>> = {
  string: ['format', 'pattern', 'minLength', 'maxLength'],
  number: ['format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: [
    'items',
    'prefixItems',
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
    'unevaluatedItems',
  ],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
  ],
};

class Refused extends Error {}

/** `root` as `parameters`; null for a function without arguments, undefined where it is refused. */
export function toGeminiParameters(
  root: JsonObject,
  pointers: Map<JsonValue, string>,
  remarks: RemarkList,
): JsonObject | null | undefined {
  let parts = 0;
  const open = new Set<JsonValue>();
  const comparison = new SchemaComparison(root, 'open');

  function refuse(code: 'untyped-refused' | 'too-large', pointer: string, message: string): never {
    remarks.add(code, pointer, message);
    throw new Refused(message);
  }

  function drop(keyword: string, pointer: string): void {
    remarks.add(
      'keyword-dropped',
      `${pointer}/${escapePointer(keyword)}`,
      `Gemini's "parameters" cannot say "${keyword}": it is left out, and the host checks it itself.`,
    );
  }

  function write(schema: JsonValue, fallback: string): Record<string, JsonValue> {
    const pointer = pointers.get(schema) ?? fallback;
    parts += 1;
    if (parts > MAX_PARTS) {
      return refuse('too-large', pointer, `With all references inlined it has more than ${MAX_PARTS} parts.`);
    }
    if (!isJsonObject(schema) || acceptsAnything(schema)) {
      return refuse('untyped-refused', pointer, 'Gemini\'s "parameters" want a type here, and any value is accepted.');
    }
    if (schema.$ref !== undefined) return writeReference(schema, pointer);
    return writePlain(mergeAllOf(schema, pointer), pointer);
  }

  function writeReference(schema: JsonObject, pointer: string): Record<string, JsonValue> {
    const target = followReference(root, schema.$ref);
    const { $ref: _, $defs: __, ...others } = schema;
    if (!isJsonObject(target)) return write(target, pointer);
    if (open.has(target)) {
      const types = typesOf(target);
      if (types?.length !== 1 || types[0] !== 'object') {
        return refuse(
          'untyped-refused',
          pointer,
          'The schema leads back to itself, and what is not an object cannot be cut off.',
        );
      }
      remarks.add(
        'recursion-cut',
        pointer,
        'The schema leads back to itself: from here on any object is accepted, and the host checks it itself.',
      );
      return { type: 'OBJECT' };
    }
    open.add(target);
    const { $defs: ___, ...own } = target;
    const merged = write(mergeTwo(own, others, pointer), pointer);
    open.delete(target);
    remarks.add(
      'reference-inlined',
      pointer,
      'Gemini\'s "parameters" have no references: what it leads to stands here.',
    );
    return merged;
  }

  /** `own` with the notes of `others`; of bounds that both have, those of `own`. */
  function mergeTwo(own: JsonObject, others: JsonObject, pointer: string): JsonObject {
    const merged: Record<string, JsonValue> = { ...own };
    for (const keyword of Object.keys(others)) {
      if (NOTES.has(keyword) || own[keyword] === undefined) merged[keyword] = others[keyword] ?? null;
      else if (JSON.stringify(own[keyword]) !== JSON.stringify(others[keyword])) drop(keyword, pointer);
    }
    const at = pointers.get(own) ?? pointer;
    pointers.set(merged, at);
    return merged;
  }

  function mergeAllOf(schema: JsonObject, pointer: string): JsonObject {
    if (!isList(schema.allOf)) return schema;
    const { allOf, ...others } = schema;
    let merged: JsonObject = others;
    for (const part of allOf) {
      const isPlain = isJsonObject(part) && part.allOf === undefined;
      const target = isPlain && part.$ref !== undefined ? followReference(root, part.$ref) : part;
      if (
        !isPlain ||
        !isJsonObject(target) ||
        target.$ref !== undefined ||
        target.allOf !== undefined ||
        open.has(target)
      ) {
        drop('allOf', pointer);
        continue;
      }
      const { $defs: _, ...own } = target;
      merged = mergeProperties(merged, own, pointer);
    }
    return merged;
  }

  /** Both at once; where they speak of the same thing differently, the first counts. */
  function mergeProperties(first: JsonObject, second: JsonObject, pointer: string): JsonObject {
    const merged = {
      ...mergeTwo(
        first,
        Object.fromEntries(
          Object.entries(second).filter(
            ([keyword]) => !NOTES.has(keyword) && keyword !== 'properties' && keyword !== 'required',
          ),
        ),
        pointer,
      ),
    };
    if (isJsonObject(second.properties)) {
      merged.properties = { ...second.properties, ...(isJsonObject(first.properties) ? first.properties : {}) };
    }
    if (isList(second.required)) {
      merged.required = [...new Set([...(isList(first.required) ? first.required : []), ...second.required])];
    }
    return merged;
  }

  function writePlain(schema: JsonObject, pointer: string): Record<string, JsonValue> {
    const union = schema.anyOf ?? schema.oneOf;
    if (isList(union)) return writeUnion(schema, union, pointer);
    const values = valuesOf(schema);
    const types = typesOf(schema) ?? (values && [...new Set(values.map(typeOfValue))]);
    if (types === undefined) {
      return refuse('untyped-refused', pointer, 'Gemini\'s "parameters" want a type here, and the schema names none.');
    }
    for (const keyword of ['not', 'if']) if (schema[keyword] !== undefined) drop(keyword, pointer);
    const fitting = values?.filter((value) => isOfType(value, types));
    const some = fitting ? types.filter((type) => fitting.some((value) => isOfType(value, [type]))) : types;
    const others = some.filter((type) => type !== 'null' && !(type === 'integer' && some.includes('number')));
    const isNullable = some.includes('null');
    const [only] = others;
    if (only === undefined) return { ...writeNotes(schema, pointer), type: 'NULL' };
    if (others.length > 1) {
      const { default: _, ...notes } = writeNotes(schema, pointer);
      const anyOf = others.map((type) => ({
        ...notes,
        ...writeType(schema, type, fitting, pointer),
        ...(isNullable ? { nullable: true } : {}),
      }));
      return { anyOf };
    }
    const written = { ...writeNotes(schema, pointer), ...writeType(schema, only, fitting, pointer) };
    return isNullable ? { ...written, nullable: true } : written;
  }

  function writeUnion(schema: JsonObject, union: readonly JsonValue[], pointer: string): Record<string, JsonValue> {
    if (schema.anyOf === undefined) {
      if (comparison.areAllDisjoint(union))
        remarks.add('keyword-rewritten', `${pointer}/oneOf`, 'No two alternatives fit at once: it is sent as "anyOf".');
      else drop('oneOf', pointer);
    }
    for (const keyword of Object.keys(schema)) {
      if (keyword === 'anyOf' || (keyword === 'oneOf' && schema.anyOf === undefined)) continue;
      if (!NOTES.has(keyword)) drop(keyword, pointer);
      else
        remarks.add(
          'annotation-dropped',
          `${pointer}/${keyword}`,
          `Beside "anyOf" nothing may stand: "${keyword}" is left out or moved into the only alternative.`,
        );
    }
    const isNull = (part: JsonValue) => isJsonObject(part) && part.type === 'null';
    const isNullable = union.some(isNull);
    const branches = union
      .filter((part) => part !== false && !isNull(part))
      .map((part, at) => write(part, `${pointer}/anyOf/${at}`));
    const [only] = branches;
    if (only === undefined) return { type: 'NULL' };
    const notes = writeNotes(schema, pointer);
    if (branches.length === 1) {
      const nullable: Record<string, JsonValue> = isNullable ? { nullable: true } : {};
      if (!isList(only.anyOf)) return { ...only, ...notes, ...nullable };
      return isNullable
        ? { anyOf: only.anyOf.map((part) => ({ ...(isJsonObject(part) ? part : {}), nullable: true })) }
        : only;
    }
    return { anyOf: branches.map((branch) => makeNullable(branch, isNullable)) };
  }

  function writeType(
    schema: JsonObject,
    type: string,
    values: readonly JsonValue[] | undefined,
    pointer: string,
  ): Record<string, JsonValue> {
    const written: Record<string, JsonValue> = { type: type.toUpperCase() };
    if (values !== undefined) {
      const ofType = values.filter((value) => isOfType(value, [type]));
      if (type === 'string') {
        written.enum = ofType;
        if (schema.const !== undefined)
          remarks.add('keyword-rewritten', `${pointer}/const`, '"const" is sent as an "enum" of one.');
      } else drop(schema.const === undefined ? 'enum' : 'const', pointer);
    }
    const { format } = schema;
    if (typeof format === 'string') {
      if (formats[type]?.includes(format)) written.format = format;
      else
        remarks.add('format-dropped', `${pointer}/format`, `Gemini's "parameters" do not know the format "${format}".`);
    }
    for (const keyword of byType[type === 'integer' ? 'number' : type] ?? []) {
      const value = schema[keyword];
      if (value === undefined || keyword === 'format') continue;
      if (taken[type]?.includes(keyword)) {
        written[keyword] = /^(min|max)(Length|Items|Properties)$/.test(keyword) ? String(value) : value;
      } else if (keyword.startsWith('exclusive')) writeExclusive(written, schema, keyword, value, type, pointer);
      else if (!['items', 'prefixItems', 'properties', 'required'].includes(keyword) && !hasNoEffect(keyword, value))
        drop(keyword, pointer);
    }
    if (type === 'array') written.items = writeItems(schema, pointer);
    if (type === 'object') writeProperties(written, schema, pointer);
    return written;
  }

  function writeExclusive(
    written: Record<string, JsonValue>,
    schema: JsonObject,
    keyword: string,
    value: JsonValue,
    type: string,
    pointer: string,
  ): void {
    if (typeof value !== 'number') return;
    const isLower = keyword === 'exclusiveMinimum';
    const bound = isLower ? 'minimum' : 'maximum';
    const isWhole = type === 'integer' && Number.isSafeInteger(value);
    const inclusive = isWhole ? (isLower ? value + 1 : value - 1) : value;
    const other = schema[bound];
    const isOtherTighter = typeof other === 'number' && (isLower ? other > inclusive : other < inclusive);
    if (!isOtherTighter) written[bound] = inclusive;
    if (isWhole)
      remarks.add(
        'keyword-rewritten',
        `${pointer}/${keyword}`,
        `For whole numbers it is sent as "${bound}" ${inclusive}.`,
      );
    else drop(keyword, pointer);
  }

  function writeItems(schema: JsonObject, pointer: string): JsonValue {
    const { items, prefixItems } = schema;
    if (!isList(prefixItems)) {
      if (items !== undefined && items !== false) return write(items, `${pointer}/items`);
      return refuse(
        'untyped-refused',
        `${pointer}/items`,
        'Gemini\'s "parameters" want "items" of every array, and the schema has none.',
      );
    }
    drop('prefixItems', pointer);
    const all = [...prefixItems, ...(items === false ? [] : [items ?? true])];
    const [only, ...others] = all.map((part, at) => write(part, `${pointer}/prefixItems/${at}`));
    if (only === undefined || others.every((part) => JSON.stringify(part) === JSON.stringify(only))) return only ?? {};
    return { anyOf: [only, ...others] };
  }

  function writeProperties(written: Record<string, JsonValue>, schema: JsonObject, pointer: string): void {
    const own = isJsonObject(schema.properties) ? schema.properties : {};
    const names = Object.keys(own).filter((name) => own[name] !== false);
    if (names.length < Object.keys(own).length) drop('properties', pointer);
    const required = isList(schema.required) ? schema.required : [];
    const declared = required.filter((name) => names.includes(String(name)));
    if (declared.length < required.length) drop('required', pointer);
    if (names.length === 0) return;
    written.properties = Object.fromEntries(
      names.map((name) => [name, write(own[name] ?? true, `${pointer}/properties/${escapePointer(name)}`)]),
    );
    if (declared.length > 0) written.required = declared;
  }

  function writeNotes(schema: JsonObject, pointer: string): Record<string, JsonValue> {
    const notes: Record<string, JsonValue> = {};
    for (const keyword of Object.keys(schema)) {
      if (!NOTES.has(keyword) || keyword === 'format') continue;
      if (keyword === 'title' || keyword === 'description' || keyword === 'default')
        notes[keyword] = schema[keyword] ?? null;
      else
        remarks.add(
          'annotation-dropped',
          `${pointer}/${keyword}`,
          `Gemini's "parameters" do not take "${keyword}"; it judges no value.`,
        );
    }
    return notes;
  }

  const isEmpty = (isJsonObject(root.properties) ? Object.keys(root.properties).length : 0) === 0;
  if (isEmpty && (root.additionalProperties === undefined || root.additionalProperties === false)) return null;
  try {
    if (isEmpty)
      refuse('untyped-refused', '', 'Gemini\'s "parameters" cannot say that properties of every name are accepted.');
    open.add(root);
    const { $defs: _, ...own } = root;
    return write(own, '');
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function makeNullable(schema: Record<string, JsonValue>, isNullable: boolean): Record<string, JsonValue> {
  if (!isNullable) return schema;
  if (!isList(schema.anyOf)) return { ...schema, nullable: true };
  return { anyOf: schema.anyOf.map((part) => makeNullable(isJsonObject(part) ? { ...part } : {}, true)) };
}

function hasNoEffect(keyword: string, value: JsonValue): boolean {
  if (keyword === 'uniqueItems') return value === false;
  return keyword === 'additionalProperties' || keyword.startsWith('unevaluated') ? acceptsAnything(value) : false;
}
