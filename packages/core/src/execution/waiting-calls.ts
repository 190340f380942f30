import type { Clock, ClockTimer } from '../contract/clock.js';
import type { CallState } from './call-state.js';
import type { TurnScope } from './execution-parts.js';

/** How late a deadline may be noticed. */
const MAX_SWEEP_INTERVAL_MS = 100;
const MIN_SWEEP_INTERVAL_MS = 5;

/** A clock that has gone on by more than this since it was last looked at may have been set. */
const SUSPICIOUS_STEP_MS = 1_000;

/**
 * The calls that wait for something. One sweep ends all deadlines: a timer, a controller and a race per call
 * would cost many times what the rest of the pipeline does. A doubly linked list through the calls
 * themselves keeps adding and removing free of allocation.
 */
export class WaitingCalls {
  readonly #clock: Clock;
  #first: CallState | undefined;
  #timer: ClockTimer | undefined;
  #sweepAt = Number.POSITIVE_INFINITY;
  /** The time when the clock was last looked at, and how far it was then ahead of steady time. */
  #seenAt = Number.NaN;
  #offset = Number.NaN;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(call: CallState): void {
    if (!call.isTracked) {
      this.#look(call.startedAt);
      call.isTracked = true;
      call.next = this.#first;
      if (this.#first !== undefined) this.#first.previous = call;
      this.#first = call;
      call.listenToCaller();
      // The tool itself may have ended the turn while it was not in the list yet.
      if (call.turn.isOver) call.interrupt('cancelled');
    }
    if (this.#timer === undefined || call.deadlineAt < this.#sweepAt) this.#schedule(call.deadlineAt);
  }

  remove(call: CallState): void {
    if (!call.isTracked) return;
    call.isTracked = false;
    call.stopListening?.();
    if (call.previous === undefined) this.#first = call.next;
    else call.previous.next = call.next;
    if (call.next !== undefined) call.next.previous = call.previous;
    call.previous = undefined;
    call.next = undefined;
  }

  /** The time, for a call that is in the list already. */
  now(): number {
    const now = this.#clock.now();
    this.#look(now);
    return now;
  }

  /** Cancels what a turn still waits for; all turns when none is given. */
  cancel(turn?: TurnScope): void {
    for (const call of this.#snapshot()) {
      if (turn === undefined || call.turn === turn) call.interrupt('cancelled');
    }
  }

  close(): void {
    this.cancel();
    this.#timer?.clear();
    this.#timer = undefined;
  }

  /** Interrupting one call may end others, by its signal; so the list is not walked while that happens. */
  #snapshot(): readonly CallState[] {
    const calls: CallState[] = [];
    for (let call = this.#first; call !== undefined; call = call.next) calls.push(call);
    return calls;
  }

  /** The timer stays for a moment after the last call, so that a steady stream of short ones needs no new one each. */
  #schedule(deadlineAt: number): void {
    this.#timer?.clear();
    const now = this.#clock.now();
    const delay = Math.min(Math.max(deadlineAt - now, MIN_SWEEP_INTERVAL_MS), MAX_SWEEP_INTERVAL_MS);
    this.#sweepAt = now + delay;
    this.#timer = this.#clock.setTimeout(() => this.#sweep(), delay);
  }

  /**
   * A clock that is set, or that went on while the machine slept, takes no time from a call and gives it none. A
   * second look at steady time is taken only after a step that could be one: most steps are just time.
   */
  #look(now: number): void {
    if (now === this.#seenAt) return;
    const isSuspicious = !(Math.abs(now - this.#seenAt) <= SUSPICIOUS_STEP_MS);
    this.#seenAt = now;
    if (!isSuspicious) return;
    const offset = this.#clock.now() - (this.#clock.monotonic?.() ?? this.#clock.now());
    const jump = offset - this.#offset;
    this.#offset = offset;
    if (!(Math.abs(jump) > SUSPICIOUS_STEP_MS)) return;
    for (const call of this.#snapshot()) call.deadlineAt += jump;
    this.#sweepAt += jump;
  }

  #sweep(): void {
    this.#timer = undefined;
    const now = this.now();
    let earliest = Number.POSITIVE_INFINITY;
    for (const call of this.#snapshot()) {
      if (call.deadlineAt <= now) call.interrupt('deadline');
      else earliest = Math.min(earliest, call.deadlineAt);
    }
    if (this.#first !== undefined) this.#schedule(earliest);
  }
}
