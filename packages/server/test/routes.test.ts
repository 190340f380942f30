import { CONFIDENCE_LEVELS, DECISION_KINDS, ROLES } from '@loadout/core';
import { expect, test } from 'vitest';
import { definitions } from '../src/generated/schemas.js';
import { createOpenApi } from '../src/openapi.js';
import type { Route } from '../src/route.js';
import { routes } from '../src/routes.js';
import { misfitsOf } from './builders/fits.js';
import { type Identity, identities, type MadeApp, makeApp } from './builders/make-app.js';
import { secretValue } from './builders/make-host.js';
import { sampleOf } from './builders/samples.js';

/** What somebody may expect of a route whose path names the bot `demo`. */
function expectedStatus({ access, ownBot, path }: Route, identity: Identity): 'done' | 401 | 403 | 404 {
  if (access === 'anyone') return 'done';
  if (identity === 'anonymous') return 401;
  if (access === 'token') return 'done';
  if (identity === 'demo') return ownBot ? 'done' : 403;
  if (identity === 'other') return path.includes('{bot}') ? 404 : 403;
  const role = identity === 'starter' ? 'admin' : identity;
  return ROLES.indexOf(role) >= ROLES.indexOf(access) ? 'done' : 403;
}

/** Ids that only the host knows, for a request that works. */
async function namesOf({ host }: MadeApp): Promise<Record<string, string>> {
  const [token] = await host.tokens.list();
  const [assignment] = (await host.show('demo')).assignments;
  return { token: token?.id ?? '', hash: assignment?.definitionHash ?? '' };
}

async function request(made: MadeApp, route: Route, identity: Identity): Promise<{ status: number; text: string }> {
  const { path, body } = sampleOf(route, await namesOf(made));
  const response = await made.send(identity, route.method, path, body === undefined ? {} : { body });
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  if (isStream) await response.body?.cancel();
  return { status: response.status, text: isStream ? '' : await response.text() };
}

test.each(identities)(
  'every route answers %s as its role says, in the shape that the table names',
  async (identity) => {
    for (const route of routes) {
      const made = await makeApp();
      const { status, text } = await request(made, route, identity);
      const expected = expectedStatus(route, identity);
      const done = Object.keys(route.responses)
        .map(Number)
        .filter((one) => one < 300);
      expect([route.operationId, status]).toEqual([
        route.operationId,
        expected === 'done' ? expect.toSatisfy((one) => done.includes(one)) : expected,
      ]);
      const definition = expected === 'done' ? route.responses[status] : 'Problem';
      if (definition)
        expect([route.operationId, misfitsOf(definition, JSON.parse(text))]).toEqual([route.operationId, '']);
    }
  },
);

test.each(['anonymous', 'viewer'] as const)('%s changes nothing and reads nothing secret', async (identity) => {
  const made = await makeApp();
  const look = async () => ({
    export: await made.host.export(),
    audit: await made.host.audit(),
    tokens: (await made.host.tokens.list()).map(({ lastUsedAt: _, ...token }) => token),
    traces: await made.host.traces.list(),
  });
  const before = await look();
  const texts: string[] = [];
  for (const route of routes) texts.push((await request(made, route, identity)).text);
  expect(await look()).toEqual(before);
  const all = texts.join('\n');
  for (const secret of [secretValue, ...Object.values(made.secrets)]) expect(all).not.toContain(secret);
  if (identity === 'viewer') expect(all).toContain('[secret]');
});

test('each route has a name of its own and names definitions that there are', () => {
  expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
  const lines = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(lines).size).toBe(routes.length);
  for (const { query, body, responses } of routes) {
    for (const name of [query, body, ...Object.values(responses)]) {
      if (name) expect(definitions).toHaveProperty(name);
    }
  }
});

test('the document refers to nothing that it does not have', () => {
  const document = createOpenApi(routes, '1.0.0');
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, pointer = '']) => pointer);
  expect(references.length).toBeGreaterThan(100);
  for (const pointer of new Set(references)) {
    const found = pointer
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document);
    expect([pointer, typeof found]).toEqual([pointer, 'object']);
  }
  expect(JSON.stringify(document)).not.toContain('$defs');
});

test('levels, roles and kinds are those of the host', () => {
  expect(definitions.ConfidenceLevel?.enum).toEqual(Object.keys(CONFIDENCE_LEVELS));
  expect(definitions.Role?.enum).toEqual(ROLES);
  expect(definitions.DecisionKind?.enum).toEqual(DECISION_KINDS);
});
