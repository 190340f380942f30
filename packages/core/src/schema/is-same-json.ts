import type { JsonObject, JsonValue } from '../contract/json.js';

/** Whether a value has others in it: what has none is the same where `===` says so. */
export function isComposite(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}

/** Whether two values say the same; the order of keys does not matter. */
export function isSameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const isList = Array.isArray(one);
  if (isList !== Array.isArray(other)) return false;
  return isList ? isSameList(one, other as readonly JsonValue[]) : isSameObject(one as JsonObject, other as JsonObject);
}

function isSameList(one: readonly JsonValue[], other: readonly JsonValue[]): boolean {
  return one.length === other.length && one.every((value, index) => isSameJson(value, other[index]));
}

/**
 * Walks keys as they are, without lists of them: this is on the path of each call. What both inherit counts on both sides,
 * and what only one has is no JSON on the other.
 */
function isSameObject(one: JsonObject, other: JsonObject): boolean {
  let extra = 0;
  for (const key in one) {
    if (!isSameJson(one[key], other[key])) return false;
    extra += 1;
  }
  for (const _key in other) extra -= 1;
  return extra === 0;
}
