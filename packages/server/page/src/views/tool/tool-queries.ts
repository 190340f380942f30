import type { ApiSchemas } from '@loadout/server/client';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';

/** How a tool is sent through each model API. */
export const portabilityQuery = (tool: string) =>
  queryOptions({
    queryKey: ['portability', tool],
    queryFn: ({ signal }) => read(api.GET('/api/v1/tools/{tool}/portability', { params: { path: { tool } }, signal })),
  });

/** What was changed about a tool, the latest first: its definitions are among it. */
export const toolHistoryQuery = (tool: string) =>
  queryOptions({
    queryKey: ['audit', 'tool', tool],
    async queryFn({ signal }): Promise<ApiSchemas['AuditPage']> {
      return read(api.GET('/api/v1/audit', { params: { query: { tool, limit: 200 } }, signal }));
    },
  });
