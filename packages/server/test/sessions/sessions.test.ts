import { request } from 'node:http';
import { expect, test } from 'vitest';
import { cookieOf, makeTokens } from '../builders/make-app.js';
import { openEvents, type Received, type StartOptions, send, start, starterToken } from '../builders/start.js';

const page = { 'x-loadout-page': '1' };

async function startSessions(limits: Parameters<typeof start>[0] = {}, options: StartOptions = {}) {
  const started = await start(limits, options);
  const { url, host } = started;
  const secrets = { ...(await makeTokens({ host })), starter: starterToken };
  const post = (token: string, headers: Readonly<Record<string, string>> = {}) =>
    send(url, { method: 'POST', path: '/api/v1/session', token: null, body: JSON.stringify({ token }), headers });
  const signIn = async (identity: keyof typeof secrets) => cookieIn(await post(secrets[identity]));
  /** A request by cookie, as the page sends it. */
  const ask = (
    cookie: string,
    path = '',
    { method = 'GET', body = undefined as unknown, headers = page as object } = {},
  ) =>
    send(url, {
      method,
      path: `/api/v1${path}`,
      token: null,
      headers: { cookie, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { ...started, secrets, post, signIn, ask };
}

function cookieIn({ headers }: Received): string {
  return cookieOf({ headers: new Headers({ 'set-cookie': headers['set-cookie']?.[0] ?? '' }) });
}

test('a session is in a cookie that no script reads, no other site sends, and no other port gets', async () => {
  const { url, host, secrets, post, ask } = await startSessions();
  const { port } = new URL(url);
  const answer = await post(secrets.operator);
  const [session] = (await host.tokens.list()).filter((token) => token.session !== null);
  const [parent] = (await host.tokens.list()).filter(({ name }) => name === 'operator');
  expect(answer).toMatchObject({ status: 201, body: { of: parent?.id, expiresAt: session?.expiresAt } });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(
      new RegExp(
        `^loadout-session-${port}=loadout-session_[\\w-]{43}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict$`,
      ),
    ),
  ]);
  const cookie = cookieIn(answer);
  expect((await ask(cookie)).body).toMatchObject({
    you: {
      ...{ name: 'operator', token: session?.id, role: 'operator', bot: null, confidence: 'UNKNOWN' },
      session: { of: parent?.id, expiresAt: session?.expiresAt },
    },
  });
  expect((await ask(`other=1; ${cookie}; last="x"`)).status).toBe(200);
  for (const other of [
    cookie.replace(port, '1'),
    cookie.replace(`-${port}`, ''),
    `${cookie}x`,
    `x${cookie}`,
    '=',
    '',
  ]) {
    expect([other, (await ask(other)).status]).toEqual([other, 401]);
  }
  expect((await send(url, { path: '/api/v1' })).body).toMatchObject({ you: { name: 'access token', session: null } });
});

test('a cookie is kept no longer than its token lasts', async () => {
  const { host, post } = await startSessions();
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000).toISOString();
  const { secret } = await host.tokens.create({ name: 'short', role: 'viewer', expiresAt });
  const answer = await post(secret);
  expect(answer.body).toMatchObject({ expiresAt });
  const [, seconds] = /Max-Age=(\d+)/.exec(String(answer.headers['set-cookie'])) ?? [];
  expect(Number(seconds)).toBeGreaterThan(3_500);
  expect(Number(seconds)).toBeLessThanOrEqual(3_600);
});

