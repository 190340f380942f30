import type { ApiSchemas } from '@loadout/server/client';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';

export type Trace = ApiSchemas['Trace'];
export type TurnTrace = ApiSchemas['TurnTrace'];

/** A turn as it is on record. */
export interface RecordedTurn {
  /** Undefined: the turn has no record of its own, or none yet. */
  readonly turn: TurnTrace | undefined;
  /** In order. */
  readonly calls: readonly Trace[];
}

/** One turn with its calls. A turn has no more calls than one page holds. */
export const turnQuery = (turn: string) =>
  queryOptions({
    queryKey: ['turn', turn],
    async queryFn({ signal }): Promise<RecordedTurn> {
      const [{ turns }, { traces }] = await Promise.all([
        read(api.GET('/api/v1/turns', { params: { query: { turn, limit: 1 } }, signal })),
        read(api.GET('/api/v1/traces', { params: { query: { turn, limit: 1_000 } }, signal })),
      ]);
      return { turn: turns[0], calls: traces.toSorted((one, other) => one.order - other.order) };
    },
  });
