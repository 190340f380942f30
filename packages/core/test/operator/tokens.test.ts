import { createMemoryStore, type LogEntry, type Store } from '@loadout/core';
import { expect, test } from 'vitest';
import { openOperatorHost } from '../builders/operator-host.js';

test('a token is known by its secret until it is revoked', async () => {
  const { host, store, actions } = await openOperatorHost();
  const anna = host.as({ name: 'anna', via: 'cli' });
  const { token, secret } = await anna.tokens.create({ name: 'CI', role: 'operator' });
  expect(secret).toMatch(/^loadout_[A-Za-z0-9_-]{43}$/);
  expect(token).toMatchObject({
    name: 'CI',
    role: 'operator',
    bot: null,
    confidence: 'UNKNOWN',
    createdBy: 'anna',
    expiresAt: null,
    lastUsedAt: null,
  });
  expect(await host.tokens.authenticate(secret)).toMatchObject({ id: token.id, role: 'operator' });
  for (const wrong of [secret.slice(0, -1), `${secret}x`, `loadout_${'A'.repeat(43)}`, '', undefined as never]) {
    expect(await host.tokens.authenticate(wrong)).toBeUndefined();
  }
  expect(JSON.stringify([await host.audit(), await store.listTokens(), await host.tokens.list()])).not.toContain(
    secret,
  );
  expect(JSON.stringify(await host.tokens.list())).not.toContain('secretHash');
  expect(await host.tokens.revoke(token.id)).toBe(true);
  expect(await host.tokens.revoke(token.id)).toBe(false);
  expect(await host.tokens.authenticate(secret)).toBeUndefined();
  expect(await actions()).toEqual(['token-created', 'token-revoked']);
  await expect(host.tokens.revoke('nobody')).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
});

test('a token expires, and is gone with its bot', async () => {
  const { host } = await openOperatorHost();
  await host.bots.add({ id: 'bot' });
  const expiresAt = new Date(host.clock.now() + 60_000).toISOString();
  const short = await host.tokens.create({ name: 'short', role: 'viewer', expiresAt });
  const ofBot = await host.tokens.create({ name: 'bot', bot: 'bot', confidence: 'LOW' });
  expect(await host.tokens.authenticate(short.secret)).toMatchObject({ expiresAt });
  expect(await host.tokens.authenticate(ofBot.secret)).toMatchObject({ bot: 'bot', role: null, confidence: 'LOW' });
  await host.clock.advance(60_000);
  expect(await host.tokens.authenticate(short.secret)).toBeUndefined();
  expect(await host.tokens.revoke(short.token.id)).toBe(false);
  await host.bots.remove('bot');
  expect(await host.tokens.authenticate(ofBot.secret)).toBeUndefined();
});

test('a use is recorded at most once a minute, and a recorder that throws refuses nobody', async () => {
  const uses: string[] = [];
  let fails = false;
  const tokenUses = {
    record(id: string, at: number) {
      if (fails) throw new Error('disk full');
      uses.push(`${id} ${at}`);
    },
    list: async () => new Map(uses.map((use) => [use.split(' ')[0] ?? '', 'then'])),
  };
  const log: LogEntry[] = [];
  const { host } = await openOperatorHost({}, { tokenUses, logger: (entry) => void log.push(entry) });
  const { token, secret } = await host.tokens.create({ name: 'CI', role: 'viewer' });
  for (let times = 0; times < 5; times += 1) await host.as({ name: 'x', via: 'http' }).tokens.authenticate(secret);
  expect(uses).toHaveLength(1);
  await host.clock.advance(60_000);
  await host.tokens.authenticate(secret);
  expect(uses).toHaveLength(2);
  expect(await host.tokens.list()).toMatchObject([{ id: token.id, lastUsedAt: 'then' }]);
  fails = true;
  await host.clock.advance(60_000);
  expect(await host.tokens.authenticate(secret)).toMatchObject({ id: token.id });
  expect(log.filter(({ event }) => event === 'token-use-lost')).toHaveLength(1);
});

test('the store is asked for a secret once for each of its revisions, and not at all for what is none', async () => {
  const memory = createMemoryStore();
  const asked: string[] = [];
  const store: Store = {
    ...memory,
    findToken: async (hash) => {
      asked.push(hash);
      return memory.findToken(hash);
    },
    listTokens: () => Promise.reject(new Error('all tokens were read')),
  };
  const { host } = await openOperatorHost({}, { store });
  const { secret } = await host.tokens.create({ name: 'CI', role: 'viewer' });
  await host.tokens.authenticate('Bearer nonsense');
  expect(asked).toHaveLength(0);
  const found = await Promise.all([1, 2, 3].map(() => host.as({ name: 'x', via: 'http' }).tokens.authenticate(secret)));
  expect(found.every((token) => token?.name === 'CI')).toBe(true);
  expect(asked).toHaveLength(1);
  for (let times = 0; times < 3; times += 1) await host.tokens.authenticate(`loadout_${'A'.repeat(43)}`);
  expect(asked).toHaveLength(2);
  await host.bots.add({ id: 'bot' });
  await host.tokens.authenticate(secret);
  expect(asked).toHaveLength(3);
});

