import {
  type AuditAction,
  type AuditFilter,
  type CallStatus,
  isRealDay,
  type RecordedTrace,
  type TraceFilter,
  type TraceRecorder,
  type TurnFilter,
} from '@loadout/core';
import { HttpProblem } from '../problem.js';
import { defineRoute, type Route } from '../route.js';
import { follow, type Topic } from '../streams/follow.js';

interface StreamQuery {
  readonly bot?: string;
  readonly turn?: string;
  readonly tool?: string;
  readonly status?: CallStatus;
}

interface TracesQuery extends StreamQuery {
  readonly call?: string;
  readonly since?: string;
  readonly until?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

type TurnsQuery = Pick<TracesQuery, 'bot' | 'turn' | 'since' | 'until' | 'cursor' | 'limit'>;

interface AuditQuery {
  readonly bot?: string;
  readonly tool?: string;
  readonly action?: AuditAction;
  readonly actor?: string;
  readonly since?: string;
  readonly until?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

type ExportQuery = Omit<TracesQuery, 'cursor' | 'limit'>;

const defaultLimit = 100;

/** So many calls of an export are read at once: their arguments may be large. */
const exportPage = 100;

/** Where the next page begins; null where this one was the last. */
function nextPage(page: readonly { readonly id: number }[], limit: number): string | null {
  const last = page.at(-1);
  return last === undefined || page.length < limit ? null : String(last.id);
}

/** What has happened, and what happens: traces, changes, and the log of changes. */
export const historyRoutes: readonly Route[] = [
  defineRoute<undefined, TracesQuery>({
    method: 'GET',
    path: '/api/v1/traces',
    operationId: 'listTraces',
    tag: 'history',
    summary: 'Calls, newest first, in pages',
    access: 'viewer',
    query: 'TracesQuery',
    responses: { 200: 'TracePage' },
    async handle({ host, query }) {
      const limit = query.limit ?? defaultLimit;
      const traces = await host.traces.list({ ...toTraceFilter(query), limit });
      return { status: 200, body: { traces, next: nextPage(traces, limit) } };
    },
  }),
  defineRoute<undefined, StreamQuery>({
    method: 'GET',
    path: '/api/v1/traces/stream',
    operationId: 'followTraces',
    tag: 'history',
    summary: 'Calls as they end; Last-Event-ID goes on where a stream broke off',
    access: 'viewer',
    query: 'TraceStreamQuery',
    responses: { 200: null },
    events: 'only',
    eventsSummary: '`ready`, `trace` for each call, `end` with a reason when the server ends the stream',
    handle: (request) => follow(request, new Set(['traces']), toTraceFilter(request.query)),
  }),
  defineRoute<undefined, ExportQuery>({
    method: 'GET',
    path: '/api/v1/traces/export',
    operationId: 'exportTraces',
    tag: 'history',
    summary: 'Calls as lines of JSON, newest first, all that are kept',
    access: 'viewer',
    query: 'TracesExportQuery',
    responses: { 200: null },
    lines: 'Trace',
    async handle({ host, query, writeLines }) {
      // What is wrong with the query is a problem, and no file.
      const filter = toTraceFilter(query);
      const name = `loadout-traces-${new Date().toISOString().slice(0, 10)}.jsonl`;
      return {
        status: 200,
        stream: writeLines(readTraces(host.traces, filter)),
        headers: { 'content-disposition': `attachment; filename="${name}"` },
      };
    },
  }),
  defineRoute<undefined, TurnsQuery>({
    method: 'GET',
    path: '/api/v1/turns',
    operationId: 'listTurns',
    tag: 'history',
    summary: 'Turns that called a tool or asked a model, newest first, in pages',
    access: 'viewer',
    query: 'TurnsQuery',
    responses: { 200: 'TurnPage' },
    async handle({ host, query }) {
      const limit = query.limit ?? defaultLimit;
      const turns = (await host.traces.listTurns?.({ ...toTurnFilter(query), limit })) ?? [];
      return { status: 200, body: { turns, next: nextPage(turns, limit) } };
    },
  }),
  defineRoute<undefined, { readonly topics?: string }>({
    method: 'GET',
    path: '/api/v1/events',
    operationId: 'followEvents',
    tag: 'history',
    summary:
      'Changes and calls as they happen, in any process; Last-Event-ID goes on with calls where a stream broke off',
    access: 'viewer',
    query: 'EventsQuery',
    responses: { 200: null },
    events: 'only',
    eventsSummary:
      '`ready`, `changes` when anything else may be shown now, `call-started` and `trace` for each call, `end` with a reason when the server ends the stream',
    handle: (request) => follow(request, readTopics(request.query.topics), {}),
  }),
  defineRoute<undefined, AuditQuery>({
    method: 'GET',
    path: '/api/v1/audit',
    operationId: 'listAudit',
    tag: 'history',
    summary: 'Changes with who made them, newest first, in pages',
    access: 'viewer',
    query: 'AuditQuery',
    responses: { 200: 'AuditPage' },
    async handle({ host, query }) {
      const limit = query.limit ?? defaultLimit;
      const entries = await host.audit({ ...toAuditFilter(query), limit });
      return { status: 200, body: { entries, next: nextPage(entries, limit) } };
    },
  }),
];

async function* readTraces(traces: TraceRecorder, filter: TraceFilter): AsyncGenerator<readonly RecordedTrace[]> {
  let beforeId: number | undefined;
  for (;;) {
    const page = await traces.list({ ...filter, limit: exportPage, ...(beforeId === undefined ? {} : { beforeId }) });
    yield page;
    if (page.length < exportPage) return;
    beforeId = page.at(-1)?.id;
  }
}

function toTraceFilter({ call, tool, status, ...query }: TracesQuery): TraceFilter {
  return {
    ...toTurnFilter(query),
    ...(call === undefined ? {} : { callId: call }),
    ...(tool === undefined ? {} : { tool }),
    ...(status === undefined ? {} : { status }),
  };
}

function toTurnFilter({ bot, turn, since, until, cursor }: TurnsQuery): TurnFilter {
  return {
    ...(bot === undefined ? {} : { botId: bot }),
    ...(turn === undefined ? {} : { turnId: turn }),
    ...(since === undefined ? {} : { since: toTime('since', since) }),
    ...(until === undefined ? {} : { until: toTime('until', until) }),
    ...(cursor === undefined ? {} : { beforeId: Number(cursor) }),
  };
}

function toAuditFilter({ cursor, limit, since, until, ...filter }: AuditQuery): AuditFilter {
  return {
    ...filter,
    ...(since === undefined ? {} : { since: toTime('since', since) }),
    ...(until === undefined ? {} : { until: toTime('until', until) }),
    ...(cursor === undefined ? {} : { beforeId: Number(cursor) }),
  };
}

function toTime(name: string, text: string): number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  const time = isRealDay(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const errors = [{ pointer: `/${name}`, expected: 'a time that there is', got: JSON.stringify(text) }];
  throw new HttpProblem(400, `The query does not fit at /${name}: there is no such time.`, { facts: { errors } });
}

/** The pattern of the query has let known ones through only. */
function readTopics(topics = 'changes,traces'): ReadonlySet<Topic> {
  return new Set((['changes', 'traces', 'calls'] as const).filter((topic) => topics.split(',').includes(topic)));
}
