import type { JsonSchema, JsonValue } from '../contract/json.js';

const MAX_CHARACTERS = 1_000_000;
const MAX_LEVELS = 64;

/** Keeps schemas within bounds in which everything that walks them may recurse. */
export function checkSize(schema: JsonSchema): string | undefined {
  let left = MAX_CHARACTERS;
  let problem: string | undefined;

  const count = (value: JsonValue, level: number): boolean => {
    if (typeof value === 'string') left -= value.length;
    left -= 2;
    if (left < 0) {
      problem =
        'The schema is larger than 1 MB. Shorten it: long lists of values belong into the tool, not into "enum".';
      return false;
    }
    if (typeof value !== 'object' || value === null) return true;
    if (level > MAX_LEVELS) {
      problem = `The schema is nested deeper than ${MAX_LEVELS} levels. Move inner parts into "$defs" and refer to them.`;
      return false;
    }
    for (const key of Object.keys(value)) {
      left -= key.length + 2;
      if (key === '__proto__') {
        problem = 'The schema uses the name "__proto__", which is never allowed. Rename it.';
        return false;
      }
      if (!count((value as Readonly<Record<string, JsonValue>>)[key] ?? null, level + 1)) return false;
    }
    return true;
  };

  count(schema, 1);
  return problem;
}
