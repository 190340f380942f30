import type { ApiSchemas } from '@loadout/server/client';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { ifMatch } from '../../api/queries.js';

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

/** Decides something, while what is decided is as it was read. Kinds about the whole host have no subject. */
export function decide(
  { kind, subject, revision }: Pick<Decision, 'kind' | 'subject' | 'revision'>,
  value: unknown,
): Promise<unknown> {
  const body = { value };
  const header = ifMatch(revision);
  return read(
    subject === ''
      ? api.PUT('/api/v1/decisions/{kind}', { params: { path: { kind }, header }, body })
      : api.PUT('/api/v1/decisions/{kind}/{subject}', { params: { path: { kind, subject }, header }, body }),
  );
}

/** Takes a decision back, while it is as it was read. */
export function takeBack({
  kind,
  subject,
  revision,
}: Pick<Decision, 'kind' | 'subject' | 'revision'>): Promise<unknown> {
  const header = ifMatch(revision);
  return read(
    subject === ''
      ? api.DELETE('/api/v1/decisions/{kind}', { params: { path: { kind }, header } })
      : api.DELETE('/api/v1/decisions/{kind}/{subject}', { params: { path: { kind, subject }, header } }),
  );
}
