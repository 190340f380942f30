import type { Trace, TraceFilter, TraceRecorder } from '../traces.js';

/** One promise of a recorder of traces. `run` rejects with an `AssertionError` when the recorder breaks it. */
export interface TraceCheck {
  readonly title: string;
  /** `makeRecorder` gives an empty recorder each time, which keeps 1,000 traces or more; the check closes one that can be. */
  run(makeRecorder: () => Promise<ClosableRecorder>): Promise<void>;
}

interface ClosableRecorder extends TraceRecorder {
  close?(): Promise<void> | void;
}

/** A check of one recorder. */
export function checkTraces(title: string, body: (recorder: TraceRecorder) => Promise<void>): TraceCheck {
  return {
    title,
    async run(makeRecorder) {
      const recorder = await makeRecorder();
      try {
        await body(recorder);
      } finally {
        await recorder.close?.();
      }
    },
  };
}

/** Now: a recorder may let go of old traces. */
export const START = Date.now();

/** A call that succeeded, where nothing else is said. */
export function newTrace(rest: Partial<Trace> = {}): Trace {
  return {
    botId: 'demo',
    turnId: 'turn',
    order: 1,
    callId: 'call',
    tool: 'search',
    owner: 'acme-tools',
    status: 'SUCCESS',
    executed: 'yes',
    arguments: {},
    repairs: [],
    startedAt: START,
    durationMs: 1,
    resultCharacters: 0,
    errorId: undefined,
    ...rest,
  };
}

/** A call as it is begun. */
export function newBegunTrace(rest: Partial<Trace> = {}): Trace {
  return newTrace({ status: 'ERROR', executed: 'unknown', durationMs: 0, ...rest });
}

/** Records calls of one turn, with the orders 1 to `count`. */
export function recordMany(recorder: TraceRecorder, count: number, rest?: (order: number) => Partial<Trace>): void {
  for (let order = 1; order <= count; order += 1) recorder.record(newTrace({ order, ...rest?.(order) }));
}

/** The orders of what a recorder lists. */
export async function listOrders(recorder: TraceRecorder, filter?: TraceFilter): Promise<readonly number[]> {
  return (await recorder.list(filter)).map(({ order }) => order);
}
