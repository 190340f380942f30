import { createHost, createMemoryStore, type Host, type HostOptions, isLoadoutError } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from './builders/companion.js';
import { openHost } from './builders/turn-builders.js';

// What embedders without types pass.

const wrongOptions: readonly (readonly [field: string, options: unknown])[] = [
  ['its options', null],
  ['its options', 5],
  ['its options', []],
  ['definitionFolders', { definitionFolders: 'folder' }],
  ['definitionFolders[0]', { definitionFolders: [null] }],
  ['implementations', { implementations: {} }],
  ['companions', { companions: '@acme/tools' }],
  ['companions', { companions: null }],
  ['companions[0]', { companions: [null] }],
  ['companions[0]', { companions: [5] }],
  ['companions[0].load', { companions: [{ id: '@acme/a', load: {} }] }],
  ['companions[0].settings', { companions: [{ id: '@acme/a', settings: null }] }],
  ['companions[0].settings', { companions: [{ id: '@acme/a', settings: [] }] }],
  ['companions[0].enabled', { companions: [{ id: '@acme/a', enabled: 'false' }] }],
  ['companions[0].from', { companions: [{ id: '@acme/a', from: 5 }] }],
  ['exposeAs', { exposeAs: {} }],
  ['exposeAs[0]', { exposeAs: [null] }],
  [
    'exposeAs[1].as',
    {
      exposeAs: [
        { owner: 'a', tool: 'b', as: 'c' },
        { owner: 'a', tool: 'b' },
      ],
    },
  ],
  ['exposeAs[0].owner', { exposeAs: [{ tool: 'b', as: 'c' }] }],
  ['exposeAs[0].tool', { exposeAs: [{ owner: 'a', tool: 5, as: 'c' }] }],
  ['toolSettings', { toolSettings: [] }],
  ['toolSettings.look', { toolSettings: { look: null } }],
  ['toolSettings.look', { toolSettings: { look: 'secret-value' } }],
  ['store', { store: {} }],
  ['store', { store: null }],
  ['store', { store: { ...createMemoryStore(), revision: 5 } }],
  ['traces', { traces: { record: () => undefined } }],
  ['logger', { logger: console }],
  ['approver', { approver: true }],
  ['fetch', { fetch: 'no' }],
  ['clock', { clock: { now: Date.now } }],
  ['createId', { createId: 5 }],
  ['components', { components: 'chat' }],
  ['components[0]', { components: [''] }],
  ['limits', { limits: 5 }],
  ['limits.loadMs', { limits: { loadMs: -1 } }],
  ['limits.listMs', { limits: { listMs: Number.NaN } }],
  ['limits.firstListWaitMs', { limits: { firstListWaitMs: Number.POSITIVE_INFINITY } }],
  ['limits.listMs', { limits: { listMs: '5' } }],
  ['limits.restoredListWaitMs', { limits: { restoredListWaitMs: -1 } }],
  ['companions[0].formerly', { companions: [{ id: '@acme/a', formerly: '@acme/old' }] }],
];

test.each(wrongOptions)('%s of a host is refused by its name where it is wrong: %j', async (field, options) => {
  const error: unknown = await createHost(options as HostOptions).then(
    (host) => host.close(),
    (reason: unknown) => reason,
  );
  expect(isLoadoutError(error, 'CONFIGURATION_INVALID'), String(error)).toBe(true);
  expect(String(error)).toContain(field);
  expect(String(error)).not.toContain('secret-value');
});

test('options that are left undefined count as absent', async () => {
  const keys = ['definitionFolders', 'companions', 'exposeAs', 'toolSettings', 'store', 'clock', 'components'];
  const names = ['loadMs', 'listMs', 'firstListWaitMs', 'restoredListWaitMs'];
  const limits = Object.fromEntries(names.map((name) => [name, undefined]));
  const options = { ...Object.fromEntries(keys.map((key) => [key, undefined])), limits };
  const host = await createHost(options as unknown as HostOptions);
  expect((await host.catalogue()).tools).toEqual([]);
  await host.close();
});

test('a companion has the usual time where a limit is undefined', async () => {
  const { host } = await openHost({
    companions: [createCompanion('@acme/a', { getTools: async () => [], executeTool: () => '' })],
    limits: { listMs: undefined } as never,
    assign: null,
  });
  expect((await host.catalogue()).companions).toMatchObject([{ state: 'ready', problems: [] }]);
});

