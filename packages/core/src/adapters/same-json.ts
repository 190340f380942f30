import type { JsonValue } from '../contract/json.js';
import { isObject } from './wire-values.js';

/** Whether both are the same JSON; the order of members means nothing. */
export function isSameJson(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((entry, index) => isSameJson(entry, other[index]))
    );
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name] as JsonValue, other[name] as JsonValue))
  );
}
