import type { CallState } from './call-state.js';

/** Rejected with when the call is given up while it waits; what it waited for goes on. */
export const interrupted = Symbol('interrupted');

/** Waits for `work`, but no longer than the call is wanted. The outcome of abandoned work is dropped. */
export function untilInterrupted<T>(call: CallState, work: T | PromiseLike<T>): Promise<T> {
  if (call.interruption !== undefined) return Promise.reject(interrupted);
  call.host.waiting.add(call);
  return new Promise((resolve, reject) => {
    call.onInterrupt = () => reject(interrupted);
    Promise.resolve(work).then(resolve, reject);
  });
}
