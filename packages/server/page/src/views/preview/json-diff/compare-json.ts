/** Something in which two values of JSON differ. */
export interface Difference {
  /** Where: names and places joined by points; empty for the values themselves. */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Undefined: it was not there. */
  readonly before: unknown;
  /** Undefined: it is gone. */
  readonly after: unknown;
}

/** In what two values of JSON differ, part by part, in the order of the later one; what is gone comes last. */
export function compareJson(before: unknown, after: unknown, path = ''): readonly Difference[] {
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    return [{ path, kind: before === undefined ? 'added' : 'removed', before, after }];
  }
  if (isObject(before) && isObject(after)) {
    return listKeys(before, after).flatMap((key) => compareJson(pick(before, key), pick(after, key), join(path, key)));
  }
  // Lists of plain values, as choices, are read as a whole.
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].every(isObject)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) =>
      compareJson(before[index], after[index], join(path, String(index + 1))),
    ).flat();
  }
  return isSame(before, after) ? [] : [{ path, kind: 'changed', before, after }];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listKeys(before: object, after: object): readonly string[] {
  const now = Object.keys(after);
  return [...now, ...Object.keys(before).filter((key) => !Object.hasOwn(after, key))];
}

function pick(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function join(path: string, step: string): string {
  return path === '' ? step : `${path}.${step}`;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
