import { setMaxListeners } from 'node:events';
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
 * Ends requests to the model: with the turn, or when the turn's time is over (contract 7.1). The requests of a loop, of
 * which one is out at most, share one signal, because a signal costs more than the call of a tool; only after an abort the
 * next one has another. Most loops never ask for it, so it is made, and the timer set, when somebody does.
 */
export class RequestSignal {
  readonly #clock: Clock;
  readonly #turn: TimedTurn;
  #controller = createController();
  /** Whether somebody asked for it since the last request was closed. */
  #isOpen = false;
  /** How much the turn may have used when the request that is out is given up. */
  #endsAtMs = 0;
  #timer: ClockTimer | undefined;
  #isTimedOut = false;

  constructor(clock: Clock, turn: TimedTurn) {
    this.#clock = clock;
    this.#turn = turn;
  }

  /** For the request that is out: the time runs from the first time on that this is asked. */
  open(isFinal: boolean): AbortSignal {
    if (!this.#isOpen) this.#begin(isFinal);
    return this.#controller.signal;
  }

  /** The turn is over. */
  cancel(): void {
    if (!this.#isOpen) return;
    this.#clearTimer();
    this.#controller.abort(new Error('The turn was cancelled.'));
  }

  /**
   * Nobody waits for the response any more. Answers whether it was the time that ended the request; undefined where nobody
   * had asked for its signal.
   */
  close(): boolean | undefined {
    if (!this.#isOpen) return undefined;
    this.#isOpen = false;
    this.#clearTimer();
    return this.#isTimedOut;
  }

  #begin(isFinal: boolean): void {
    const { elapsedMs, limits } = this.#turn.usage;
    if (this.#controller.signal.aborted) this.#controller = createController();
    this.#isOpen = true;
    this.#isTimedOut = false;
    this.#endsAtMs = isFinal ? Math.max(limits.maxTurnMs, elapsedMs + LAST_REQUEST_MS) : limits.maxTurnMs;
    this.#look(elapsedMs);
  }

  #clearTimer(): void {
    this.#timer?.clear();
    this.#timer = undefined;
  }

  /** While a person is asked, the turn's time stands still: what is left is looked at again. */
  #look(elapsedMs: number): void {
    this.#timer = undefined;
    if (this.#turn.isOver) {
      this.cancel();
      return;
    }
    const leftMs = this.#endsAtMs - elapsedMs;
    if (leftMs > 0) {
      this.#timer = this.#clock.setTimeout(() => this.#look(this.#turn.usage.elapsedMs), Math.ceil(leftMs));
      return;
    }
    this.#isTimedOut = true;
    this.#controller.abort(new Error("The turn's time is over."));
  }
}

/** Clients take no listener away again when a request is over, and Node.js warns of more than ten. All go with the signal. */
function createController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
