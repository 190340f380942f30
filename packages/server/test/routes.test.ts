import { AUDIT_ACTIONS, CONFIDENCE_LEVELS, DECISION_KINDS, ROLES, TOOL_NAME_PATTERN } from '@loadout/core';
import { expect, test } from 'vitest';
import { definitions } from '../src/generated/schemas.js';
import { createOpenApi } from '../src/openapi.js';
import type { Route } from '../src/route.js';
import { routes } from '../src/routes.js';
import { strictHeaders } from '../src/strict-headers.js';
import { misfitsOf } from './builders/fits.js';
import { keepCall } from './builders/keep-call.js';
import { keepApproval, keepTurn } from './builders/keep-turn.js';
import { type Identity, identities, type MadeApp, makeApp } from './builders/make-app.js';
import { secretValue } from './builders/make-host.js';
import { sampleOf } from './builders/samples.js';

/** What somebody may expect of a route whose path names the bot `demo`. */
function expectedStatus({ access, ownBot, path, operationId }: Route, identity: Identity): 'done' | 401 | 403 | 404 {
  if (operationId === 'openSession') {
    if (identity === 'anonymous') return 401;
    return identity === 'demo' || identity === 'other' ? 403 : 'done';
  }
  if (access === 'anyone') return 'done';
  if (identity === 'anonymous') return 401;
  if (access === 'token') return 'done';
  if (identity === 'demo') return ownBot ? 'done' : 403;
  // Whose turn it is, its path does not say.
  if (identity === 'other') return path.includes('{bot}') || ownBot ? 404 : 403;
  const role = identity === 'starter' ? 'admin' : identity;
  return ROLES.indexOf(role) >= ROLES.indexOf(access) ? 'done' : 403;
}

/** Ids that only the host knows, for a request that works. */
async function namesOf(
  made: MadeApp,
  { operationId }: Route,
  identity: Identity = 'starter',
): Promise<Record<string, string>> {
  const { host } = made;
  const [token] = await host.tokens.list();
  const [assignment] = (await host.show('demo')).assignments;
  const { approval: waiting } = await keepTurn(made);
  const { turn } = await keepTurn(made, 'allowed');
  const lasting = await keepApproval(made);
  const approval = operationId === 'revokeApproval' ? lasting : waiting;
  const secret = identity === 'anonymous' ? 'a-token-that-is-none' : made.secrets[identity];
  const call = operationId === 'decideCall' ? await keepCall(made) : '';
  return { token: token?.id ?? '', hash: assignment?.definitionHash ?? '', approval, turn, secret, call };
}

/** How somebody says who it is: with each request, or by a cookie. Without a token that is a cookie of nobody. */
type Manner = 'token' | 'cookie';

async function request(
  made: MadeApp,
  route: Route,
  identity: Identity,
  manner: Manner,
): Promise<{ status: number; text: string }> {
  const { path, body } = sampleOf(route, await namesOf(made, route, identity));
  const content = body === undefined ? {} : { body };
  const cookie = identity === 'anonymous' ? nobodysCookie : manner === 'cookie' && (await made.signIn(identity));
  const response =
    manner === 'token' || cookie === false
      ? await made.send(identity, route.method, path, content)
      : await made.send('anonymous', route.method, path, { ...content, headers: { cookie, 'x-loadout-page': '1' } });
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  if (isStream) await response.body?.cancel();
  return { status: response.status, text: isStream ? '' : await response.text() };
}

const nobodysCookie = `loadout-session=loadout-session_${'A'.repeat(43)}`;

/** Everybody with a token, and everybody who can sign in with a cookie. */
const askers: readonly (readonly [Identity, Manner])[] = [
  ...identities.map((identity) => [identity, 'token'] as const),
  ...(['anonymous', 'viewer', 'operator', 'admin', 'starter'] as const).map((one) => [one, 'cookie'] as const),
];

