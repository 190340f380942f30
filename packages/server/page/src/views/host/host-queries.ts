import type { ApiSchemas } from '@loadout/server/client';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';

export type HostDescription = ApiSchemas['HostDescription'];
export type Decision = ApiSchemas['Decision'];
export type DecisionKind = ApiSchemas['DecisionKind'];

/** Kinds that are about the host as a whole. */
export const wholeKinds = ['tools-off', 'withhold-changed-definitions'] as const;

/** Kinds that are about a subject. */
export const subjectKinds = [
  'approval',
  'minimum-confidence',
  'expose-as',
  'instructions-allowed',
  'component-defaults',
  'trusted-model-provider',
] as const satisfies readonly DecisionKind[];

export type SubjectKind = (typeof subjectKinds)[number];

/** Names of secrets. Only an admin may ask. */
export const secretsQuery = queryOptions({
  queryKey: ['secrets'],
  queryFn: async ({ signal }) => (await read(api.GET('/api/v1/secrets', { signal }))).secrets,
});

/** Decides something. Kinds about the whole host have no subject. */
export function decide(kind: DecisionKind, subject: string, value: unknown): Promise<unknown> {
  const body = { value };
  return read(
    subject === ''
      ? api.PUT('/api/v1/decisions/{kind}', { params: { path: { kind } }, body })
      : api.PUT('/api/v1/decisions/{kind}/{subject}', { params: { path: { kind, subject } }, body }),
  );
}

/** Takes a decision back. */
export function takeBack({ kind, subject }: Pick<Decision, 'kind' | 'subject'>): Promise<unknown> {
  return read(
    subject === ''
      ? api.DELETE('/api/v1/decisions/{kind}', { params: { path: { kind } } })
      : api.DELETE('/api/v1/decisions/{kind}/{subject}', { params: { path: { kind, subject } } }),
  );
}
