import { createMemoryStore, type SignIn, type Store } from '@loadout/core';
import { expect, test } from 'vitest';
import { openOperatorHost } from '../builders/operator-host.js';

const hours = 60 * 60 * 1000;

test('a session has what its token has, in a secret of its own, and is listed as one of it', async () => {
  const { host, store } = await openOperatorHost();
  const { token, secret } = await host.tokens.create({ name: 'Anna', role: 'operator', confidence: 'LOW' });
  const opened = await host.as({ name: 'Anna', via: 'page', token: token.id }).tokens.openSession({ secret });
  expect(opened?.secret).toMatch(/^loadout-session_[A-Za-z0-9_-]{43}$/);
  const { name, role, bot, confidence } = token;
  expect(opened?.token).toEqual({
    ...{ name, role, bot, confidence },
    id: expect.any(String),
    createdAt: new Date(host.clock.now()).toISOString(),
    createdBy: 'Anna',
    expiresAt: new Date(host.clock.now() + 12 * hours).toISOString(),
    revokedAt: null,
    lastUsedAt: null,
    session: { of: token.id },
  });
  expect(await host.tokens.authenticateSession(opened?.secret ?? '')).toEqual(opened?.token);
  expect(await host.tokens.list()).toMatchObject([{ id: token.id, session: null }, opened?.token ?? {}]);
  const kept = JSON.stringify([await store.listTokens(), await host.audit(), await host.tokens.list()]);
  for (const hidden of [secret, opened?.secret]) expect(kept).not.toContain(hidden);
  expect((await host.audit())[0]).toMatchObject({
    action: 'session-opened',
    subject: opened?.token.id,
    actor: { name: 'Anna', via: 'page', token: token.id },
    after: { name: 'Anna', role: 'operator', of: token.id, expiresAt: opened?.token.expiresAt },
  });
});

test('the secret of a session is none of a token, and the other way round; a session opens no other', async () => {
  const { host } = await openOperatorHost();
  const { secret } = await host.tokens.create({ name: 'Anna', role: 'admin' });
  const opened = await host.tokens.openSession({ secret });
  const session = opened?.secret ?? '';
  expect(await host.tokens.authenticate(session)).toBeUndefined();
  expect(await host.tokens.authenticateSession(secret)).toBeUndefined();
  // A secret that is written like one of the other kind is still what it is.
  expect(await host.tokens.authenticate(session.replace('loadout-session_', 'loadout_'))).toBeUndefined();
  expect(await host.tokens.authenticateSession(secret.replace('loadout_', 'loadout-session_'))).toBeUndefined();
  expect(await host.tokens.openSession({ secret: session })).toBeUndefined();
  expect(await host.tokens.openSession({ secret: `loadout_${'A'.repeat(43)}` })).toBeUndefined();
  expect(await host.tokens.list()).toHaveLength(2);
});

test('a session ends after twelve hours, and with its token where that ends before', async () => {
  const { host } = await openOperatorHost();
  const expiresAt = new Date(host.clock.now() + 3 * hours).toISOString();
  const short = await host.tokens.create({ name: 'short', role: 'viewer', expiresAt });
  const long = await host.tokens.create({ name: 'long', role: 'viewer' });
  const ofShort = await host.tokens.openSession({ secret: short.secret });
  const ofLong = await host.tokens.openSession({ secret: long.secret });
  expect(ofShort?.token.expiresAt).toBe(expiresAt);
  const isValid = async (session: typeof ofShort) =>
    (await host.tokens.authenticateSession(session?.secret ?? '')) !== undefined;
  await host.clock.advance(3 * hours - 1);
  expect([await isValid(ofShort), await isValid(ofLong)]).toEqual([true, true]);
  await host.clock.advance(1);
  expect([await isValid(ofShort), await isValid(ofLong)]).toEqual([false, true]);
  expect(await host.tokens.openSession({ secret: short.secret })).toBeUndefined();
  await host.clock.advance(9 * hours);
  expect(await isValid(ofLong)).toBe(false);
});

