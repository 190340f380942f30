import { LoadoutError } from '../contract/errors.js';

/** Ends a request when its time is over or its caller gives up. */
export interface RequestDeadline {
  /** Aborts with a `LoadoutError` as its reason. */
  readonly signal: AbortSignal;
  /** Frees the timer and the caller's signal. */
  end(): void;
}

/** Starts the clock of one request, redirects and body included. */
export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): RequestDeadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new LoadoutError('NETWORK_TIMED_OUT', `The request took longer than ${timeoutMs} ms.`));
  }, timeoutMs);
  const follow = (): void => controller.abort(describeCancellation(callerSignal?.reason));
  const end = (): void => {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', follow);
  };
  controller.signal.addEventListener('abort', end, { once: true });
  if (callerSignal?.aborted) follow();
  else callerSignal?.addEventListener('abort', follow, { once: true });
  return { signal: controller.signal, end };
}

/**
 * Settles with `promise`, or rejects with the signal's reason at once. A value that comes too late goes to
 * `discard`, so that what it holds can be freed.
 */
export function untilAborted<T>(promise: PromiseLike<T>, signal: AbortSignal, discard?: (late: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(
      (value) => {
        signal.removeEventListener('abort', onAbort);
        if (signal.aborted) discard?.(value);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', onAbort);
        reject(error);
      },
    );
  });
}

function describeCancellation(reason: unknown): LoadoutError {
  const timedOut = reason instanceof Error && reason.name === 'TimeoutError';
  return timedOut
    ? new LoadoutError('NETWORK_TIMED_OUT', 'The time of the caller was over.', { cause: reason })
    : new LoadoutError('NETWORK_FAILED', 'The request was cancelled.', { cause: reason, details: { cancelled: true } });
}