test('where the public address is https, the cookie goes over https alone, and nobody else can have set it', async () => {
  const origin = 'https://tools.example.org';
  const { url, secrets, post, ask } = await startSessions({}, { publicUrl: origin });
  const { port } = new URL(url);
  const proxied = { host: 'tools.example.org' };
  const answer = await post(secrets.admin, { ...proxied, origin });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-loadout-session=\S+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
  ]);
  const cookie = cookieIn(answer);
  expect((await ask(cookie, '', { headers: proxied })).status).toBe(200);
  // Set from a neighbouring name, or over http.
  expect((await ask(cookie.replace('__Host-', ''), '', { headers: proxied })).status).toBe(401);
  expect(
    (await ask(cookie, '/session', { method: 'DELETE', headers: { ...proxied, ...page, origin } })).headers,
  ).toMatchObject({
    'set-cookie': [
      expect.stringMatching(/^__Host-loadout-session=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ],
  });
  // A proxy that puts in a host of its own, and somebody who is on the machine itself.
  const behind = await post(secrets.admin, { host: `127.0.0.1:${port}`, origin });
  expect(cookieIn(behind)).toMatch(new RegExp(`^__Host-loadout-session-${port}=`));
  expect((await ask(cookieIn(behind), '', { headers: { host: `127.0.0.1:${port}` } })).status).toBe(200);
  const near = await post(secrets.admin, { origin: url });
  expect(String(near.headers['set-cookie'])).not.toContain('Secure');
  expect((await ask(cookieIn(near))).status).toBe(200);
  // Whoever says nothing of where it is.
  expect(String((await post(secrets.admin)).headers['set-cookie'])).toContain('; Secure;');
});

test('a public address of http needs no more than another port does', async () => {
  const { secrets, post, ask } = await startSessions({}, { publicUrl: 'http://tools.example.org:8080' });
  const headers = { host: 'tools.example.org:8080', origin: 'http://tools.example.org:8080' };
  const answer = await post(secrets.viewer, headers);
  expect(String(answer.headers['set-cookie'])).toMatch(/^loadout-session-8080=(?!.*Secure)/);
  expect((await ask(cookieIn(answer), '', { headers })).status).toBe(200);
});

test('a session is good in its cookie alone, and a token nowhere but in the header, which counts before', async () => {
  const { url, secrets, signIn, ask } = await startSessions();
  const cookie = await signIn('admin');
  const [name, secret = ''] = cookie.split('=');
  expect((await send(url, { token: secret })).status).toBe(401);
  expect((await ask(`${name}=${secrets.admin}`)).status).toBe(401);
  const tokens = (token: string) => send(url, { path: '/api/v1/tokens', token, headers: { cookie } });
  expect((await tokens(secrets.viewer)).status).toBe(403);
  expect((await tokens('wrong')).status).toBe(401);
  expect((await ask(cookie, '/tokens')).status).toBe(200);
  // A program with a token that has a cookie as well is no page.
  const made = await send(url, {
    ...{ method: 'POST', path: '/api/v1/bots', token: secrets.operator },
    ...{ headers: { cookie }, body: '{"id":"made"}' },
  });
  expect(made.status).toBe(201);
  // The secret of a session signs nobody in.
  expect(
    (await send(url, { method: 'POST', path: '/api/v1/session', body: JSON.stringify({ token: secret }) })).status,
  ).toBe(401);
});

test("a request that changes something has to be the page's own", async () => {
  const { url, host, signIn, ask } = await startSessions();
  const cookie = await signIn('admin');
  const add = (headers: object) => ask(cookie, '/bots', { method: 'POST', body: { id: 'made' }, headers });
  for (const headers of [
    {},
    { 'x-loadout-page': '0' },
    { 'x-loadout-page': 'true' },
    { ...page, origin: 'http://attacker.example' },
    { ...page, origin: 'null' },
    { ...page, origin: `http://127.0.0.1:1` },
    { ...page, 'sec-fetch-site': 'cross-site' },
    { ...page, 'sec-fetch-site': 'same-site' },
    { ...page, 'sec-fetch-site': 'SAME-ORIGIN' },
    // What a form can send.
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ]) {
    expect([headers, (await add(headers)).status]).toEqual([headers, 403]);
  }
  for (const [method, path] of [
    ['DELETE', '/bots/demo'],
    ['PATCH', '/bots/demo'],
    ['PUT', '/bots/demo/loadout/spare'],
    ['DELETE', '/session'],
  ] as const) {
    const content = method === 'DELETE' ? {} : { body: {} };
    const { status, body } = await ask(cookie, path, { method, headers: {}, ...content });
    expect([method, status, body]).toEqual([
      method,
      403,
      expect.objectContaining({ detail: 'A request with a session needs the header "x-loadout-page: 1".' }),
    ]);
  }
  expect((await host.bots.list()).map(({ id }) => id)).toEqual(['demo', 'other']);
  expect((await add({ ...page, origin: url, 'sec-fetch-site': 'same-origin' })).status).toBe(201);
});

