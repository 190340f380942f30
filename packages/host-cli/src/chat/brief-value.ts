import type { JsonValue } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { cutText } from '../output/text-width.js';

/** Arguments of a call on one line: `course: 5, query: "statistics"`. */
export function briefArguments(value: JsonValue, width: number): string {
  const text =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
          .map(([name, each]) => `${name}: ${JSON.stringify(each)}`)
          .join(', ')
      : JSON.stringify(value);
  return briefText(text, width);
}

/** Foreign text on one line; Infinity cuts nothing. */
export function briefText(text: string, width: number): string {
  if (width === Infinity) return neutraliseLine(text);
  // What is cut off need not be made harmless; a result may be large.
  return cutText(neutraliseLine(text.slice(0, 4_000)), Math.max(width, 20));
}
