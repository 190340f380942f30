import type { Clock } from '../contract/clock.js';
import type { ModelResponse } from '../contract/model-adapter.js';
import type { TurnLimits, TurnUsage } from '../contract/turn-limits.js';

/** Which limit is spent. */
export type SpentLimit = NonNullable<TurnUsage['spent']>;

/** What a turn had used before it waited for a person. */
export type EarlierUsage = Pick<TurnUsage, 'calls' | 'resultCharacters' | 'elapsedMs'>;

const nothingUsed: EarlierUsage = Object.freeze({ calls: 0, resultCharacters: 0, elapsedMs: 0 });

/**
 * What a turn may still do (contract 7.1). Time is looked at on the clock that each call has read anyway; only where that says
 * that it is up, steady time is asked, so that a clock that is set ends no turn.
 */
export class TurnBudget {
  readonly limits: Required<TurnLimits>;
  readonly #clock: Clock;
  /** The turn's start, without what it used before. */
  readonly #startedAt: number;
  readonly #steadyStart: number;
  #calls: number;
  #resultCharacters: number;
  #tokens: ModelResponse['usage'] = null;
  /** How many calls wait for a person, since when one does, and how long they have waited before. */
  #waiting = 0;
  #waitingSince = 0;
  #waitedMs = 0;

  constructor(clock: Clock, limits: Required<TurnLimits>, earlier: EarlierUsage = nothingUsed) {
    this.limits = limits;
    this.#clock = clock;
    this.#startedAt = clock.now() - earlier.elapsedMs;
    this.#steadyStart = this.#steadyTime() - earlier.elapsedMs;
    this.#calls = earlier.calls;
    this.#resultCharacters = earlier.resultCharacters;
  }

  /** Answers the call's place in the turn, from 1. */
  countCall(): number {
    this.#calls += 1;
    return this.#calls;
  }

  get calls(): number {
    return this.#calls;
  }

  get resultCharacters(): number {
    return this.#resultCharacters;
  }

  /** Null where no service has told any. */
  get inputTokens(): number | null {
    return this.#tokens?.inputTokens ?? null;
  }

  get outputTokens(): number | null {
    return this.#tokens?.outputTokens ?? null;
  }

  addResult(characters: number): void {
    this.#resultCharacters += characters;
  }

  /** What one response cost; null where its service does not say. */
  addTokens(usage: ModelResponse['usage']): void {
    if (usage === null) return;
    const { inputTokens, outputTokens } = this.#tokens ?? { inputTokens: 0, outputTokens: 0 };
    this.#tokens = {
      inputTokens: inputTokens + usage.inputTokens,
      outputTokens: outputTokens + usage.outputTokens,
    };
  }

  /** A person is asked: from now on the turn's time stands still, until everybody that was asked has answered. */
  personAsked(): void {
    if (this.#waiting === 0) this.#waitingSince = this.#steadyTime();
    this.#waiting += 1;
  }

  personAnswered(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#waitedMs += this.#steadyTime() - this.#waitingSince;
  }

  /** What stops the call with this place, which began at `now`. */
  limitOf(order: number, now: number): SpentLimit | null {
    if (order > this.limits.maxToolCalls) return 'calls';
    if (this.#resultCharacters >= this.limits.maxToolResultCharacters) return 'characters';
    return this.#leftMs(now) <= 0 && this.isTimeUp ? 'time' : null;
  }

  /** What stops any further call. */
  get spent(): SpentLimit | null {
    return this.limitOf(this.#calls + 1, this.#clock.now());
  }

  /** The time that a call may take which begins now: what it asks for, or what is left. */
  allowedMs(now: number, timeoutMs: number): number {
    if (this.#leftMs(now) >= timeoutMs) return timeoutMs;
    return Math.min(timeoutMs, Math.max(0, this.limits.maxTurnMs - this.#elapsedMs()));
  }

  get isTimeUp(): boolean {
    return this.#elapsedMs() >= this.limits.maxTurnMs;
  }

  get usage(): TurnUsage {
    return {
      limits: this.limits,
      calls: this.#calls,
      resultCharacters: this.#resultCharacters,
      elapsedMs: this.#elapsedMs(),
      inputTokens: this.inputTokens,
      outputTokens: this.outputTokens,
      spent: this.spent,
    };
  }

  #leftMs(now: number): number {
    return this.limits.maxTurnMs - (now - this.#startedAt - this.#waitedMs);
  }

  #elapsedMs(): number {
    const now = this.#steadyTime();
    const waiting = this.#waiting === 0 ? 0 : now - this.#waitingSince;
    return Math.max(0, now - this.#steadyStart - this.#waitedMs - waiting);
  }

  #steadyTime(): number {
    return this.#clock.monotonic?.() ?? this.#clock.now();
  }
}
