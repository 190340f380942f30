import type { Trace } from '@loadout/core';

/** A trace of a call that went well, where nothing else is said. */
export function newTrace(order: number, rest: Partial<Trace> = {}): Trace {
  return {
    botId: 'demo',
    turnId: 'turn-1',
    order,
    callId: `call-${order}`,
    tool: 'search',
    owner: 'acme-tools',
    status: 'SUCCESS',
    executed: 'yes',
    arguments: { query: 'statistics' },
    repairs: [],
    startedAt: 1_750_000_000_000 + order,
    durationMs: 3,
    resultCharacters: 120,
    errorId: undefined,
    ...rest,
  };
}

/** Traces with the orders from `first` to `last`. */
export function newTraces(first: number, last: number, rest: Partial<Trace> = {}): readonly Trace[] {
  return Array.from({ length: last - first + 1 }, (_, index) => newTrace(first + index, rest));
}
