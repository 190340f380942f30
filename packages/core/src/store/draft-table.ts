/** Rows by a key, as a reader sees them. A `Map` is one. */
export interface ReadableTable<Row> {
  get(key: string): Row | undefined;
  values(): Iterable<Row>;
}

/**
 * A table with changes that are not made yet. It remembers only what was written, so that a change costs what it
 * writes, however large the table is. Rows are replaced, never changed.
 */
export class DraftTable<Row extends object | string> implements ReadableTable<Row> {
  readonly #rows: Map<string, Row>;
  /** Undefined: deleted. */
  readonly #written = new Map<string, Row | undefined>();
  #size: number;

  constructor(rows: Map<string, Row>) {
    this.#rows = rows;
    this.#size = rows.size;
  }

  get(key: string): Row | undefined {
    return this.#written.has(key) ? this.#written.get(key) : this.#rows.get(key);
  }

  /** In the order in which keys came. */
  *values(): Generator<Row> {
    for (const [key, row] of this.#rows) {
      const current = this.#written.has(key) ? this.#written.get(key) : row;
      if (current !== undefined) yield current;
    }
    for (const [key, row] of this.#written) {
      if (row !== undefined && !this.#rows.has(key)) yield row;
    }
  }

  get size(): number {
    return this.#size;
  }

  set(key: string, row: Row): void {
    if (this.get(key) === undefined) this.#size += 1;
    this.#written.set(key, row);
  }

  /** Writes nothing where there is nothing. */
  delete(key: string): void {
    if (this.get(key) === undefined) return;
    this.#written.set(key, undefined);
    this.#size -= 1;
  }

  /** Makes the changes, at once. Answers whether there were any. */
  publish(): boolean {
    for (const [key, row] of this.#written) {
      if (row === undefined) this.#rows.delete(key);
      else this.#rows.set(key, row);
    }
    return this.#written.size > 0;
  }
}
