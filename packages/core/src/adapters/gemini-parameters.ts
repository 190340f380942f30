import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { escapePointer, isList } from '../schema/walk-schema.js';
import { SchemaComparison } from './compare-schemas.js';
import type { FoldedRoot } from './fold-root.js';
import { mergeAllOf, mergeTwo } from './gemini-merge.js';
import { keepPossible, makeNullable } from './gemini-union.js';
import { dropKeyword, writeNotes, writeValues } from './gemini-values.js';
import type { RemarkList } from './remarks.js';
import { GEMINI_NAMES, SentNames } from './replaced-names.js';
import {
  acceptsAnything,
  acceptsNothing,
  followReference,
  isOfType,
  isWithoutType,
  resolveAlone,
  typeOfValue,
  typesOf,
  valuesOf,
} from './schema-parts.js';
import { readUndeclaredRoot, type UndeclaredArguments } from './undeclared-root.js';

/*
 * Gemini's older `parameters`: a subset of OpenAPI 3.0 with types in capitals, `nullable`, no references and few
 * keywords. What it cannot say is left out, which accepts more; where it needs a type that the schema does not name, the
 * tool is refused, because the request with all its tools would be.
 */

/** Inlining ends here: a schema that refers twice to one that refers twice … must not explode. */
const MAX_PARTS = 2_000;

/** How many parts may lead to one, with all references inlined. */
const MAX_LEVELS = 100;

/** `parameters` of a function. */
export interface GeminiParameters {
  /** Null for a function without arguments. */
  readonly schema: JsonObject | null;
  /** The tool's own names of properties by those that are sent instead. */
  readonly ownNames: ReadonlyMap<string, string>;
}

/** What an operator can do about a refusal. */
const REMEDY = 'Gemini\'s "parametersJsonSchema", where schemas go by default, takes it.';

class Refused extends Error {}

/** Ends the writing of a part that leads back to itself. */
class Recursive extends Error {
  readonly pointer: string;
  constructor(pointer: string) {
    super('the schema leads back to itself');
    this.pointer = pointer;
  }
}

