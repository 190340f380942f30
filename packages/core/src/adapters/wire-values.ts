import { isRecord, type JsonObject, type JsonValue } from '../contract/json.js';

/** What came over the wire: any object, nothing known of its members. */
export type WireObject = Readonly<Record<string, unknown>>;

/** The objects of an array; none where it is no array. */
export function objectsOf(value: unknown): readonly WireObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The text, or an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The number, or 0. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** What a client parsed from JSON is JSON: the one place where that is said to the compiler. */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}

/** The same, where it is known to be an object. */
export function asJsonObject(value: WireObject): JsonObject {
  return value as JsonObject;
}

/** Without the named members; the same object where it has none of them. */
export function without(value: WireObject, ...names: readonly string[]): WireObject {
  if (!names.some((name) => Object.hasOwn(value, name))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Takes over what is there: a later event repeats members with null that an earlier one had. */
export function assignKnown(into: Record<string, unknown>, from: WireObject): void {
  for (const [name, value] of Object.entries(from)) {
    if (value !== null && value !== undefined) into[name] = value;
  }
}
