import { isJsonObject, type JsonValue } from '../contract/json.js';
import { isList } from './walk-schema.js';

/**
 * The first two equal items of a list, in time that grows with its size; comparing each with each would let
 * a long list hold the process.
 */
export function findDuplicate(list: readonly JsonValue[]): { readonly i: number; readonly j: number } | undefined {
  const seen = new Map<JsonValue, number>();
  const seenTexts = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const isPlain = typeof item !== 'object' || item === null;
    const before = isPlain ? seen.get(item) : seenTexts.get(canonicalText(item));
    if (before !== undefined) return { i: before, j: index };
    if (isPlain) seen.set(item, index);
    else seenTexts.set(canonicalText(item), index);
  }
  return undefined;
}

/** The same text for equal values, whatever the order of their properties. */
function canonicalText(value: JsonValue): string {
  if (isList(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] ?? null)}`).join()}}`;
}
