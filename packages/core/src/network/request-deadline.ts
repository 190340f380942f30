import { LoadoutError } from '../contract/errors.js';

/** Ends a request when its time is over, when a stage of it takes too long, or when its caller gives up. */
export interface RequestDeadline {
  /** Aborts with a `LoadoutError` as its reason. */
  readonly signal: AbortSignal;
  /** Starts the clock of a stage, instead of that of the one before. `problem` completes "… within 100 ms". */
  beginStage(timeoutMs: number, problem: string): void;
  /** Something came: the clock of the stage begins anew. */
  touchStage(): void;
  endStage(): void;
  /** Frees the timers and the caller's signal. */
  end(): void;
}

/** Starts the clock of one request, redirects and body included. */
export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): RequestDeadline {
  const controller = new AbortController();
  const timeOut = (message: string): void => controller.abort(new LoadoutError('NETWORK_TIMED_OUT', message));
  const timer = setTimeout(() => timeOut(`The request took longer than ${timeoutMs} ms.`), timeoutMs);
  let stage: NodeJS.Timeout | undefined;
  const endStage = (): void => {
    clearTimeout(stage);
    stage = undefined;
  };
  const follow = (): void => controller.abort(describeCancellation(callerSignal?.reason));
  const end = (): void => {
    clearTimeout(timer);
    endStage();
    callerSignal?.removeEventListener('abort', follow);
  };
  controller.signal.addEventListener('abort', end, { once: true });
  if (callerSignal?.aborted) follow();
  else callerSignal?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    beginStage(stageMs, problem) {
      endStage();
      // The clock of the whole request is the nearer one already.
      if (stageMs >= timeoutMs || controller.signal.aborted) return;
      stage = setTimeout(() => timeOut(`${problem} within ${stageMs} ms.`), stageMs);
    },
    touchStage: () => void stage?.refresh(),
    endStage,
    end,
  };
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