test.each(askers)(
  'every route answers %s with a %s as its role says, in the shape that the table names',
  async (identity, manner) => {
    for (const route of routes) {
      const made = await makeApp();
      const { status, text } = await request(made, route, identity, manner);
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

test.each([
  ['anonymous', 'token'],
  ['anonymous', 'cookie'],
  ['viewer', 'token'],
  ['viewer', 'cookie'],
] as const)('%s with a %s changes nothing and reads nothing secret', async (identity, manner) => {
  const made = await makeApp();
  const isOfSession = ({ action }: { readonly action: string }) => action.startsWith('session-');
  const look = async () => ({
    export: await made.host.export(),
    // Who may read signs in and out.
    audit: (await made.host.audit()).filter((entry) => identity === 'anonymous' || !isOfSession(entry)),
    tokens: (await made.host.tokens.list())
      .filter(({ session }) => identity === 'anonymous' || session === null)
      .map(({ lastUsedAt: _, ...token }) => token),
    traces: await made.host.traces.list(),
  });
  const before = await look();
  const texts: string[] = [];
  for (const route of routes) texts.push((await request(made, route, identity, manner)).text);
  expect(await look()).toEqual(before);
  const all = texts.join('\n');
  for (const secret of [secretValue, ...Object.values(made.secrets)]) expect(all).not.toContain(secret);
  if (identity === 'viewer') expect(all).toContain('[secret]');
});

test('each route has a name of its own and names definitions that there are', () => {
  expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
  const lines = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(lines).size).toBe(routes.length);
  for (const { query, body, lines, responses } of routes) {
    for (const name of [query, body, lines, ...Object.values(responses)]) {
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

test('the document has no schema that nothing refers to, and every definition is in it or is a query', () => {
  const document = createOpenApi(routes, '1.0.0') as { components: { schemas: object } };
  const text = JSON.stringify(document);
  for (const name of Object.keys(document.components.schemas)) {
    expect([name, text.includes(`"#/components/schemas/${name}"`)]).toEqual([name, true]);
  }
  const queries = routes.flatMap(({ query }) => query ?? []);
  const left = Object.keys(definitions).filter((name) => !Object.hasOwn(document.components.schemas, name));
  expect(left.sort()).toEqual([...new Set(queries)].sort());
});

test('the document states the headers that answers have', async () => {
  type Answer = { readonly headers?: object };
  const document = createOpenApi(routes, '1.0.0') as {
    paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
    components: { responses: Record<string, Answer> };
  };
  const common = [
    'cache-control',
    'content-length',
    'content-type',
    'x-accel-buffering',
    ...Object.keys(strictHeaders),
  ];
  const namesIn = (answer: Answer | undefined) => Object.keys(answer?.headers ?? {}).map((name) => name.toLowerCase());
  for (const identity of ['anonymous', 'admin'] as const) {
    for (const route of routes) {
      const made = await makeApp();
      const { path, body } = sampleOf(route, await namesOf(made, route, identity));
      const response = await made.send(identity, route.method, path, body === undefined ? {} : { body });
      await response.body?.cancel();
      const own = [...response.headers.keys()].filter((name) => !common.includes(name));
      const stated =
        response.status < 400
          ? document.paths[route.path]?.[route.method.toLowerCase()]?.responses[response.status]
          : document.components.responses.ClientProblem;
      expect([route.operationId, own]).toEqual([
        route.operationId,
        own.filter((name) => namesIn(stated).includes(name)),
      ]);
      // What is stated for an answer is there.
      if (response.status < 400) expect([route.operationId, namesIn(stated).sort()]).toEqual([route.operationId, own]);
    }
  }
});

test('the document states what a position, an id and a name may be, as the host does', async () => {
  const { send } = await makeApp();
  const status = async (method: string, path: string, body: unknown) =>
    (await send('admin', method, `/api/v1${path}`, { body })).status;
  for (const [name, values] of [
    ['BotId', ['a', 'a-b', 'a'.repeat(64), '-a', 'a--b', 'A', 'a'.repeat(65), '', 'ä']],
    ['Name', ['x', ' x ', 'x'.repeat(200), '', ' ', 'x'.repeat(201)]],
  ] as const) {
    for (const value of values) {
      const body = name === 'BotId' ? { id: value } : { id: `bot-${value.length}`, displayName: value };
      const expected = misfitsOf(name, value) === '' ? 201 : 400;
      expect([name, value, await status('POST', '/bots', body)]).toEqual([name, value, expected]);
    }
  }
  for (const position of [0, 1_000_000_000, -1, 1_000_000_001, 0.5]) {
    const expected = misfitsOf('Position', position) === '' ? 200 : 400;
    expect([position, await status('PUT', '/bots/demo/loadout/echo', { position })]).toEqual([position, expected]);
  }
  expect(definitions.ToolName?.maxLength).toBe(64);
  for (const value of ['a', '_', 'A-1', 'a'.repeat(64), '1a', '', 'a b', 'a'.repeat(65)]) {
    expect([value, misfitsOf('ToolName', value) === '']).toEqual([value, TOOL_NAME_PATTERN.test(value)]);
  }
});

test('levels, roles and kinds are those of the host', () => {
  expect(definitions.ConfidenceLevel?.enum).toEqual(Object.keys(CONFIDENCE_LEVELS));
  expect(definitions.Role?.enum).toEqual(ROLES);
  expect(definitions.AuditAction?.enum).toEqual(AUDIT_ACTIONS);
  expect(definitions.DecisionKind?.enum).toEqual(DECISION_KINDS);
});
