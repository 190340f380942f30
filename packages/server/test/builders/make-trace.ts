import type { Trace } from '@loadout/core';

/** A call of `echo` that has ended. */
export function makeTrace(order: number, text: string): Trace {
  return {
    botId: 'demo',
    turnId: 'turn',
    order,
    callId: `call-${order}`,
    tool: 'echo',
    owner: '@acme/tools',
    status: 'SUCCESS',
    executed: 'yes',
    arguments: { text },
    repairs: [],
    startedAt: 1,
    durationMs: 1,
    resultCharacters: 1,
    errorId: undefined,
  };
}
