import { isJsonObject } from '../contract/json.js';
import type { RawProblem } from './raw-problem.js';
import { isList, splitPointer } from './walk-schema.js';

/** How many items of a long list are looked into from the first wrong one on. */
const MOST_ITEMS = 10;

/** Say something of a list as a whole: not true of a part of it. */
const ofWholeList: ReadonlySet<string> = new Set(['minItems', 'contains', 'uniqueItems', 'unevaluatedItems']);

/** A value of which too much may be wrong to tell it all. */
export interface FocusedValue {
  /** The value; of each list on the way to what is wrong first, only the items up to a few after that. */
  readonly value: unknown;
  /** Whether a problem of the focused value is one of the whole. */
  isOfWhole(problem: RawProblem): boolean;
}

/** Cuts `value` so that the place of `first`, which is wrong for certain, stays. Undefined where there is nothing to cut. */
export function focusValue(value: unknown, first: RawProblem): FocusedValue | undefined {
  const cut = new Set<string>();
  const steps = splitPointer(first.instancePath);
  const pathOf = (level: number): string =>
    first.instancePath
      .split('/')
      .slice(0, level + 1)
      .join('/');

  function focus(current: unknown, level: number): unknown {
    const step = steps[level];
    if (step === undefined) return current;
    if (isList(current)) {
      const index = Number(step);
      const end = index + MOST_ITEMS;
      if (end < current.length) cut.add(pathOf(level));
      return current.slice(0, end).map((item, at) => (at === index ? focus(item, level + 1) : item));
    }
    if (!isJsonObject(current)) return current;
    return Object.fromEntries(
      Object.entries(current).map(([name, inner]) => [name, name === step ? focus(inner, level + 1) : inner]),
    );
  }

  const focused = focus(value, 0);
  if (cut.size === 0) return undefined;
  return {
    value: focused,
    isOfWhole: ({ keyword, instancePath }) => !cut.has(instancePath) || !ofWholeList.has(keyword),
  };
}
