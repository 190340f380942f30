import { createHost } from '@loadout/core';
import { expect, test } from 'vitest';
import { collectLog } from '../builders/collected-log.js';
import { factsOf, openOperatorHost } from '../builders/operator-host.js';

test('a bot is renamed, copied and removed, and each is told in the log', async () => {
  const { host, actions } = await openOperatorHost({ '@acme/tools': ['a', 'b'] });
  await host.bots.add({ id: 'one', displayName: 'One' });
  await host.assign('one', ['a', 'b'], { settingsOverride: { x: 1 } });
  expect(await host.bots.rename('one', 'First')).toMatchObject({ id: 'one', displayName: 'First' });
  expect(await host.bots.copy('one', { id: 'two' })).toMatchObject({ id: 'two', displayName: 'two' });
  expect(await factsOf(host, 'two')).toEqual(await factsOf(host, 'one'));
  await host.unassign('two', ['a']);
  expect(await factsOf(host, 'one')).toHaveLength(2);
  await host.bots.remove('one');
  expect(await host.bots.list()).toMatchObject([{ id: 'two' }]);
  expect(await actions()).toEqual([
    'bot-added',
    'tool-assigned',
    'tool-assigned',
    'bot-renamed',
    'bot-added',
    'tool-assigned',
    'tool-assigned',
    'tool-unassigned',
    'bot-removed',
  ]);
  expect((await host.audit())[0]).toMatchObject({
    bot: 'one',
    before: { displayName: 'First', tools: ['a', 'b'] },
    after: null,
  });
});

test('the tokens of a bot that is removed are gone with it, and the log says so', async () => {
  const { host } = await openOperatorHost();
  await host.bots.add({ id: 'bot' });
  const { token, secret } = await host.tokens.create({ name: 'CI', bot: 'bot' });
  await host.bots.remove('bot');
  expect(await host.tokens.authenticate(secret)).toBeUndefined();
  expect((await host.audit()).map(({ action, subject }) => [action, subject]).slice(0, 2)).toEqual([
    ['bot-removed', null],
    ['token-revoked', token.id],
  ]);
});

test('a copy that cannot be made leaves no bot behind', async () => {
  const { host } = await openOperatorHost();
  await host.bots.add({ id: 'one' });
  await host.bots.remove('one');
  await expect(host.bots.copy('one', { id: 'two' })).rejects.toMatchObject({ code: 'BOT_UNKNOWN' });
  await host.bots.add({ id: 'three' });
  await expect(host.bots.copy('three', { id: 'one' })).rejects.toMatchObject({ code: 'BOT_ID_RETIRED' });
  await expect(host.bots.copy('three', { id: 'three' })).rejects.toMatchObject({ code: 'BOT_EXISTS' });
  await expect(host.bots.rename('three', ' ')).rejects.toMatchObject({ code: 'BOT_NAME_INVALID' });
  await expect(host.bots.rename('nobody', 'x')).rejects.toMatchObject({ code: 'BOT_UNKNOWN' });
  expect(await host.bots.list()).toMatchObject([{ id: 'three' }]);
});

test('each change is a line of the log, without its values', async () => {
  const { logger, routine } = collectLog();
  const host = await createHost({ logger });
  const ana = host.as({ name: 'ana', via: 'cli' });
  await ana.bots.add({ id: 'support', displayName: 'Secret project' });
  await ana.bots.rename('support', 'Secret project');
  await host.close();
  expect(routine).toEqual([
    { level: 'info', event: 'changed', message: 'ana (cli): bot-added support', bot: 'support' },
  ]);
});

test('a name shows all that it has: a bot’s is refused otherwise, an actor’s is cleaned', async () => {
  const { host } = await openOperatorHost();
  for (const [name, code] of [
    ['a\u202Eb', 'U+202E'],
    ['a\u0007', 'U+0007'],
    ['\uD800', 'U+D800'],
    ['a\u2028b', 'U+2028'],
    ['a\u200Bb', 'U+200B'],
  ] as const) {
    await expect(host.bots.add({ id: 'bot', displayName: name })).rejects.toMatchObject({
      code: 'BOT_NAME_INVALID',
      message: expect.stringContaining(code),
    });
  }
  const name = 'Café ☕️ مقهى';
  expect(await host.as({ name: 'an\u202Ena\n ', via: 'cli' }).bots.add({ id: 'bot', displayName: name })).toMatchObject(
    {
      displayName: name,
    },
  );
  expect(await host.audit()).toMatchObject([{ actor: { name: 'anna' } }]);
  expect(() => host.as({ name: '\u200B\n', via: 'cli' })).toThrow('actor.name');
});

test('names may be written with joiners, which Persian and some emojis need, and are not made of them alone', async () => {
  const { host } = await openOperatorHost({});
  for (const [index, displayName] of ['👩‍💻', 'می‌خواهم', '❤️‍🔥'].entries()) {
    expect((await host.bots.add({ id: `bot-${index}`, displayName })).displayName).toBe(displayName);
  }
  for (const displayName of ['\u200d', ' \u200c ', 'a\u200bb', 'a\u202eb', 'a\u200d\u0007']) {
    await expect(host.bots.add({ id: 'refused', displayName }), displayName).rejects.toMatchObject({
      code: 'BOT_NAME_INVALID',
    });
  }
});
