const HOUR_MS = 3_600_000;

/** What tells the time. */
export interface TimeSource {
  /** Milliseconds since 1970; may be set, forwards and backwards. */
  now(): number;
  /** Milliseconds from any beginning; goes on steadily. */
  monotonic(): number;
}

/**
 * A time that can be deleted by. The clock may be wrong for a moment, and what was deleted then would not come back. So
 * a time counts when the clock has held it for an hour: of all that the clock said within the last hour, each carried
 * on to the present by the steady time that has passed since, the earliest. Ask it now and then; between two questions
 * it knows nothing.
 */
export class BelievedTime {
  readonly #source: TimeSource;
  /** What the clock was ahead of the steady time, ascending by `at`. */
  #samples: { readonly at: number; readonly ahead: number }[] = [];

  constructor(source: TimeSource) {
    this.#source = source;
    this.read();
  }

  /** Undefined before there is an hour to judge by. */
  read(): number | undefined {
    const at = this.#source.monotonic();
    this.#samples.push({ at, ahead: this.#source.now() - at });
    // The last one before the hour stays: it says what the clock was at the hour's beginning.
    const first = this.#samples.findLastIndex((sample) => sample.at <= at - HOUR_MS);
    if (first === -1) return undefined;
    this.#samples = this.#samples.slice(first);
    return at + Math.min(...this.#samples.map(({ ahead }) => ahead));
  }
}
