/** A field of what was changed; without a name it is the whole. */
export interface Difference {
  readonly field: string | undefined;
  /** Undefined: it was not there. */
  readonly before: string | undefined;
  /** Undefined: it is not there any more. */
  readonly after: string | undefined;
}

/** What differs between two values of the log, by field where they have fields. */
export function listDifferences(before: unknown, after: unknown): readonly Difference[] {
  if (!(isFields(before) || isFields(after)) || !(canBeFields(before) && canBeFields(after))) {
    return [{ field: undefined, before: write(before), after: write(after) }];
  }
  const [old, young] = [before ?? {}, after ?? {}];
  return [...new Set([...Object.keys(old), ...Object.keys(young)])].flatMap((field) => {
    const one = { field, before: write(old[field]), after: write(young[field]) };
    return one.before === one.after ? [] : [one];
  });
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function canBeFields(value: unknown): value is Fields | null | undefined {
  return value === null || value === undefined || isFields(value);
}

/** A hash is told from another by its beginning; the whole one is in the download. */
function write(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : value;
}