test('what is read by cookie is read by the page, or by whoever types the address', async () => {
  const { url, signIn, ask } = await startSessions();
  const cookie = await signIn('viewer');
  for (const [site, status] of [
    ['same-origin', 200],
    ['none', 200],
    ['same-site', 403],
    ['cross-site', 403],
  ] as const) {
    expect([site, (await ask(cookie, '/bots', { headers: { 'sec-fetch-site': site } })).status]).toEqual([
      site,
      status,
    ]);
  }
  expect((await ask(cookie, '/bots', { headers: {} })).status).toBe(200);
  // Pages of other sites are refused with a token too.
  const crossSite = { path: '/api/v1/bots', headers: { 'sec-fetch-site': 'cross-site' } };
  expect((await send(url, crossSite)).status).toBe(403);
  expect((await send(url, { ...crossSite, token: null })).status).toBe(403);
});

test("a bot's token cannot sign in, and a wrong one is counted as elsewhere", async () => {
  const { host, secrets, post, ask, signIn } = await startSessions({ signInFailuresPerMinute: 2 });
  const refused = await post(secrets.demo);
  expect(refused).toMatchObject({
    status: 403,
    body: { detail: 'The token is for the tools of the bot demo alone. To sign in, take one with a role.' },
  });
  expect(refused.headers['set-cookie']).toBeUndefined();
  const cookie = await signIn('viewer');
  const [session] = (await host.tokens.list()).filter((token) => token.session !== null);
  await host.tokens.revoke(session?.id ?? '');
  // Each tab of a browser goes on asking with a session that has ended.
  for (let count = 0; count < 5; count += 1) {
    const { status, body, headers } = await ask(cookie);
    expect([status, body]).toEqual([401, expect.objectContaining({ detail: 'The session has ended. Sign in again.' })]);
    expect(headers['www-authenticate']).toBe('Bearer realm="loadout", error="invalid_token"');
  }
  const wrong = [await post('wrong'), await post(''), await post('x'.repeat(600))];
  expect(wrong.map(({ status }) => status)).toEqual([401, 401, 429]);
  expect(Number(wrong[2]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await post(secrets.viewer)).status).toBe(201);
});

test('a token signs in so often and no more, whatever comes of it', async () => {
  const { host, secrets, post } = await startSessions({ signInsPerMinute: 2 });
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await post(secrets.viewer)).status);
  expect(statuses).toEqual([201, 201, 429]);
  expect((await host.audit({ action: 'session-opened' })).length).toBe(2);
  expect((await post(secrets.operator)).status).toBe(201);
});

test('signing out ends the session and its streams, and takes the cookie away', async () => {
  const { url, host, signIn, ask } = await startSessions({ pollMs: 20 });
  const cookie = await signIn('operator');
  const other = await signIn('operator');
  const stream = await openEvents(url, '/api/v1/events', { token: null, headers: { cookie } });
  expect(await stream.next()).toMatchObject({ event: 'ready' });
  const { status, headers } = await ask(cookie, '/session', { method: 'DELETE' });
  expect([status, headers['set-cookie']]).toEqual([
    204,
    [`${cookie.split('=')[0]}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`],
  ]);
  expect(await stream.next()).toMatchObject({ event: 'end', data: { reason: 'token-invalid' } });
  expect([(await ask(cookie)).status, (await ask(other)).status]).toEqual([401, 200]);
  const [ended, opened] = await host.audit({ limit: 3 });
  const [parent] = (await host.tokens.list()).filter(({ name }) => name === 'operator');
  expect(ended).toMatchObject({
    action: 'session-ended',
    actor: { name: 'operator', via: 'page', token: ended?.subject },
  });
  expect(opened).toMatchObject({
    action: 'session-opened',
    actor: { name: 'operator', via: 'page', token: parent?.id },
  });
  // Whoever came with a token has none to end.
  expect((await send(url, { method: 'DELETE', path: '/api/v1/session' })).status).toBe(204);
  expect((await send(url)).status).toBe(200);
});

