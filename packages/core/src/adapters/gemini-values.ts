import type { JsonObject, JsonValue } from '../contract/json.js';
import { NOTES } from '../schema/keywords.js';
import { escapePointer } from '../schema/walk-schema.js';
import type { RemarkList } from './remarks.js';
import { acceptsAnything, isOfType } from './schema-parts.js';

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

/** Says that `keyword` is left out. */
export function dropKeyword(remarks: RemarkList, keyword: string, pointer: string): void {
  remarks.add(
    'keyword-dropped',
    `${pointer}/${escapePointer(keyword)}`,
    `Gemini's "parameters" cannot say "${keyword}": it is left out, and the host checks it itself.`,
  );
}

/** What a schema says for people and models, as far as it is taken. */
export function writeNotes(schema: JsonObject, pointer: string, remarks: RemarkList): Record<string, JsonValue> {
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

/** What is said of values of `type`, without what is inside them. */
export function writeValues(
  schema: JsonObject,
  type: string,
  values: readonly JsonValue[] | undefined,
  pointer: string,
  remarks: RemarkList,
): Record<string, JsonValue> {
  const written: Record<string, JsonValue> = { type: type.toUpperCase() };
  if (values !== undefined) {
    const ofType = values.filter((value) => isOfType(value, [type]));
    // The whole request is refused for an empty text among them.
    if (type === 'string' && !ofType.includes('')) {
      written.enum = ofType;
      if (schema.const !== undefined)
        remarks.add('keyword-rewritten', `${pointer}/const`, '"const" is sent as an "enum" of one.');
    } else dropKeyword(remarks, schema.const === undefined ? 'enum' : 'const', pointer);
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
    } else if (keyword.startsWith('exclusive')) writeExclusive(written, schema, keyword, value, type, pointer, remarks);
    else if (!['items', 'prefixItems', 'properties', 'required'].includes(keyword) && !hasNoEffect(keyword, value))
      dropKeyword(remarks, keyword, pointer);
  }
  return written;
}

function writeExclusive(
  written: Record<string, JsonValue>,
  schema: JsonObject,
  keyword: string,
  value: JsonValue,
  type: string,
  pointer: string,
  remarks: RemarkList,
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
  else dropKeyword(remarks, keyword, pointer);
}

function hasNoEffect(keyword: string, value: JsonValue): boolean {
  if (keyword === 'uniqueItems') return value === false;
  return keyword === 'additionalProperties' || keyword.startsWith('unevaluated') ? acceptsAnything(value) : false;
}
