/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * A JSON Schema as plain JSON. The dialect is the one `$schema` names (draft-07, 2019-09 or 2020-12);
 * 2020-12 when it names none.
 */
export type JsonSchema = JsonObject;

/** Whether a value is an object: no list, and not null. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As {@link isObject}, where nothing is known of the members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value);
}

/** As {@link isObject}, of what is JSON. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

/** A value, or a promise of it. */
export type MaybePromise<T> = T | PromiseLike<T>;

/** One text, or one text per BCP 47 locale. Look-ups fall back from `de-AT` to `de` to `en` to the first entry. */
export type LocalizedText = string | Readonly<Record<string, string>>;
