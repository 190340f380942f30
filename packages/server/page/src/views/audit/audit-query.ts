import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { given } from '../../api/queries.js';
import type { AuditAction } from '../../api/words.js';

/** Which changes. */
export interface AuditFilter {
  readonly who?: string | undefined;
  readonly what?: AuditAction | undefined;
  /** ISO 8601. */
  readonly from?: string | undefined;
  readonly bot?: string | undefined;
  readonly tool?: string | undefined;
}

/** The log, newest first, page by page. */
export const auditQuery = ({ who, what, from, bot, tool }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', { who, what, from, bot, tool }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = given({ actor: who, action: what, since: from, bot, tool, cursor: pageParam });
      return read(api.GET('/api/v1/audit', { params: { query: { ...query, limit: 100 } }, signal }));
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
