import { HttpProblem } from './problem.js';
import type { ApiResponse } from './route.js';

/** Requests that are being answered, so that a client that leaves, or a server that closes, ends what can be ended. */
export class RequestsInFlight {
  readonly #requests = new Map<AbortController, Promise<unknown>>();
  #isClosing = false;

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Throws 503 while the server closes. */
  requireOpen(): void {
    if (this.#isClosing) throw closing();
  }

  /** Runs `work` with a signal that aborts when the client is gone or the server closes; its reason is a problem. */
  run(client: AbortSignal, work: (signal: AbortSignal) => Promise<ApiResponse>): Promise<ApiResponse> {
    const controller = new AbortController();
    const cancel = (): void => controller.abort(new HttpProblem(400, 'The client is gone.'));
    client.addEventListener('abort', cancel, { once: true });
    if (client.aborted) cancel();
    const handled = work(controller.signal);
    const finished = handled
      .then((response) => response.stream?.closed)
      .finally(() => {
        this.#requests.delete(controller);
        client.removeEventListener('abort', cancel);
      });
    // Whoever closes sees to it; the error itself is the caller's.
    finished.catch(() => {});
    this.#requests.set(controller, finished);
    // It may have begun to close while the request was read.
    if (this.#isClosing) controller.abort(closing());
    return handled;
  }

  /** From now on all is refused, and what runs is cancelled. Resolves when all is answered. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const answers = [...this.#requests.values()];
    for (const controller of this.#requests.keys()) controller.abort(closing());
    await Promise.allSettled(answers);
  }
}

function closing(): HttpProblem {
  return new HttpProblem(503, 'The server is closing.', { headers: { 'retry-after': '5' } });
}
