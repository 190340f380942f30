import { text as readAll } from 'node:stream/consumers';
import type { JsonSchema, JsonValue } from '@loadout/core';

/** The text of an argument, or with `-` standard input without the newline at its end. */
export async function readArgument(text: string): Promise<string> {
  return text === '-' ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : text;
}

/**
 * What a typed value means for a field: JSON where that gives a value of the field's type, and the text itself
 * otherwise. Whether it fits is for the host to say.
 */
export function readValue(text: string, schema: JsonSchema | undefined): JsonValue {
  const types = listTypes(schema);
  // A choice named as it is written.
  if (isObject(schema) && Array.isArray(schema.enum) && schema.enum.includes(text)) return text;
  try {
    const value: JsonValue = JSON.parse(text);
    return types === undefined || types.includes(typeOf(value)) || fitsInteger(value, types) ? value : text;
  } catch {
    return text;
  }
}

/** Undefined: it says nothing of types. */
function listTypes(schema: JsonSchema | undefined): readonly string[] | undefined {
  if (!isObject(schema)) return undefined;
  const { type } = schema;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((each) => typeof each === 'string') : undefined;
}

/** A number with a fraction is JSON for an integer's field too: the host says better what is wrong with it. */
function fitsInteger(value: JsonValue, types: readonly string[]): boolean {
  return typeof value === 'number' && types.includes('integer');
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
