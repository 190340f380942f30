import type { Clock } from '../contract/clock.js';
import type { LoopRequest } from '../contract/loop.js';
import type { TurnUsage } from '../contract/turn-limits.js';
import type { TurnScope } from '../execution/execution-parts.js';
import type { ModelRequestTrace } from '../store/traces.js';
import { misused } from './loop-state.js';
import { RequestSignal } from './request-signal.js';

/** What a request says, before it has a number. */
export type StatedRequest = Pick<LoopRequest, 'parameters' | 'isFinal' | 'notes'>;

/** More are counted, and their times are not kept. */
const MOST_TIMES = 200;

/** The requests of a loop, of which one is out at most. */
export class ModelRequests {
  readonly #clock: Clock;
  readonly #turn: Pick<TurnScope, 'budget' | 'isOver'> & { readonly usage: TurnUsage };
  #newest: LoopRequest | undefined;
  #isOut = false;
  readonly #times: { readonly startedAt: number; durationMs: number }[] = [];
  /** Once somebody has asked for it. */
  #signal: RequestSignal | undefined;

  constructor(clock: Clock, turn: Pick<TurnScope, 'budget' | 'isOver'> & { readonly usage: TurnUsage }) {
    this.#clock = clock;
    this.#turn = turn;
  }

  /** How many there were. */
  get count(): number {
    return this.#newest?.number ?? 0;
  }

  /** When each began and how long it took; of one that is out until now. */
  get times(): readonly ModelRequestTrace[] {
    if (this.#isOut) this.#noteEnd();
    return this.#times.map((one) => Object.freeze({ ...one }));
  }

  /** Also where its response is there. */
  get newest(): LoopRequest | undefined {
    return this.#newest;
  }

  open({ parameters, isFinal, notes }: StatedRequest): LoopRequest {
    const signalOf = (asked: LoopRequest): AbortSignal => this.#signalOf(asked);
    const request: LoopRequest = Object.freeze({
      number: this.count + 1,
      parameters,
      isFinal,
      notes: Object.freeze([...notes]),
      get signal() {
        return signalOf(this);
      },
    });
    this.#newest = request;
    this.#isOut = true;
    if (this.#times.length < MOST_TIMES) this.#times.push({ startedAt: this.#clock.now(), durationMs: 0 });
    return request;
  }

  #signalOf(asked: LoopRequest): AbortSignal {
    if (!this.#isOut || this.#newest !== asked) return AbortSignal.abort(misused('The request is over.'));
    this.#signal ??= new RequestSignal(this.#clock, this.#turn);
    return this.#signal.open(asked.isFinal);
  }

  /** Ends the one that is out: the turn is over. */
  cancel(): void {
    this.#signal?.cancel();
  }

  /** Nobody waits for the response any more. Answers whether it took more than the turn's time. */
  close(): boolean {
    const wasOut = this.#isOut;
    if (wasOut) this.#noteEnd();
    this.#isOut = false;
    return this.#signal?.close() ?? (wasOut && this.#newest?.isFinal === false && this.#turn.budget.isTimeUp);
  }
  #noteEnd(): void {
    const time = this.count <= MOST_TIMES ? this.#times.at(-1) : undefined;
    if (time !== undefined) time.durationMs = Math.max(0, this.#clock.now() - time.startedAt);
  }
}
