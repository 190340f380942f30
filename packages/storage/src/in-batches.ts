/** Rows or names in one statement: databases limit the parameters that one may have, and a long one holds the event loop. */
const BATCH_SIZE = 100;

/** `items` in their order, in groups that fit one statement. */
export function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE);
}
