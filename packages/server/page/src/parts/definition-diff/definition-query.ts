import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { isApiProblem } from '../../api/problem.js';
import type { DefinitionParts } from './diff-definitions.js';

/** A definition that was accepted once; null: it is not on record. Such never change. */
export const definitionQuery = (hash: string) =>
  queryOptions({
    queryKey: ['definition', hash],
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isLive: false },
    async queryFn({ signal }): Promise<DefinitionParts | null> {
      try {
        return await read(api.GET('/api/v1/definitions/{hash}', { params: { path: { hash } }, signal }));
      } catch (error) {
        if (isApiProblem(error) && error.status === 404) return null;
        throw error;
      }
    },
  });
