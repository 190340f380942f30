import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { NOTES } from '../schema/keywords.js';
import { escapePointer, isList } from '../schema/walk-schema.js';
import { SchemaComparison } from './compare-schemas.js';
import type { StrictCost } from './converted-schema.js';
import { isWithoutEffect, KEYWORD_TYPES } from './keyword-types.js';
import { isScalarType, toNullable } from './nullable-schema.js';
import type { RemarkList } from './remarks.js';
import { requireClosed } from './require-closed.js';
import {
  acceptsNothing,
  isConstant,
  isOfType,
  isOnlyOfTypes,
  isWithoutType,
  resolveAlone,
  typeOfValue,
  typesOf,
  valuesOf,
} from './schema-parts.js';
import { countCost } from './strict-cost.js';
import type { StrictProfile } from './strict-profile.js';
import { refuseRecursion } from './strict-recursion.js';
import { NotStrict, StrictReport } from './strict-report.js';

/*
 * Writes a schema as strict modes take it, or says why that would change its meaning. Each part is either written
 * without loss or ends the attempt: bounds are never dropped, maps are never closed.
 */

/** A schema in strict form. */
export interface StrictSchema {
  readonly schema: JsonObject;
  /** By `properties` of `schema`: those that became nullable because they may be absent. */
  readonly optionals: ReadonlyMap<JsonValue, ReadonlySet<string>>;
  readonly cost: StrictCost;
}

const noCost: StrictCost = { optionalParameters: 0, unionParameters: 0 };

/** The strict form of `root`, or null with the reason among the remarks. */
export function toStrictSchema(
  root: JsonObject,
  pointers: ReadonlyMap<JsonValue, string>,
  remarks: RemarkList,
  profile: StrictProfile,
): StrictSchema | null {
  try {
    return new StrictWriter(root, pointers, remarks, profile).write();
  } catch (error) {
    if (error instanceof NotStrict) return null;
    throw error;
  }
}

class StrictWriter {
  readonly #root: JsonObject;
  readonly #pointers: ReadonlyMap<JsonValue, string>;
  readonly #report: StrictReport;
  readonly #profile: StrictProfile;
  readonly #comparison: SchemaComparison;
  readonly #optionals = new Map<JsonValue, Set<string>>();
  /** Definitions that are referred to, in the order in which they were met. */
  readonly #used = new Set<string>();

  constructor(root: JsonObject, pointers: ReadonlyMap<JsonValue, string>, remarks: RemarkList, profile: StrictProfile) {
    this.#root = root;
    this.#pointers = pointers;
    this.#report = new StrictReport(remarks, profile);
    this.#profile = profile;
    this.#comparison = new SchemaComparison(root, 'closed');
  }

