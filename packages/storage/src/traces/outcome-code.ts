import type { CallExecuted, CallStatus } from '@loadout/core';

// How a call ended and whether it ran are one small number in the table: each text costs time with every trace. So is
// that it has not ended. The view `traces_in_words` spells them out. A code never changes.

const statuses: readonly CallStatus[] = ['SUCCESS', 'ERROR', 'BLOCKED', 'CANCELLED'];
const answers: readonly CallExecuted[] = ['yes', 'no', 'unknown'];

const statusCodes = { SUCCESS: 0, ERROR: 3, BLOCKED: 6, CANCELLED: 9 } satisfies Record<CallStatus, number>;
const executedCodes = { yes: 0, no: 1, unknown: 2 } satisfies Record<CallExecuted, number>;

/** Of a call that was begun, as long as nobody has written how it ended. */
export const BEGUN_CODE = 12;

/** The number of the two; NaN for words that are none. */
export function toOutcomeCode(status: CallStatus, executed: CallExecuted): number {
  return statusCodes[status] + executedCodes[executed];
}

/** The two of a number. A call that has not ended, and what is no code, count as a failure of which nothing is known. */
export function readOutcomeCode(code: number): { readonly status: CallStatus; readonly executed: CallExecuted } {
  if (code === BEGUN_CODE) return { status: 'ERROR', executed: 'unknown' };
  return { status: statuses[Math.floor(code / 3)] ?? 'ERROR', executed: answers[code % 3] ?? 'unknown' };
}

/** All numbers that are read as this status. */
export function listCodesOf(status: CallStatus): readonly number[] {
  const first = statusCodes[status];
  const ended = [first, first + 1, first + 2];
  return status === 'ERROR' ? [...ended, BEGUN_CODE] : ended;
}
