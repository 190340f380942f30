import type { RecordedTurn, Trace } from './turn-queries.js';

/** A part of a bar, as shares of the whole turn. */
export interface Span {
  readonly start: number;
  readonly length: number;
}

/** A line of the timeline. */
export type TimelineRow =
  | {
      readonly kind: 'call';
      readonly key: string;
      readonly call: Trace;
      readonly afterMs: number;
      /** Of the call's time, what a person took. */
      readonly waiting: Span | undefined;
      readonly running: Span;
    }
  | {
      readonly kind: 'request';
      readonly key: string;
      readonly number: number;
      readonly afterMs: number;
      readonly durationMs: number;
      readonly running: Span;
    };

/** Calls and requests of a turn in the order in which they began, with where their bars stand. */
export function arrangeTimeline({ turn, calls }: RecordedTurn): readonly TimelineRow[] {
  const requests = turn?.requests ?? [];
  const begins = [...calls, ...requests].map(({ startedAt }) => startedAt);
  const begin = Math.min(turn?.startedAt ?? Number.POSITIVE_INFINITY, ...begins);
  const ends = [...calls, ...requests].map(({ startedAt, durationMs }) => startedAt + durationMs);
  const end = Math.max(turn === undefined ? 0 : turn.startedAt + turn.durationMs, ...ends);
  const wholeMs = Math.max(1, end - begin);
  const spanOf = (startedAt: number, durationMs: number): Span => ({
    start: (startedAt - begin) / wholeMs,
    length: durationMs / wholeMs,
  });
  const rows: TimelineRow[] = [
    ...calls.map((call): TimelineRow => {
      const { startedAt, durationMs, waitedMs = 0 } = call;
      return {
        kind: 'call',
        key: `call ${call.id}`,
        call,
        afterMs: startedAt - begin,
        waiting: waitedMs > 0 ? spanOf(startedAt, waitedMs) : undefined,
        running: spanOf(startedAt + waitedMs, Math.max(0, durationMs - waitedMs)),
      };
    }),
    ...requests.map(
      ({ startedAt, durationMs }, index): TimelineRow => ({
        kind: 'request',
        key: `request ${index}`,
        number: index + 1,
        afterMs: startedAt - begin,
        durationMs,
        running: spanOf(startedAt, durationMs),
      }),
    ),
  ];
  // A request ends where its calls begin.
  return rows.toSorted((one, other) => one.afterMs - other.afterMs || (one.kind === 'request' ? -1 : 1));
}

/** A call that did not do what it was asked to. */
export function hasFailed({ hasEnded, status }: Trace): boolean {
  return hasEnded && (status === 'ERROR' || status === 'BLOCKED');
}
