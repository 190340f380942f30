import { LoadoutError } from '@loadout/core';
import type { StoreDatabase } from './schema.js';

/** Makes one call in the transaction. */
export type CallInOrder = <T>(call: (database: StoreDatabase) => Promise<T>) => Promise<T>;

/**
 * Lets `work` call into one transaction. One call after another, also where several are made at once: most of them read
 * before they write. It ends when all calls have, however it ends: one that still runs would meet the end of the
 * transaction. Whoever calls later is told `overMessage`.
 */
export async function withCallsInOrder<T>(
  transaction: StoreDatabase,
  overMessage: string,
  work: (call: CallInOrder) => Promise<T>,
): Promise<T> {
  let isOver = false;
  let lastCall: Promise<unknown> = Promise.resolve();
  const callInOrder: CallInOrder = (call) => {
    const called = lastCall.then(() => {
      if (isOver) throw new LoadoutError('STORE_UNAVAILABLE', overMessage);
      return call(transaction);
    });
    lastCall = called.catch(() => {
      // Whoever made the call is told.
    });
    return called;
  };
  try {
    const answer = await work(callInOrder);
    await lastCall;
    return answer;
  } finally {
    isOver = true;
    await lastCall;
  }
}