  write(): StrictSchema {
    const { $defs, ...root } = this.#root;
    if (!this.#profile.isRecursionTaken) refuseRecursion(this.#root, this.#pointers, this.#profile, this.#report);
    const schema: Record<string, JsonValue> = this.#writeObject(root, '', 'root');
    const definitions = isJsonObject($defs) ? $defs : {};
    const written = new Map<string, JsonValue>();
    // Writing one may use others.
    for (const name of this.#used) {
      written.set(name, this.#write(definitions[name] ?? true, `/$defs/${escapePointer(name)}`));
    }
    const names = Object.keys(definitions).filter((name) => written.has(name));
    if (names.length > 0) schema.$defs = Object.fromEntries(names.map((name) => [name, written.get(name) ?? true]));
    const cost = this.#profile.isRecursionTaken ? noCost : countCost(schema);
    return { schema, optionals: this.#optionals, cost };
  }

  #write(schema: JsonValue, fallback: string): Record<string, JsonValue> {
    const pointer = this.#pointers.get(schema) ?? fallback;
    if (!isJsonObject(schema)) {
      if (schema === true) return this.#report.failUntyped(pointer);
      return this.#report.refuseKeyword('false', pointer);
    }
    const plain = this.#simplify(schema, pointer);
    if (plain.$ref !== undefined) return this.#writeReference(plain, pointer);
    if (isList(plain.anyOf)) return this.#writeUnion(plain, plain.anyOf, pointer);
    const values = valuesOf(plain);
    const types = typesOf(plain) ?? (values && [...new Set(values.map(typeOfValue))]);
    if (types === undefined) return this.#report.failUntyped(pointer);
    return this.#writeTypes(plain, types, values, pointer);
  }

  /** Without `oneOf` and `allOf`, where that changes nothing. */
  #simplify(schema: JsonObject, pointer: string): JsonObject {
    for (const keyword of ['not', 'if']) {
      if (schema[keyword] !== undefined) return this.#report.refuseKeyword(keyword, pointer);
    }
    const { allOf, oneOf, ...others } = schema;
    if (isList(allOf)) {
      const [only] = allOf;
      const isAlone = Object.keys(others).every((keyword) => NOTES.has(keyword)) && oneOf === undefined;
      if (allOf.length !== 1 || !isAlone || !isJsonObject(only)) return this.#report.refuseKeyword('allOf', pointer);
      this.#report.note('keyword-rewritten', `${pointer}/allOf`, 'An "allOf" of one is written without it.');
      return this.#simplify({ ...only, ...others }, pointer);
    }
    if (!isList(oneOf)) return schema;
    if (others.anyOf !== undefined || !this.#comparison.areAllDisjoint(oneOf))
      return this.#report.refuseKeyword('oneOf', pointer);
    this.#report.note(
      'keyword-rewritten',
      `${pointer}/oneOf`,
      'No two alternatives fit at once: it is sent as "anyOf".',
    );
    return { ...others, anyOf: oneOf };
  }

  #writeReference(schema: JsonObject, pointer: string): Record<string, JsonValue> {
    const constraint = Object.keys(schema).find((keyword) => keyword !== '$ref' && !NOTES.has(keyword));
    if (constraint !== undefined) return this.#report.refuseKeyword(constraint, pointer);
    const notes = this.#report.writeNotes(schema, pointer);
    const $ref = schema.$ref ?? '#';
    if (typeof $ref === 'string' && $ref !== '#') this.#used.add($ref.slice('#/$defs/'.length));
    if (Object.keys(notes).length === 0) return { $ref };
    this.#report.note(
      'keyword-rewritten',
      `${pointer}/$ref`,
      'Beside "$ref" nothing may stand: it is sent as an "anyOf" of one.',
    );
    return { ...notes, anyOf: [{ $ref }] };
  }

  #writeUnion(schema: JsonObject, branches: readonly JsonValue[], pointer: string): Record<string, JsonValue> {
    const types = typesOf(schema);
    const constraint = Object.keys(schema).find(
      (keyword) => keyword !== 'anyOf' && keyword !== 'type' && !NOTES.has(keyword),
    );
    if (constraint !== undefined) return this.#report.refuseKeyword(constraint, pointer);
    const possible = branches.filter((branch) => !acceptsNothing(resolveAlone(this.#root, branch)));
    if (possible.length === 0) return this.#report.refuseKeyword('anyOf', pointer);
    if (types !== undefined) {
      if (!possible.every((branch) => isWithoutType(branch) || isOnlyOfTypes(this.#root, branch, types))) {
        return this.#report.refuseKeyword('type', pointer);
      }
      const why = 'It is said in each alternative, and left out here.';
      this.#report.note('keyword-rewritten', `${pointer}/type`, why);
    }
    const anyOf = possible.map((branch, at) =>
      this.#write(
        types !== undefined && isWithoutType(branch) ? { type: schema.type ?? null, ...branch } : branch,
        this.#pointers.get(branch) ?? `${pointer}/anyOf/${at}`,
      ),
    );
    return { ...this.#report.writeNotes(schema, pointer), anyOf };
  }

  #writeTypes(
    schema: JsonObject,
    types: readonly string[],
    values: readonly JsonValue[] | undefined,
    pointer: string,
  ): Record<string, JsonValue> {
    const some = types.includes('number') ? types.filter((type) => type !== 'integer') : types;
    const others = some.filter((type) => type !== 'null');
    const [only] = others;
    const isNullable = some.includes('null') && (values === undefined || values.includes(null));
    const isSimple = only !== undefined && others.length === 1 && (!isNullable || isScalarType(only));
    if (isSimple) {
      return {
        ...this.#report.writeNotes(schema, pointer),
        ...this.#writeOne(schema, only, isNullable, values, pointer),
      };
    }
    const possible = some.filter((type) => !values || values.some((value) => isOfType(value, [type])));
    if (possible.length === 0)
      return this.#report.refuseKeyword(schema.const === undefined ? 'enum' : 'const', pointer);
    if (some.length === 1) return { ...this.#report.writeNotes(schema, pointer), type: 'null' };
    this.#report.note(
      'keyword-rewritten',
      `${pointer}/type`,
      'Several types are sent as "anyOf", one alternative each.',
    );
    const anyOf = possible.map((type) => this.#writeOne(schema, type, false, values, pointer));
    return { ...this.#report.writeNotes(schema, pointer), anyOf };
  }

  /** `schema` for values of one type, without what is said for people. */
  #writeOne(
    schema: JsonObject,
    type: string,
    isNullable: boolean,
    values: readonly JsonValue[] | undefined,
    pointer: string,
  ): Record<string, JsonValue> {
    if (type === 'object' && values === undefined) return this.#writeObject(schema, pointer, 'part');
    const written: Record<string, JsonValue> = { type: isNullable ? [type, 'null'] : type };
    const kind = type === 'integer' ? 'number' : type;
    if (values !== undefined) {
      const fitting = values.filter((value) => isOfType(value, isNullable ? [type, 'null'] : [type]));
      if (fitting.length === 0 || fitting.some((value) => typeof value === 'object' && value !== null)) {
        return this.#report.refuseKeyword('enum', pointer);
      }
      if (schema.const !== undefined) {
        this.#report.note('keyword-rewritten', `${pointer}/const`, '"const" is sent as an "enum" of one.');
      }
      written.enum = fitting;
    }
    for (const keyword of Object.keys(schema)) {
      if (KEYWORD_TYPES[keyword] !== kind) continue;
      const value = schema[keyword] ?? null;
      if (NOTES.has(keyword)) continue;
      if (keyword === 'items') written.items = this.#write(value, `${pointer}/items`);
      else if (isWithoutEffect(keyword, value)) continue;
      else if (this.#isBoundTaken(keyword, value)) written[keyword] = value;
      else return this.#report.refuseKeyword(keyword, pointer);
    }
    if (type === 'array' && written.items === undefined) return this.#report.failUntyped(`${pointer}/items`);
    const { format } = schema;
    if (type === 'string' && typeof format === 'string') {
      if (this.#profile.formats.has(format)) written.format = format;
      else this.#report.sayDropped('format-dropped', `${pointer}/format`, `The format "${format}"`);
    }
    return written;
  }

  #isBoundTaken(keyword: string, value: JsonValue): boolean {
    if (!this.#profile.bounds.has(keyword)) return false;
    if (keyword === 'pattern') return typeof value === 'string' && !/\(\?(?!:)|\\[1-9bBkpP]/.test(value);
    if (keyword === 'minItems') return this.#profile.isAnyMinItemsTaken || value === 1;
    return true;
  }

  #writeObject(schema: JsonObject, pointer: string, place: 'root' | 'part'): Record<string, JsonValue> {
    const isRoot = place === 'root';
    const { properties } = schema;
    const own = isJsonObject(properties) ? properties : {};
    const required = new Set(isList(schema.required) ? schema.required : []);
    requireClosed(schema, pointer, place, this.#report);
    const written: Record<string, JsonValue> = isRoot
      ? { ...this.#report.writeNotes(schema, pointer), type: 'object' }
      : { type: 'object' };
    const optionals = new Set<string>();
    const kept = Object.keys(own).filter((name) => required.has(name) || !this.#isExcluded(own, name, pointer));
    // What names the kind comes first: OpenAI tells alternatives apart by how they begin.
    const isKind = (name: string): boolean => !isRoot && required.has(name) && isConstant(own[name]);
    const names = [...kept.filter(isKind), ...kept.filter((name) => !isKind(name))];
    const isNulled = this.#profile.optional === 'nullable';
    written.properties = Object.fromEntries(
      names.map((name) => {
        const part = own[name] ?? true;
        const place = `${pointer}/properties/${escapePointer(name)}`;
        const sent = this.#write(part, place);
        if (required.has(name) || !isNulled) return [name, sent];
        optionals.add(name);
        return [name, this.#writeOptional(part, sent, place)];
      }),
    );
    written.required = isNulled ? names : names.filter((name) => required.has(name));
    written.additionalProperties = false;
    if (optionals.size > 0) this.#optionals.set(written.properties, optionals);
    return written;
  }

  /** Whether nothing fits a property, so that in a closed object it is as good as not declared. */
  #isExcluded(properties: JsonObject, name: string, pointer: string): boolean {
    if (!acceptsNothing(resolveAlone(this.#root, properties[name] ?? true))) return false;
    const place = `${pointer}/properties/${escapePointer(name)}`;
    this.#report.note('keyword-rewritten', place, 'No value fits it: it is left out, and so is not allowed either.');
    return true;
  }

  #writeOptional(own: JsonValue, sent: Record<string, JsonValue>, pointer: string): Record<string, JsonValue> {
    if (this.#comparison.acceptsNull(own)) {
      if (isJsonObject(own) && own.default === null) return sent;
      return this.#report.fail(
        'optional-and-nullable',
        pointer,
        'It may be absent, and it may be null, and the two need not mean the same: only `"default": null` would say so.',
      );
    }
    this.#report.note(
      'optional-made-nullable',
      pointer,
      'It may be absent: it is sent as nullable, and a null is taken out again.',
    );
    return toNullable(sent);
  }
}