test('a session ends with its token, and by its id; the one of the server outlives neither its end nor its revocation', async () => {
  const { url, host, signIn, ask } = await startSessions({ pollMs: 20 });
  const cookies = {
    operator: await signIn('operator'),
    admin: await signIn('admin'),
    starter: await signIn('starter'),
  };
  const stream = await openEvents(url, '/api/v1/events', { token: null, headers: { cookie: cookies.operator } });
  await stream.next();
  const tokens = await host.tokens.list();
  const revoke = (id = '') => ask(cookies.admin, `/tokens/${id}`, { method: 'DELETE' });
  await revoke(tokens.find(({ name }) => name === 'operator')?.id);
  expect(await stream.next()).toMatchObject({ event: 'end', data: { reason: 'token-invalid' } });
  const statuses = async () =>
    Promise.all([cookies.operator, cookies.admin, cookies.starter].map(async (cookie) => (await ask(cookie)).status));
  expect(await statuses()).toEqual([401, 200, 200]);
  const { body } = await ask(cookies.admin, '/tokens');
  const listed = (body as { tokens: { id: string; session: { of: string | null } | null }[] }).tokens;
  await revoke(listed.find(({ session }) => session?.of === null)?.id);
  expect(await statuses()).toEqual([401, 200, 401]);
});

test('signing in again ends the session before', async () => {
  const { host, secrets, signIn, post, ask } = await startSessions();
  const before = await signIn('viewer');
  const other = await signIn('viewer');
  // Another page could end it otherwise.
  expect((await post(secrets.admin, { cookie: before })).status).toBe(403);
  expect((await ask(before)).status).toBe(200);
  const after = cookieIn(await post(secrets.admin, { cookie: before, ...page }));
  expect([(await ask(before)).status, (await ask(other)).status, (await ask(after)).status]).toEqual([401, 200, 200]);
  expect((await ask(after)).body).toMatchObject({ you: { role: 'admin' } });
  // A sign-in that fails ends none.
  expect((await post('wrong', { cookie: other, ...page })).status).toBe(401);
  expect((await ask(other)).status).toBe(200);
  expect((await host.audit({ action: 'session-ended' })).length).toBe(1);
});

test('what is changed with a session is written down as of the page, and calls count as the operator', async () => {
  const { host, signIn, ask } = await startSessions();
  const cookie = await signIn('operator');
  await ask(cookie, '/bots/demo', { method: 'PATCH', body: { displayName: 'Renamed' } });
  const [session] = (await host.tokens.list()).filter((token) => token.session !== null);
  expect((await host.audit({ limit: 1 }))[0]).toMatchObject({
    action: 'bot-renamed',
    actor: { name: 'operator', via: 'page', token: session?.id },
  });
  const call = await ask(cookie, '/bots/demo/calls', { method: 'POST', body: { tool: 'who' } });
  expect(call.body).toMatchObject({ structuredContent: { modelProvider: { id: 'operator', confidence: 'HIGH' } } });
});

test('a server without a token of its own opens no session for one', async () => {
  const { host } = await start();
  const { startServer } = await import('../../src/index.js');
  const server = await startServer({ host, listen: { host: '127.0.0.1', port: 0 } });
  const body = JSON.stringify({ token: starterToken });
  expect((await send(server.url, { method: 'POST', path: '/api/v1/session', token: null, body })).status).toBe(401);
  await server.close();
});

test('several cookies of one name, and cookies without end, do no harm', async () => {
  const { url, signIn } = await startSessions();
  const cookie = await signIn('viewer');
  const ask = (header: string | string[]) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(new URL('/api/v1', url), { headers: { cookie: header } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end();
    });
  const [name] = cookie.split('=');
  expect(await ask([cookie, `${name}=second`])).toBe(200);
  expect(await ask(`${'a=b; '.repeat(2_000)}${cookie}`)).toBe(200);
  expect(await ask(`${name}=${'x'.repeat(8_000)}`)).toBe(401);
  expect(await ask(`${name}="${cookie.split('=')[1]}"`)).toBe(200);
  expect(await ask(`${name}=%E0%A4%A`)).toBe(401);
  expect(await ask(`${name}; ; =; ;;`)).toBe(401);
});