/** A root as `parameters`; undefined where it is refused. */
export function toGeminiParameters(
  { root, isWidened }: FoldedRoot,
  pointers: Map<JsonValue, string>,
  remarks: RemarkList,
): GeminiParameters | undefined {
  let parts = 0;
  let level = 0;
  const open = new Set<JsonValue>();
  const comparison = new SchemaComparison(root, 'open');
  const names = new SentNames(root);

  function refuse(code: 'untyped-refused' | 'too-large' | 'object-refused', pointer: string, message: string): never {
    remarks.add(code, pointer, `${message} ${REMEDY}`);
    throw new Refused(message);
  }

  function drop(keyword: string, pointer: string): void {
    dropKeyword(remarks, keyword, pointer);
  }

  function write(schema: JsonValue, fallback: string): Record<string, JsonValue> {
    const pointer = pointers.get(schema) ?? fallback;
    parts += 1;
    if (parts > MAX_PARTS) {
      return refuse('too-large', pointer, `With all references inlined it has more than ${MAX_PARTS} parts.`);
    }
    if (level > MAX_LEVELS) {
      return refuse('too-large', pointer, `With all references inlined it is more than ${MAX_LEVELS} levels deep.`);
    }
    if (!isJsonObject(schema) || acceptsAnything(schema)) {
      return refuse('untyped-refused', pointer, 'Gemini\'s "parameters" want a type here, and any value is accepted.');
    }
    level += 1;
    try {
      if (schema.$ref !== undefined) return writeReference(schema, pointer);
      const merged = mergeAllOf(schema, { root, open, drop: (keyword) => drop(keyword, pointer) });
      return writeOpen(merged.parts, () => writePlain(merged.schema, pointer));
    } finally {
      level -= 1;
    }
  }

  /** Writes what `targets` are part of, and what leads back to them is told so. */
  function writeOpen<Written>(targets: readonly JsonValue[], writeThem: () => Written): Written {
    for (const target of targets) open.add(target);
    try {
      return writeThem();
    } finally {
      for (const target of targets) open.delete(target);
    }
  }

  function writeReference(schema: JsonObject, pointer: string): Record<string, JsonValue> {
    const target = followReference(root, schema.$ref);
    const { $ref: _, $defs: __, ...others } = schema;
    if (!isJsonObject(target)) return write(target, pointer);
    if (open.has(target)) throw new Recursive(pointer);
    const { $defs: ___, ...own } = target;
    const both = mergeTwo(own, others, (keyword) => drop(keyword, pointer));
    pointers.set(both, pointer);
    const merged = writeOpen([target], () => write(both, pointer));
    remarks.add(
      'reference-inlined',
      pointer,
      'Gemini\'s "parameters" have no references: what it leads to stands here.',
    );
    return merged;
  }

  function writePlain(schema: JsonObject, pointer: string): Record<string, JsonValue> {
    const union = schema.anyOf ?? schema.oneOf;
    const values = valuesOf(schema);
    const ownTypes = typesOf(schema);
    if (isList(union)) {
      // Beside a union nothing may stand. What all alternatives have in common says more, where it names the types.
      const isSaidBeside =
        values !== undefined ||
        (ownTypes !== undefined && (schema.properties !== undefined || !ownTypes.includes('object')));
      if (!isSaidBeside) return writeUnion(schema, union, pointer);
      for (const keyword of ['anyOf', 'oneOf']) if (schema[keyword] !== undefined) drop(keyword, pointer);
    }
    // What says nothing of its type takes more than objects, also where it declares properties.
    const types = ownTypes ?? (values && [...new Set(values.map(typeOfValue))]);
    if (types === undefined) {
      return refuse('untyped-refused', pointer, 'Gemini\'s "parameters" want a type here, and the schema names none.');
    }
    for (const keyword of ['not', 'if']) if (schema[keyword] !== undefined) drop(keyword, pointer);
    const fitting = values?.filter((value) => isOfType(value, types));
    const some = fitting ? types.filter((type) => fitting.some((value) => isOfType(value, [type]))) : types;
    const others = some.filter((type) => type !== 'null' && !(type === 'integer' && some.includes('number')));
    const isNullable = some.includes('null');
    const [only] = others;
    if (some.length === 0) return refuse('untyped-refused', pointer, 'No value fits here.');
    if (only === undefined) return { ...writeNotes(schema, pointer, remarks), type: 'NULL' };
    if (others.length > 1) {
      const { default: _, ...notes } = writeNotes(schema, pointer, remarks);
      const anyOf = others.map((type) => ({
        ...notes,
        ...writeType(schema, type, fitting, pointer),
        ...(isNullable ? { nullable: true } : {}),
      }));
      return { anyOf };
    }
    const written = { ...writeNotes(schema, pointer, remarks), ...writeType(schema, only, fitting, pointer) };
    return isNullable ? { ...written, nullable: true } : written;
  }

  function writeUnion(schema: JsonObject, union: readonly JsonValue[], pointer: string): Record<string, JsonValue> {
    const possible = keepPossible(schema, union, pointer, { root, comparison, remarks });
    const isNull = (part: JsonValue) => isJsonObject(part) && part.type === 'null';
    if (possible.length === 0) return refuse('untyped-refused', pointer, 'No value fits here.');
    const isNullable = possible.some(isNull);
    const typed = (part: JsonValue): JsonValue =>
      schema.type !== undefined && isWithoutType(part) ? { ...part, type: schema.type } : part;
    const branches = possible
      .filter((part) => !isNull(part))
      .map((part, at) => write(typed(part), pointers.get(part) ?? `${pointer}/anyOf/${at}`));
    const [only] = branches;
    if (only === undefined) return { type: 'NULL' };
    const notes = writeNotes(schema, pointer, remarks);
    if (branches.length === 1) {
      const nullable: Record<string, JsonValue> = isNullable ? { nullable: true } : {};
      if (!isList(only.anyOf)) return { ...only, ...notes, ...nullable };
      return isNullable
        ? { anyOf: only.anyOf.map((part) => ({ ...(isJsonObject(part) ? part : {}), nullable: true })) }
        : only;
    }
    return { anyOf: isNullable ? branches.map(makeNullable) : branches };
  }

  function writeType(
    schema: JsonObject,
    type: string,
    values: readonly JsonValue[] | undefined,
    pointer: string,
  ): Record<string, JsonValue> {
    const written = writeValues(schema, type, values, pointer, remarks);
    if (type === 'array') written.items = writeItems(schema, pointer);
    if (type === 'object') writeProperties(written, schema, pointer);
    return written;
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
    const isClosed = items === false || Number(schema.maxItems ?? Number.POSITIVE_INFINITY) <= prefixItems.length;
    const all = [...prefixItems, ...(isClosed ? [] : [items ?? true])];
    const [only, ...others] = all.map((part, at) => write(part, `${pointer}/prefixItems/${at}`));
    if (only === undefined || others.every((part) => JSON.stringify(part) === JSON.stringify(only))) return only ?? {};
    return { anyOf: [only, ...others] };
  }

  function writeProperties(written: Record<string, JsonValue>, schema: JsonObject, pointer: string): void {
    const own = isJsonObject(schema.properties) ? schema.properties : {};
    const required = new Set(isList(schema.required) ? schema.required : []);
    const kept: [string, JsonValue][] = [];
    for (const name of Object.keys(own)) {
      const place = `${pointer}/properties/${escapePointer(name)}`;
      const part = own[name] ?? true;
      if (acceptsNothing(resolveAlone(root, part))) drop('properties', pointer);
      else {
        const sent = writeProperty(part, place, required.has(name));
        if (sent !== undefined) kept.push([name, sent]);
      }
    }
    if (kept.length === 0) {
      const why =
        'Gemini\'s "parameters" want an object to declare properties, and of this one there are none to send.';
      refuse('object-refused', pointer, why);
    }
    const declared = kept.map(([name]) => name).filter((name) => required.has(name));
    if (declared.length < required.size) drop('required', pointer);
    for (const [name] of kept) {
      if (GEMINI_NAMES.legal.test(name)) continue;
      remarks.add(
        'property-renamed',
        `${pointer}/properties/${escapePointer(name)}`,
        `${GEMINI_NAMES.description}: it is sent as "${names.sentFor(name)}" and mapped back.`,
      );
    }
    written.properties = Object.fromEntries(kept.map(([name, sent]) => [names.sentFor(name), sent]));
    if (declared.length > 0) written.required = declared.map((name) => names.sentFor(name));
  }

  /** A property; undefined where it leads back to itself and may be absent. */
  function writeProperty(part: JsonValue, place: string, isRequired: boolean): JsonValue | undefined {
    try {
      return write(part, place);
    } catch (error) {
      if (!(error instanceof Recursive) || isRequired) throw error;
      const why =
        'The schema leads back to itself, which has to end: here it is left out, and the host checks it itself.';
      remarks.add('recursion-cut', error.pointer, why);
      return undefined;
    }
  }

  /** Says why a root that declares no arguments is a function without any, or refuses it. */
  function writeUndeclared(what: UndeclaredArguments): void {
    if (what === 'unfit') refuse('untyped-refused', '', 'No value fits here.');
    if (what === 'undeclared') {
      const why = 'Gemini\'s "parameters" want arguments to be declared, and this schema takes some and declares none.';
      refuse('object-refused', '', why);
    }
    if (what === 'silent') {
      const why = 'It declares no arguments and says nothing of others: it is sent as a function without any.';
      remarks.add('counted-as-closed', '', why);
    } else if (root.if !== undefined) drop('if', '');
  }

  try {
    const undeclared = readUndeclaredRoot(root);
    if (undeclared !== undefined) {
      writeUndeclared(undeclared === 'silent' && isWidened ? 'undeclared' : undeclared);
      return { schema: null, ownNames: new Map() };
    }
    // Arguments are an object, whether the schema says so or not.
    const { $defs: _, type = 'object', ...own } = root;
    return { schema: writeOpen([root], () => write({ type, ...own }, '')), ownNames: names.own };
  } catch (error) {
    if (error instanceof Refused) return undefined;
    if (!(error instanceof Recursive)) throw error;
    const why = 'The schema leads back to itself where nothing may be left out.';
    remarks.add('untyped-refused', error.pointer, `${why} ${REMEDY}`);
    return undefined;
  }
}
