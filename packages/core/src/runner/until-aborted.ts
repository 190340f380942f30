/** Waits for `work`, but no longer than until the signal aborts: a client may take no notice of it. */
export function untilAborted<T>(work: T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** What a stream brings, until the signal aborts; its iterator is told then, and not waited for. */
export async function* readUntilAborted(events: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator<unknown> {
  const iterator = events[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await untilAborted(iterator.next(), signal);
      isDone = next.done === true;
      if (isDone) return;
      yield next.value;
    }
  } finally {
    if (!isDone) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** One signal for two; `release` stops listening to them. */
export function joinSignals(
  first: AbortSignal,
  second: AbortSignal | undefined,
): { readonly signal: AbortSignal; release(): void } {
  if (second === undefined) return { signal: first, release: () => undefined };
  const controller = new AbortController();
  const signals = [first, second];
  const onAbort = (): void => controller.abort(signals.find(({ aborted }) => aborted)?.reason);
  for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true });
  if (signals.some(({ aborted }) => aborted)) onAbort();
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
    },
  };
}
