import type { ApiSchemas } from '@loadout/server/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { given } from '../../api/queries.js';

export type Trace = ApiSchemas['Trace'];

/** Which calls. Times are ISO 8601. */
export interface TraceFilter {
  readonly bot?: string | undefined;
  readonly tool?: string | undefined;
  readonly status?: ApiSchemas['CallStatus'] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function toQuery({ from, to, ...filter }: TraceFilter) {
  return given({ ...filter, since: from, until: to });
}

/** Calls, newest first, page by page. New ones are fetched when somebody wants to see them: rows must not move by themselves. */
export const tracesQuery = (filter: TraceFilter) =>
  infiniteQueryOptions({
    queryKey: ['traces', toQuery(filter)],
    meta: { isLive: false },
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...toQuery(filter), ...given({ cursor: pageParam }), limit: 100 };
      return read(api.GET('/api/v1/traces', { params: { query }, signal }));
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** One call; null: it is not on record. */
export const traceQuery = (call: string) =>
  queryOptions({
    queryKey: ['trace', call],
    meta: { isLive: false },
    async queryFn({ signal }): Promise<Trace | null> {
      const { traces } = await read(api.GET('/api/v1/traces', { params: { query: { call, limit: 1 } }, signal }));
      return traces[0] ?? null;
    },
  });

/** Where all calls that fit are to be had as a file. */
export function exportAddress(filter: TraceFilter): string {
  const query = new URLSearchParams(toQuery(filter)).toString();
  return `/api/v1/traces/export${query === '' ? '' : `?${query}`}`;
}

/** Whether a call that just ended belongs to the list. */
export function fits({ botId, tool, status, startedAt }: Trace, filter: TraceFilter): boolean {
  return (
    (filter.bot === undefined || filter.bot === botId) &&
    (filter.tool === undefined || filter.tool === tool) &&
    (filter.status === undefined || filter.status === status) &&
    (filter.from === undefined || startedAt >= Date.parse(filter.from)) &&
    (filter.to === undefined || startedAt < Date.parse(filter.to))
  );
}
