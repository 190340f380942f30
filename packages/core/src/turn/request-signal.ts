import type { Clock, ClockTimer } from '../contract/clock.js';
import type { TurnUsage } from '../contract/turn-limits.js';

/** What the last request of a turn has at least: it comes where the time may be spent already (contract 7.3). */
const LAST_REQUEST_MS = 60_000;

/** Of the turn, what a request's time stands on. */
interface TimedTurn {
  readonly usage: TurnUsage;
  readonly isOver: boolean;
}

/**
 * Ends one request to the model: with the turn, or when the turn's time is over (contract 7.1). Most loops never ask for
 * it, so controller and timer are made when somebody does.
 */
export class RequestSignal {
  readonly #clock: Clock;
  readonly #turn: TimedTurn;
  /** How much the turn may have used when the request is given up. */
  readonly #endsAtMs: number;
  readonly #controller = new AbortController();
  #timer: ClockTimer | undefined;
  #isTimedOut = false;

  constructor(clock: Clock, turn: TimedTurn, isFinal: boolean) {
    const { elapsedMs, limits } = turn.usage;
    this.#clock = clock;
    this.#turn = turn;
    this.#endsAtMs = isFinal ? Math.max(limits.maxTurnMs, elapsedMs + LAST_REQUEST_MS) : limits.maxTurnMs;
    this.#look();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it was the time that ended the request. */
  get isTimedOut(): boolean {
    return this.#isTimedOut;
  }

  /** The turn is over. */
  cancel(): void {
    this.close();
    this.#controller.abort(new Error('The turn was cancelled.'));
  }

  /** Nobody waits for the response any more. */
  close(): void {
    this.#timer?.clear();
    this.#timer = undefined;
  }

  /** While a person is asked, the turn's time stands still: what is left is looked at again. */
  #look(): void {
    this.#timer = undefined;
    if (this.#turn.isOver) {
      this.cancel();
      return;
    }
    const leftMs = this.#endsAtMs - this.#turn.usage.elapsedMs;
    if (leftMs > 0) {
      this.#timer = this.#clock.setTimeout(() => this.#look(), Math.ceil(leftMs));
      return;
    }
    this.#isTimedOut = true;
    this.#controller.abort(new Error("The turn's time is over."));
  }
}
