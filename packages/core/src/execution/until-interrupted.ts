import type { CallState } from './call-state.js';

/** Rejected with when the call is given up while it waits; what it waited for goes on. */
export const interrupted = Symbol('interrupted');

/** Waits for `work`, but no longer than the call is wanted. The outcome of abandoned work is dropped. */
export function untilInterrupted<T>(call: CallState, work: T | PromiseLike<T>): Promise<T> {
  call.host.waiting.add(call);
  if (call.interruption !== undefined) return Promise.reject(interrupted);
  return new Promise((resolve, reject) => {
    call.onInterrupt = () => {
      call.onInterrupt = undefined;
      reject(interrupted);
    };
    Promise.resolve(work).then(
      (value) => {
        call.onInterrupt = undefined;
        resolve(value);
      },
      (error: unknown) => {
        call.onInterrupt = undefined;
        reject(error);
      },
    );
  });
}
