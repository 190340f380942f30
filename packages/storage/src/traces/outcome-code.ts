import type { CallExecuted, CallStatus } from '@loadout/core';

// How a call ended and whether it ran are one small number in the table: each text costs time with every trace. The
// view `traces_in_words` spells them out. A code never changes.

const statuses: readonly CallStatus[] = ['SUCCESS', 'ERROR', 'BLOCKED', 'CANCELLED'];
const answers: readonly CallExecuted[] = ['yes', 'no', 'unknown'];

const statusCodes = { SUCCESS: 0, ERROR: 3, BLOCKED: 6, CANCELLED: 9 } satisfies Record<CallStatus, number>;
const executedCodes = { yes: 0, no: 1, unknown: 2 } satisfies Record<CallExecuted, number>;

/** The number of the two; NaN for words that are none. */
export function toOutcomeCode(status: CallStatus, executed: CallExecuted): number {
  return statusCodes[status] + executedCodes[executed];
}

/** The two of a number. One that a newer version wrote counts as a failure of which nothing is known. */
export function readOutcomeCode(code: number): { readonly status: CallStatus; readonly executed: CallExecuted } {
  return { status: statuses[Math.floor(code / 3)] ?? 'ERROR', executed: answers[code % 3] ?? 'unknown' };
}

/** The lowest number of a status; the highest is two more. */
export function firstCodeOf(status: CallStatus): number {
  return statusCodes[status];
}