test('a store that could not be asked is asked again', async () => {
  const memory = createMemoryStore();
  let failures = 1;
  const findToken: Store['findToken'] = async (hash) => {
    failures -= 1;
    if (failures >= 0) throw new Error('the disk is gone');
    return memory.findToken(hash);
  };
  const { host } = await openOperatorHost({}, { store: { ...memory, findToken } });
  const { secret } = await host.tokens.create({ name: 'CI', role: 'viewer' });
  await expect(host.tokens.authenticate(secret)).rejects.toThrow('the disk is gone');
  expect(await host.tokens.authenticate(secret)).toMatchObject({ name: 'CI' });
});

test('what no token can be is refused by its field', async () => {
  const { host } = await openOperatorHost();
  await host.bots.add({ id: 'bot' });
  const past = new Date(host.clock.now() - 1).toISOString();
  const cases: readonly [unknown, string, string][] = [
    [{ name: ' ', role: 'viewer' }, 'TOKEN_INVALID', '"name"'],
    [{ name: 'x'.repeat(201), role: 'viewer' }, 'TOKEN_INVALID', '"name"'],
    [{ name: 'CI\u200B', role: 'viewer' }, 'TOKEN_INVALID', 'U+200B'],
    [{ name: 'CI\nadmin', role: 'viewer' }, 'TOKEN_INVALID', 'U+000A'],
    [{ name: 'x', role: 'root' }, 'TOKEN_INVALID', 'viewer, operator, admin'],
    [{ name: 'x' }, 'TOKEN_INVALID', 'exactly one'],
    [{ name: 'x', role: 'viewer', bot: 'bot' }, 'TOKEN_INVALID', 'exactly one'],
    [{ name: 'x', role: 'viewer', confidence: 'SURE' }, 'TOKEN_INVALID', '"confidence"'],
    [{ name: 'x', role: 'viewer', expiresAt: past }, 'TOKEN_INVALID', 'in the future'],
    [{ name: 'x', role: 'viewer', expiresAt: 'tomorrow' }, 'TOKEN_INVALID', '"expiresAt"'],
    [{ name: 'x', role: 'viewer', expiresAt: '2999-02-29' }, 'TOKEN_INVALID', '"expiresAt"'],
    [{ name: 'x', role: 'viewer', expiresAt: '2999-04-31T12:00:00+02:00' }, 'TOKEN_INVALID', '"expiresAt"'],
    [{ name: 'x', role: 'viewer', expires: past }, 'TOKEN_INVALID', 'Did you mean "expiresAt"?'],
    [{ name: 'x', bot: 'nobody' }, 'BOT_UNKNOWN', 'nobody'],
    [null, 'TOKEN_INVALID', 'an object'],
  ];
  for (const [token, code, text] of cases) {
    await expect(host.tokens.create(token as never)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    });
  }
  expect(await host.tokens.list()).toEqual([]);
});

test('tokens are listed without their last use where whoever keeps that rejects, never answers, or answers nonsense', async () => {
  const lists: (() => Promise<unknown>)[] = [
    () => Promise.reject(new Error('disk full')),
    () => new Promise(() => undefined),
    async () => null,
    () => {
      throw new Error('disk full');
    },
  ];
  for (const list of lists) {
    const tokenUses = { record: () => undefined, list: list as () => Promise<Map<string, string>> };
    const { host } = await openOperatorHost({}, { tokenUses });
    await host.tokens.create({ name: 'CI', role: 'viewer' });
    const listing = host.tokens.list();
    await host.clock.advance(1_000);
    expect(await listing).toMatchObject([{ name: 'CI', lastUsedAt: null }]);
    expect(host.log.entries).toMatchObject([{ level: 'warn', event: 'token-uses-unread' }]);
  }
});

test('a use whose recording rejects is said in the log', async () => {
  const tokenUses = { record: async () => Promise.reject(new Error('disk full')), list: async () => new Map() };
  const { host } = await openOperatorHost({}, { tokenUses });
  const { secret } = await host.tokens.create({ name: 'CI', role: 'viewer' });
  expect(await host.tokens.authenticate(secret)).toMatchObject({ name: 'CI' });
  await expect.poll(() => host.log.entries).toMatchObject([{ event: 'token-use-lost' }]);
});