test('revoking a token ends its sessions alone; a session is revoked by itself', async () => {
  const { host, actions } = await openOperatorHost();
  const open = async (signIn: SignIn) => {
    const opened = await host.tokens.openSession(signIn);
    if (opened === undefined) throw new Error('No session was opened.');
    return { ...opened, isValid: async () => (await host.tokens.authenticateSession(opened.secret)) !== undefined };
  };
  const one = await host.tokens.create({ name: 'one', role: 'operator' });
  const other = await host.tokens.create({ name: 'other', role: 'operator' });
  const [first, second, ofOther, ofStarter] = [
    await open(one),
    await open(one),
    await open(other),
    await open({ starter: 'access token' }),
  ];
  expect(ofStarter.token).toMatchObject({
    name: 'access token',
    role: 'admin',
    confidence: 'HIGH',
    session: { of: null },
  });
  expect(await host.tokens.revoke(first.token.id)).toBe(true);
  expect(await host.tokens.revoke(first.token.id)).toBe(false);
  expect([await first.isValid(), await second.isValid()]).toEqual([false, true]);
  expect(await host.tokens.authenticate(one.secret)).toBeDefined();
  expect(await host.tokens.revoke(one.token.id)).toBe(true);
  expect([await second.isValid(), await ofOther.isValid(), await ofStarter.isValid()]).toEqual([false, true, true]);
  const [ended, revoked] = await host.audit();
  expect([revoked?.action, ended?.action, ended?.subject]).toEqual(['token-revoked', 'session-ended', second.token.id]);
  expect((await actions()).filter((action) => action.startsWith('session'))).toEqual([
    ...['session-opened', 'session-opened', 'session-opened', 'session-opened'],
    ...['session-ended', 'session-ended'],
  ]);
});

test('a token that is revoked while a session of it is opened opens none', async () => {
  const memory = createMemoryStore();
  let revoke: (() => Promise<unknown>) | undefined;
  const store: Store = {
    ...memory,
    async findToken(hash) {
      const found = await memory.findToken(hash);
      await revoke?.();
      return found;
    },
  };
  const { host } = await openOperatorHost({}, { store });
  const { token, secret } = await host.tokens.create({ name: 'Anna', role: 'admin' });
  revoke = () => host.tokens.revoke(token.id);
  expect(await host.tokens.openSession({ secret })).toBeUndefined();
  expect(await host.tokens.list()).toHaveLength(1);
});

test('sessions that ended go when another one is opened, and of one token the newest hundred stay', async () => {
  const { host } = await openOperatorHost();
  const { token, secret } = await host.tokens.create({ name: 'Anna', role: 'viewer' });
  const other = await host.tokens.create({ name: 'Ben', role: 'viewer' });
  const ofOther = await host.tokens.openSession(other);
  const ids: string[] = [];
  for (let count = 0; count < 103; count += 1) ids.push((await host.tokens.openSession({ secret }))?.token.id ?? '');
  const listed = async () => (await host.tokens.list()).filter(({ session }) => session !== null).map(({ id }) => id);
  expect(await listed()).toEqual([ofOther?.token.id, ...ids.slice(3)]);
  expect((await host.audit({ action: 'session-ended' })).map(({ subject }) => subject).reverse()).toEqual(
    ids.slice(0, 3),
  );
  await host.tokens.revoke(ids[50] ?? '');
  await host.clock.advance(11 * hours);
  const late = await host.tokens.openSession(other);
  expect(await listed()).toEqual([ofOther?.token.id, ...ids.slice(3).filter((id) => id !== ids[50]), late?.token.id]);
  await host.clock.advance(hours);
  const last = await host.tokens.openSession({ secret });
  expect(await listed()).toEqual([late?.token.id, last?.token.id]);
  expect(token.session).toBeNull();
});

test('the use of a session is one of its token', async () => {
  const { host } = await openOperatorHost();
  const { token, secret } = await host.tokens.create({ name: 'Anna', role: 'viewer' });
  const opened = await host.tokens.openSession({ secret });
  await host.clock.advance(hours);
  await host.tokens.authenticateSession(opened?.secret ?? '');
  const minute = 60_000;
  const used = new Date(Math.floor(host.clock.now() / minute) * minute).toISOString();
  expect(await host.tokens.list()).toMatchObject([
    { id: token.id, lastUsedAt: used },
    { id: opened?.token.id, lastUsedAt: null },
  ]);
});

test("a bot's token opens no session, and what is no sign-in is refused by its field", async () => {
  const { host } = await openOperatorHost();
  await host.bots.add({ id: 'demo' });
  const { secret } = await host.tokens.create({ name: 'CI', bot: 'demo' });
  await expect(host.tokens.openSession({ secret })).rejects.toMatchObject({
    code: 'TOKEN_INVALID',
    message: expect.stringContaining('for the tools of the bot demo alone'),
  });
  const cases: readonly [unknown, string][] = [
    [null, 'an object with secret or starter'],
    [{}, 'secret has to be a text'],
    [{ secret: 7 }, 'secret has to be a text'],
    [{ starter: ' ' }, 'starter has to be a text that is not blank'],
    [{ starter: 'me', secret: 'x' }, 'without a secret beside it'],
  ];
  for (const [signIn, message] of cases) {
    await expect(host.tokens.openSession(signIn as never)).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringContaining(message),
    });
  }
  expect(await host.tokens.list()).toHaveLength(1);
});
