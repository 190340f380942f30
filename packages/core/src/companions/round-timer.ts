import type { Clock, ClockTimer } from '../contract/clock.js';
import { steadyTime } from './steady-time.js';

/** When a provider is asked again: at the earliest of the times that were planned. Keeps no process alive. */
export class RoundTimer {
  readonly #clock: Clock;
  readonly #due: () => void;
  #timer: ClockTimer | undefined;
  #at = Number.POSITIVE_INFINITY;
  #timeOfDay = Number.NaN;

  constructor(clock: Clock, due: () => void) {
    this.#clock = clock;
    this.#due = due;
  }

  /** In milliseconds since 1970; undefined where nothing is planned. */
  get dueAt(): number | undefined {
    return this.#timer === undefined ? undefined : this.#timeOfDay;
  }

  /** Due after a while, or earlier where that is planned already. */
  plan(delayMs: number): void {
    const at = steadyTime(this.#clock) + delayMs;
    if (this.#timer !== undefined && this.#at <= at) return;
    this.clear();
    this.#at = at;
    this.#timeOfDay = this.#clock.now() + delayMs;
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      this.#due();
    }, delayMs);
    this.#timer.unref();
  }

  clear(): void {
    this.#timer?.clear();
    this.#timer = undefined;
  }
}
