import { isRecord } from '../contract/json.js';

/** So long after its end a response may still bring its usage. */
const MAX_LATE_MS = 2_000;

/**
 * What a stream brings. Once its response has said how it ended, the service is waited for a moment longer, and no more:
 * some leave the connection open.
 */
export function readToEnd(events: AsyncIterable<unknown>, hasEnded: () => boolean): AsyncIterable<unknown> {
  return { [Symbol.asyncIterator]: () => new Reading(events, hasEnded) };
}

/** No generator: those put off what is asked of them while they wait. */
class Reading implements AsyncIterator<unknown> {
  readonly #events: AsyncIterable<unknown>;
  readonly #iterator: AsyncIterator<unknown>;
  readonly #hasEnded: () => boolean;
  #late: LateTime | undefined;

  constructor(events: AsyncIterable<unknown>, hasEnded: () => boolean) {
    this.#events = events;
    this.#iterator = events[Symbol.asyncIterator]();
    this.#hasEnded = hasEnded;
  }

  next(): Promise<IteratorResult<unknown>> {
    if (this.#hasEnded()) return this.#nextLate();
    // The answer went on after all.
    this.#stopTime();
    return this.#iterator.next();
  }

  return(): Promise<IteratorResult<unknown>> {
    this.#stopTime();
    return this.#iterator.return?.() ?? Promise.resolve(done);
  }

  async #nextLate(): Promise<IteratorResult<unknown>> {
    this.#late ??= startLateTime();
    const next = this.#late.isOver() ? done : await Promise.race([this.#iterator.next(), this.#late.over]);
    if (next === done) this.#close();
    if (next.done === true) this.#stopTime();
    return next;
  }

  /** Nothing waits for the iterator. An iterator that waits itself is only ended by what the real clients' streams have. */
  #close(): void {
    const { controller } = this.#events as { readonly controller?: unknown };
    if (isRecord(controller) && typeof controller.abort === 'function') controller.abort();
    void Promise.resolve(this.#iterator.return?.()).catch(() => undefined);
  }

  #stopTime(): void {
    this.#late?.stop();
    this.#late = undefined;
  }
}

const done: IteratorResult<unknown> = Object.freeze({ done: true, value: undefined });

interface LateTime {
  readonly over: Promise<IteratorResult<unknown>>;
  /** By the clock: no timer has its turn while a stream always has something. */
  isOver(): boolean;
  stop(): void;
}

function startLateTime(): LateTime {
  const end = performance.now() + MAX_LATE_MS;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<IteratorResult<unknown>>((resolve) => {
    timer = setTimeout(resolve, MAX_LATE_MS, done);
  });
  return { over, isOver: () => performance.now() >= end, stop: () => clearTimeout(timer) };
}
