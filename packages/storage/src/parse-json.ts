import type { JsonObject, JsonValue } from '@loadout/core';
import { LoadoutError } from '@loadout/core';

/** Where a text of JSON is kept, for messages. */
export interface JsonPlace {
  readonly table: string;
  readonly column: string;
  /** Which row, in words. */
  readonly row: string;
}

/**
 * The value that a column holds, deeply frozen. Throws `STORE_UNAVAILABLE` for what somebody broke: left out, it would
 * be another value than was chosen.
 */
export function parseJson(text: string, place: JsonPlace): JsonValue {
  try {
    return JSON.parse(text, (_key, value: unknown) => Object.freeze(value));
  } catch (error) {
    throw createBrokenError('JSON', place, error);
  }
}

/** As {@link parseJson}, for a column that holds an object. */
export function parseJsonObject(text: string, place: JsonPlace): JsonObject {
  const value = parseJson(text, place);
  if (isJsonObject(value)) return value;
  throw createBrokenError('a JSON object', place);
}

/** As {@link parseJson}, for a column that holds an array. */
export function parseJsonArray(text: string, place: JsonPlace): readonly JsonValue[] {
  const value = parseJson(text, place);
  if (Array.isArray(value)) return value;
  throw createBrokenError('a JSON array', place);
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function createBrokenError(expected: string, { table, column, row }: JsonPlace, cause?: unknown): LoadoutError {
  return new LoadoutError(
    'STORE_UNAVAILABLE',
    `In the database, the column ${column} of ${row} in the table ${table} has to hold ${expected}, and does not. ` +
      'Correct that row, or delete it.',
    { details: { table, column, row }, cause },
  );
}
