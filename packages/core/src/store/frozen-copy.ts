/** A deeply frozen copy, made as a database would: through JSON text. Throws a `TypeError` for what JSON cannot carry. */
export function makeFrozenCopy<T extends object>(record: T): T {
  // What comes back has the shape of what went in: records are plain JSON.
  return JSON.parse(JSON.stringify(record), (_key, value: unknown) => Object.freeze(value)) as T;
}
