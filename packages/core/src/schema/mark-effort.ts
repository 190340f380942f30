import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isComposite } from './is-same-json.js';
import { KEYWORDS } from './keywords.js';
import type { NormalisedSchema } from './normalise-schema.js';
import { SAME_VALUE_KEYWORDS } from './normalised-parts.js';
import { isList } from './walk-schema.js';

/*
 * A small schema and a value of 1 MB can ask for billions of steps: a list of 290,000 items that each are compared with 190
 * alternatives, parts that refer to each other twice. So what a value may visit often is marked with its weight, for the
 * compiler to count (validation-effort.ts). Schemas without such parts stay as they are: their validation counts nothing.
 * Every part is marked a second time, for the validator that collects what is wrong.
 */

/** Put where each validation counts. Its value is the weight. */
export const EFFORT_KEYWORD = 'loadout:effort';

/** Put into each part, and counted where all that is wrong is collected. Its value is how much one visit may find. */
export const FINDINGS_KEYWORD = 'loadout:findings';

/** What following a reference counts. */
const REFERENCE_WEIGHT = 25;

/** Parts below this weight are paid for by the size of the value. */
const LEAST_WEIGHT = 16;

/** Keywords whose schema judges something else than the value, as often as the value has members. */
const repeating: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
]);

const sameValue: ReadonlySet<string> = new Set([...SAME_VALUE_KEYWORDS, 'not']);

/** A normalised schema with marks. */
export interface MarkedSchema {
  readonly schema: JsonObject;
  /** Whether a validation has anything to count. */
  readonly isCounted: boolean;
}

/** Where a part stands. */
interface Place {
  /** Visited as often as a value has members, or as references lead to it. */
  readonly isRepeated?: boolean;
  /** Judges the value of the part around it, whose weight has its own already. */
  readonly isWeighed?: boolean;
  readonly isReferredTo?: boolean;
}

/** Marks the parts of a normalised schema. `isNested`: what references lead to refers further. */
export function markEffort({ schema: root, isNested }: Pick<NormalisedSchema, 'schema' | 'isNested'>): MarkedSchema {
  let isCounted = isNested;

  function mark(schema: JsonValue, place: Place): JsonValue {
    if (!isJsonObject(schema)) return schema;
    const copy = markParts(schema, place);
    copy[FINDINGS_KEYWORD] = Object.keys(schema).length + lengthOf(schema.required);
    const weight = place.isRepeated && !place.isWeighed ? weigh(schema) : 0;
    const ofReference = place.isReferredTo && isNested ? REFERENCE_WEIGHT : 0;
    const counted = Math.max(weight >= LEAST_WEIGHT ? weight : 0, ofReference);
    if (counted > 0) {
      isCounted = true;
      copy[EFFORT_KEYWORD] = counted;
    }
    return copy;
  }

  function markParts(schema: JsonObject, { isRepeated = false }: Place): Record<string, JsonValue> {
    const copy: Record<string, JsonValue> = {};
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword] ?? null;
      const shape = shapeOf(keyword);
      const isDefinition = keyword === '$defs';
      const place: Place = {
        isRepeated: isRepeated || isDefinition || repeating.has(keyword),
        isWeighed: sameValue.has(keyword),
        isReferredTo: isDefinition,
      };
      if (!shape.startsWith('schema')) copy[keyword] = value;
      else if (isList(value)) copy[keyword] = value.map((part) => mark(part, place));
      else if (!isJsonObject(value) || !shape.endsWith('map')) copy[keyword] = mark(value, place);
      else {
        const entries = Object.entries(value).map(([name, part]) => [name, mark(part, place)]);
        copy[keyword] = Object.fromEntries(entries);
      }
    }
    return copy;
  }

  const schema = mark(root, { isReferredTo: true }) as JsonObject; // an object goes in
  return { schema, isCounted };
}

/** How much one visit of a schema compares, with all that judges the same value. */
function weigh(schema: JsonValue): number {
  if (!isJsonObject(schema)) return 0;
  let weight = 1 + lengthOf(schema.required) + countComposite(schema.enum);
  if (isJsonObject(schema.properties)) weight += Object.keys(schema.properties).length;
  for (const keyword of Object.keys(schema)) {
    if (!sameValue.has(keyword)) continue;
    const value = schema[keyword] ?? null;
    if (isList(value)) for (const part of value) weight += weigh(part);
    else if (!isJsonObject(value) || !shapeOf(keyword).endsWith('map')) weight += weigh(value);
    else for (const part of Object.values(value)) weight += weigh(part);
  }
  return weight;
}

function shapeOf(keyword: string): string {
  return KEYWORDS['2020-12'].get(keyword) ?? KEYWORDS['2019-09'].get(keyword) ?? '';
}

/** Values that are compared one by one; all others are looked up at once. */
function countComposite(value: JsonValue | undefined): number {
  return isList(value) ? value.filter(isComposite).length : 0;
}

function lengthOf(value: JsonValue | undefined): number {
  return isList(value) ? value.length : 0;
}
