/** Time, given so that tests can own it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds from any beginning, which go on steadily when the clock is set. Default: `now`. */
  monotonic?(): number;
  setTimeout(callback: () => void, delayMs: number): ClockTimer;
}

/** A running timer. */
export interface ClockTimer {
  clear(): void;
  /** The timer no longer keeps the process alive. */
  unref(): void;
}
