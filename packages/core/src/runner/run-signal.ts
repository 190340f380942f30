import { setMaxListeners } from 'node:events';

/**
 * Ends what a run waits for: with the loop's signal for requests, or with the embedder's own. A signal and a listener for
 * each request would cost as much as all that the runner does besides. So both are made once and serve every request: a
 * run waits for one thing at a time, and asks for nothing more once it was ended.
 */
export class RunSignal {
  readonly #own: AbortSignal | undefined;
  /** Where there are two to listen to. */
  readonly #joined: AbortController | undefined;
  #ofLoop: AbortSignal | undefined;
  #giveUp: ((reason: unknown) => void) | undefined;
  readonly #onOwnAbort = (): void => this.#end(this.#own?.reason);

  constructor(own: AbortSignal | undefined) {
    this.#own = own;
    if (own === undefined) return;
    this.#joined = new AbortController();
    // Clients take no listener away again when a request is over, and Node.js warns of more than ten.
    setMaxListeners(0, this.#joined.signal);
    this.#listen(own, this.#onOwnAbort);
  }

  /** What the client gets for a request, where the loop's signal for it is this one. */
  follow(ofLoop: AbortSignal): AbortSignal {
    if (this.#ofLoop !== ofLoop) {
      this.#ofLoop = ofLoop;
      this.#listen(ofLoop, () => this.#end(ofLoop.reason));
    }
    return this.#joined?.signal ?? ofLoop;
  }

  /** Waits for `work`, but no longer than until a signal aborts: a client may take no notice of it. */
  wait<T>(work: T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const signal = this.#joined?.signal ?? this.#ofLoop;
      if (signal?.aborted === true) reject(signal.reason);
      this.#giveUp = reject;
      Promise.resolve(work).then(resolve, reject);
    });
  }

  /** What a stream brings, until a signal aborts; its iterator is told then, and not waited for. */
  async *read(events: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    const iterator = events[Symbol.asyncIterator]();
    let isDone = false;
    try {
      for (;;) {
        const next = await this.wait(iterator.next());
        isDone = next.done === true;
        if (isDone) return;
        yield next.value;
      }
    } finally {
      if (!isDone) void Promise.resolve(iterator.return?.()).catch(() => undefined);
    }
  }

  /** The run is over. The embedder's signal may serve many others, the loop's ends with its loop. */
  release(): void {
    this.#own?.removeEventListener('abort', this.#onOwnAbort);
  }

  #listen(signal: AbortSignal, onAbort: () => void): void {
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  }

  #end(reason: unknown): void {
    this.#joined?.abort(reason);
    this.#giveUp?.(reason);
  }
}
