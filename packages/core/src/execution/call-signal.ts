import { types } from 'node:util';
import { describeError, observe } from '../companions/guard.js';

type Listener = Parameters<AbortSignal['addEventListener']>[1];

/**
 * The controller behind the signal of a call, made for foreign code. Node turns what an abort listener throws
 * into an uncaught exception, and it is the host that aborts: so listeners that are added to it are wrapped, and
 * what they throw, or reject with, is reported. Listeners of signals made from it are beyond reach.
 */
export function createCallController(report: (message: string, error: unknown) => void): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  const wrapped = new WeakMap<object, (event: Event) => void>();

  const fail = (error: unknown): void => report(`An abort listener failed: ${describeError(error)}`, error);
  const guard = (work: () => unknown): void => {
    try {
      const returned = work();
      if (types.isPromise(returned)) observe(returned, () => undefined, fail);
    } catch (error) {
      fail(error);
    }
  };
  const wrap = (listener: Listener): Listener => {
    if ((typeof listener !== 'function' && typeof listener !== 'object') || listener === null) return listener;
    const known = wrapped.get(listener);
    if (known !== undefined) return known;
    const guarded = (event: Event): void =>
      guard(() => (typeof listener === 'function' ? listener.call(signal, event) : listener.handleEvent(event)));
    wrapped.set(listener, guarded);
    return guarded;
  };

  let onAbort: AbortSignal['onabort'] = null;
  add('abort', (event) => guard(() => onAbort?.call(signal, event)));
  Object.defineProperties(signal, {
    addEventListener: {
      value: (type: string, listener: Listener, options?: Parameters<typeof add>[2]) =>
        add(type, wrap(listener), options),
    },
    removeEventListener: {
      value: (type: string, listener: Listener, options?: Parameters<typeof remove>[2]) =>
        remove(type, wrap(listener), options),
    },
    onabort: {
      get: () => onAbort,
      set: (listener: unknown) => {
        // What is no function counts as none, as in the DOM.
        onAbort = typeof listener === 'function' ? (listener as AbortSignal['onabort']) : null;
      },
    },
  });
  return controller;
}
