import { LoadoutError } from '../contract/errors.js';
import { readPageLimit } from './page-limit.js';
import type {
  RecordedTrace,
  RecordedTurn,
  Trace,
  TraceFilter,
  TraceRecorder,
  TurnFilter,
  TurnTrace,
} from './traces.js';

/** How much a memory trace recorder keeps. */
export interface MemoryTraceRecorderOptions {
  /** Most traces kept, and most turns; the oldest give way. Default 1,000. */
  readonly capacity?: number;
}

/**
 * Keeps the newest traces in memory. A ring of fixed size: `record` writes one slot, and neither copies nor
 * moves anything, because it is on the path of every call.
 */
export function createMemoryTraceRecorder({ capacity = 1000 }: MemoryTraceRecorderOptions = {}): TraceRecorder {
  if (!Number.isSafeInteger(capacity) || capacity < 1) {
    throw new LoadoutError(
      'CONFIGURATION_INVALID',
      `The capacity of a trace recorder is a whole number of 1 or more, not ${String(capacity)}.`,
      { details: { capacity } },
    );
  }
  const slots: (Trace | undefined)[] = new Array(capacity).fill(undefined);
  /** How many were recorded, and so the id of the newest. The trace of an id has the slot `id % capacity`. */
  let lastId = 0;
  const turnSlots: (TurnTrace | undefined)[] = new Array(capacity).fill(undefined);
  let lastTurnId = 0;

  return {
    retention: Object.freeze({ maxAgeDays: null, maxCount: capacity }),

    record(trace) {
      lastId += 1;
      slots[lastId % capacity] = trace;
    },

    async list(filter = {}) {
      const { beforeId = Number.POSITIVE_INFINITY, afterId } = filter;
      const oldest = Math.max(lastId - capacity, afterId ?? 0) + 1;
      const newest = Math.min(lastId, beforeId - 1);
      const limit = readPageLimit(filter.limit);
      const found: RecordedTrace[] = [];
      for (let seen = 0; seen <= newest - oldest && found.length < limit; seen += 1) {
        const id = afterId === undefined ? newest - seen : oldest + seen;
        const trace = slots[id % capacity];
        if (trace !== undefined && matches(trace, filter)) found.push(Object.freeze({ ...trace, id, hasEnded: true }));
      }
      return Object.freeze(found);
    },

    recordTurn(turn) {
      lastTurnId += 1;
      turnSlots[lastTurnId % capacity] = turn;
    },

    async listTurns(filter = {}) {
      const newest = Math.min(lastTurnId, (filter.beforeId ?? Number.POSITIVE_INFINITY) - 1);
      const oldest = Math.max(lastTurnId - capacity, 0) + 1;
      const limit = readPageLimit(filter.limit);
      const found: RecordedTurn[] = [];
      for (let id = newest; id >= oldest && found.length < limit; id -= 1) {
        const turn = turnSlots[id % capacity];
        if (turn !== undefined && matchesTurn(turn, filter)) found.push(Object.freeze({ ...turn, id }));
      }
      return Object.freeze(found);
    },

    revision: () => lastId + lastTurnId,
  };
}

function matches(trace: Trace, { botId, turnId, callId, tool, status, since, until }: TraceFilter): boolean {
  return (
    (botId === undefined || trace.botId === botId) &&
    (turnId === undefined || trace.turnId === turnId) &&
    (callId === undefined || trace.callId === callId) &&
    (tool === undefined || trace.tool === tool) &&
    (status === undefined || trace.status === status) &&
    (since === undefined || trace.startedAt >= since) &&
    (until === undefined || trace.startedAt < until)
  );
}

function matchesTurn(turn: TurnTrace, { botId, turnId, since, until }: TurnFilter): boolean {
  return (
    (botId === undefined || turn.botId === botId) &&
    (turnId === undefined || turn.turnId === turnId) &&
    (since === undefined || turn.startedAt >= since) &&
    (until === undefined || turn.startedAt < until)
  );
}