type Asking = (host: Host) => Promise<unknown>;
const none = null as never;
const wrongArguments: readonly (readonly [what: string, code: string, asking: Asking])[] = [
  ['bots.add without a bot', 'CONFIGURATION_INVALID', (host) => host.bots.add(none)],
  ['bots.add with a text', 'CONFIGURATION_INVALID', (host) => host.bots.add('bot' as never)],
  ['bots.add without an id', 'BOT_ID_INVALID', (host) => host.bots.add({} as never)],
  ['bots.add with a wrong name', 'BOT_NAME_INVALID', (host) => host.bots.add({ id: 'x', displayName: 5 as never })],
  ['a display name that turns round', 'BOT_NAME_INVALID', (host) => host.bots.rename('bot-a', 'a\u202Eb')],
  ['owners.accept of nothing', 'CONFIGURATION_INVALID', (host) => host.owners.accept(none, 'c')],
  ['owners.accept of a number', 'CONFIGURATION_INVALID', (host) => host.owners.accept(5 as never, 'c')],
  ['owners.accept for a number', 'CONFIGURATION_INVALID', (host) => host.owners.accept('c', 5 as never)],
  ['audit with null', 'CONFIGURATION_INVALID', (host) => host.audit(none)],
  ['audit of an object', 'CONFIGURATION_INVALID', (host) => host.audit({ bot: {} as never })],
  ['definition of an object', 'CONFIGURATION_INVALID', (host) => host.definition({} as never)],
  ['tokens.revoke of an object', 'CONFIGURATION_INVALID', (host) => host.tokens.revoke({} as never)],
  ['settings.explain with null', 'CONFIGURATION_INVALID', (host) => host.settings.explain('a', none)],
  ['describeTool of a number', 'TOOL_NAME_INVALID', (host) => host.describeTool(5 as never)],
  ['bots.get without an id', 'BOT_ID_INVALID', (host) => host.bots.get(none)],
  ['bots.remove with an object', 'BOT_ID_INVALID', (host) => host.bots.remove({} as never)],
  ['assign without a bot', 'BOT_ID_INVALID', (host) => host.assign(none, ['a'])],
  ['assign of a text', 'CONFIGURATION_INVALID', (host) => host.assign('bot-a', 'a' as never)],
  ['assign of nothing', 'CONFIGURATION_INVALID', (host) => host.assign('bot-a', none)],
  ['assign of null', 'TOOL_NAME_INVALID', (host) => host.assign('bot-a', [none])],
  ['assign of a big integer', 'TOOL_NAME_INVALID', (host) => host.assign('bot-a', [5n as never])],
  ['assign with null', 'CONFIGURATION_INVALID', (host) => host.assign('bot-a', ['a'], none)],
  ['an override null', 'TOOL_SETTINGS_INVALID', (host) => host.assign('bot-a', ['a'], { settingsOverride: none })],
  [
    'an override that is a list',
    'TOOL_SETTINGS_INVALID',
    (host) => host.assign('bot-a', ['a'], { settingsOverride: [] as never }),
  ],
  ['unassign without a bot', 'BOT_ID_INVALID', (host) => host.unassign(5 as never, ['a'])],
  ['unassign of a text', 'CONFIGURATION_INVALID', (host) => host.unassign('bot-a', 'a' as never)],
  ['unassign of null', 'TOOL_NAME_INVALID', (host) => host.unassign('bot-a', [none])],
  ['show of nothing', 'BOT_ID_INVALID', (host) => host.show(none)],
  ['startTurn of nothing', 'CONFIGURATION_INVALID', (host) => host.startTurn(none)],
  ['startTurn of a text', 'CONFIGURATION_INVALID', (host) => host.startTurn('bot-a' as never)],
  ['startTurn without a bot', 'BOT_ID_INVALID', (host) => host.startTurn({} as never)],
  ['a signal that is none', 'CONFIGURATION_INVALID', (host) => host.startTurn({ bot: 'bot-a', signal: {} as never })],
  [
    'a component that is a symbol',
    'CONFIGURATION_INVALID',
    (host) => host.startTurn({ bot: 'bot-a', component: Symbol('chat') as never }),
  ],
  [
    'readAttachment that is no function',
    'CONFIGURATION_INVALID',
    (host) => host.startTurn({ bot: 'bot-a', readAttachment: {} as never }),
  ],
  [
    'onProgress that is no function',
    'CONFIGURATION_INVALID',
    (host) => host.startTurn({ bot: 'bot-a', onProgress: 'log' as never }),
  ],
  ['refresh of a symbol', 'COMPANION_UNKNOWN', (host) => host.refresh(Symbol('x') as never)],
  ['settings of nobody', 'COMPANION_UNKNOWN', (host) => host.setCompanionSettings(none, {})],
  ...[null, 5, [], 'text'].map(
    (settings) =>
      [
        `companion settings ${JSON.stringify(settings)}`,
        'COMPANION_SETTINGS_INVALID',
        (host: Host) => host.setCompanionSettings('@acme/tools', settings as never),
      ] as const,
  ),
];

test.each(wrongArguments)('%s is refused as %s', async (_what, code, asking) => {
  const { host } = await openHost({ tools: { a: () => 1 } });
  const error: unknown = await asking(host).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code });
  expect(isLoadoutError(error)).toBe(true);
  // Nothing came of it.
  expect((await host.show('bot-a')).assignments).toHaveLength(1);
});

test('an option that there is not is refused, with what may have been meant', async () => {
  await expect(createHost({ exposAs: [] } as never)).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    message: 'createHost: there is no option "exposAs". Did you mean "exposeAs"?',
  });
});

test('a locale is taken in its canonical form, and what is none is refused', async () => {
  const host = await createHost();
  await host.bots.add({ id: 'bot' });
  await expect(host.startTurn({ bot: 'bot', locale: 'DE-at' })).resolves.toBeDefined();
  for (const locale of ['de_AT', ' de', 'x\ny', '', `de-x-${'a'.repeat(200)}`]) {
    await expect(host.startTurn({ bot: 'bot', locale }), locale).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
    });
  }
  await host.close();
});

test('an option that throws when it is read is refused by its name', async () => {
  const options = {
    limits: {
      get listMs(): number {
        throw new Error('not today');
      },
    },
  };
  await expect(createHost(options)).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    message: expect.stringMatching(/limits\.listMs.*not today/),
  });
});

test('each option is read once, so that a getter that makes its value anew makes one', async () => {
  const made: string[] = [];
  const closed: string[] = [];
  const options: HostOptions = {
    get implementations() {
      const id = String(made.length);
      made.push(id);
      const texts = { displayName: () => 'Word count', description: () => 'Counts words.' };
      return [{ implementationKey: 'word_count', ...texts, execute: () => '', close: () => void closed.push(id) }];
    },
  };
  const host = await createHost(options);
  await host.close();
  expect([made, closed]).toEqual([['0'], ['0']]);
});
