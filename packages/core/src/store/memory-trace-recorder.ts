import { LoadoutError } from '../contract/errors.js';
import type { Trace, TraceFilter, TraceRecorder } from './traces.js';

/** How much a memory trace recorder keeps. */
export interface MemoryTraceRecorderOptions {
  /** Most traces kept; the oldest give way. Default 1,000. */
  readonly capacity?: number;
}

const DEFAULT_LIMIT = 100;

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
  /** The slot that is written next: also the oldest one, once the ring is full. */
  let next = 0;

  return {
    record(trace) {
      slots[next] = trace;
      next = next + 1 === capacity ? 0 : next + 1;
    },

    async list(filter = {}) {
      const limit = filter.limit ?? DEFAULT_LIMIT;
      const found: Trace[] = [];
      for (let age = 1; age <= capacity && found.length < limit; age += 1) {
        const trace = slots[(next - age + capacity) % capacity];
        if (trace === undefined) break;
        if (matches(trace, filter)) found.push(Object.freeze(trace));
      }
      return found;
    },
  };
}

function matches(trace: Trace, { botId, turnId, tool }: TraceFilter): boolean {
  return (
    (botId === undefined || trace.botId === botId) &&
    (turnId === undefined || trace.turnId === turnId) &&
    (tool === undefined || trace.tool === tool)
  );
}
