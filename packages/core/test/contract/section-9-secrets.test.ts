import {
  type CallScope,
  createMemoryStore,
  createMemoryTraceRecorder,
  type HostOptions,
  type LogEntry,
  readHostSecret,
  ToolBlockedError,
  type ToolConfig,
} from '@loadout/core';
import { expect, onTestFinished, test, vi } from 'vitest';
// The vault of a host that was given none: nobody outside has a use for it.
import { createMemoryVault } from '../../src/settings/memory-vault.js';
import { NeedleSearch } from '../../src/settings/needle-search.js';
import { createCompanion } from '../builders/companion.js';
import { courseTool, openOperatorHost } from '../builders/operator-host.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost } from '../builders/test-host.js';
import { openHost } from '../builders/turn-builders.js';

const canary = 'k4n/ry+"v<&\'42 x=%';
const other = 'another-long-secret-value';

const companion = '@acme/courses';

/** A host whose tool does with its secret what a test wants. */
async function open(
  run: (secret: string, call: CallScope, args: Readonly<Record<string, unknown>>) => unknown,
  options: HostOptions = {},
) {
  const log: LogEntry[] = [];
  const progress: unknown[] = [];
  const traces = createMemoryTraceRecorder();
  const store = options.store ?? createMemoryStore();
  const provider = createProvider(
    [courseTool('search', { policy: { kind: 'read', readOnly: true, maxResultCharacters: 2_000 } })],
    {
      executeTool: (_name, args, config: ToolConfig, call) => run(String(config.apiKey), call, args) as never,
    },
  );
  const host = await createTestHost({
    ...options,
    store,
    traces,
    logger: (entry) => void log.push(entry),
    companions: [createCompanion(companion, provider)],
  });
  await host.refresh();
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search']);
  await host.settings.set('search', 'apiKey', canary);
  const call = async (args: Readonly<Record<string, unknown>> = {}) => {
    const turn = await host.startTurn({ bot: 'bot', onProgress: (report) => void progress.push(report) });
    const outcome = await turn.call({ name: 'search', arguments: args as never });
    await turn.end();
    return outcome;
  };
  const leaves = async (outcome: unknown): Promise<string> =>
    inspect([
      outcome,
      log,
      progress,
      await traces.list({ limit: 100 } as never),
      await host.catalogue(),
      await host.audit(),
      await host.export(),
      await host.examine(),
      await host.show('bot'),
      await host.settings.explain('search', { bot: 'bot' }),
      await host.secrets.list(),
      await host.describeTool('search'),
    ]);
  return { host, store, call, leaves, log, progress };
}

/** Everything, errors with their stacks and causes too. */
function inspect(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    one instanceof Error ? { ...one, name: one.name, message: one.message, stack: one.stack, cause: one.cause } : one,
  );
}

const base64At = (offset: number) => (text: string) => Buffer.from(`${'x'.repeat(offset)}${text}yy`).toString('base64');
const disguises: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  percent: encodeURIComponent,
  form: (text) => new URLSearchParams({ key: text }).toString(),
  json: (text) => JSON.stringify(text),
  html: (text) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'base64 alone': (text) => Buffer.from(text).toString('base64'),
  'base64 at 0': base64At(0),
  'base64 at 1': base64At(1),
  'base64 at 2': base64At(2),
  'base64 at 3': base64At(3),
  base64url: (text) => Buffer.from(`u:${text}`).toString('base64url'),
};

/** The parts of each disguise that give the secret away, as JSON has them. */
function traitsOf(encoded: string): readonly string[] {
  const inner = encoded.slice(4, -6);
  return [encoded, inner].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(JSON.stringify(text)).slice(3, -3),
  ]);
}

const exits: Readonly<Record<string, (text: string, call: CallScope) => unknown>> = {
  returns: (text) => `before ${text} after`,
  'returns structured': (text) => ({
    content: [{ type: 'text', text }],
    structuredContent: { [text]: [{ deep: text }] },
    _meta: { note: text },
  }),
  'returns a link': (text) => ({ content: [{ type: 'resource_link', uri: `https://x.example/${text}`, name: text }] }),
  'returns a resource': (text) => ({
    content: [{ type: 'resource', resource: { uri: `https://x.example/${text}`, text } }],
  }),
  throws: (text) => {
    throw new Error(`refused: ${text}`, { cause: new Error(text) });
  },
  'throws with fields': (text) => {
    throw Object.assign(new Error('refused'), { request: { headers: { authorization: text } } });
  },
  'is blocked': (text) => {
    throw new ToolBlockedError(`not with ${text}`);
  },
  'reports and logs': (text, call) => {
    call.progress({ progress: 1, message: `at ${text}` });
    call.log('info', `used ${text}`, { key: text, [text]: 1 });
    return 'ok';
  },
};

for (const [how, exit] of Object.entries(exits)) {
  test(`9.5 a tool that ${how} gives its secret away in no disguise`, async () => {
    for (const [name, disguise] of Object.entries(disguises)) {
      const encoded = disguise(canary);
      const { call, leaves } = await open((secret, scope) => exit(disguise(secret), scope));
      const left = await leaves(await call());
      expect(left, name).toContain('[secret]');
      for (const trait of traitsOf(encoded)) expect(left.includes(trait), `${name}: ${trait}`).toBe(false);
    }
  });
}

test('9.5 a secret that is spread over neighbouring text parts is taken out, in any disguise', async () => {
  for (const disguise of Object.values(disguises)) {
    const encoded = disguise(canary);
    const at = Math.floor(encoded.length / 2);
    const { call } = await open((secret) => {
      const text = disguise(secret);
      return {
        content: [`a ${text.slice(0, at)}`, text.slice(at, at + 3), `${text.slice(at + 3)} z`].map((part) => ({
          type: 'text',
          text: part,
        })),
      };
    });
    const outcome = await call();
    const joined = outcome.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(joined).toContain('[secret]');
    for (const trait of [encoded, encoded.slice(4, -6)]) expect(joined.includes(trait)).toBe(false);
    expect(joined.startsWith('a ') && joined.endsWith(' z')).toBe(true);
  }
});

test('9.5 a result that is cut keeps no half of a secret at its cuts, wherever they fall', async () => {
  for (let before = 1_290; before < 1_350; before += 1) {
    const { call } = await open((secret) => `${'a'.repeat(before)}${secret}${'b'.repeat(5_000)}`);
    const { content } = await call();
    const text = content[0]?.type === 'text' ? content[0].text : '';
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(text).toContain('characters in all');
    expect(text).not.toContain(canary.slice(0, 2));
  }
});

test('9.5 a large text around a secret is cut before it is searched', async () => {
  const { call } = await open((secret) => `${secret}${'lorem & ipsum '.repeat(3_000_000)}${secret}`);
  // The search is what takes time: what it gets to see is counted.
  const find = vi.spyOn(NeedleSearch.prototype, 'find');
  onTestFinished(() => find.mockRestore());
  const { content } = await call();
  const text = content[0]?.type === 'text' ? content[0].text : '';
  expect(text.startsWith('[secret]')).toBe(true);
  expect(text.endsWith('[secret]')).toBe(true);
  const searched = find.mock.calls.reduce((sum, [searchedText]) => sum + searchedText.length, 0);
  expect(searched).toBeGreaterThan(0);
  expect(searched).toBeLessThan(100_000);
});

test('9.5 a part of base64 data with a secret in it is left out', async () => {
  const { call } = await open((secret) => ({
    content: [{ type: 'resource', resource: { uri: 'https://x.example/', blob: base64At(1)(secret) } }],
  }));
  expect((await call()).content).toEqual([{ type: 'text', text: '[resource left out: it has a secret in it]' }]);
});

test('9.5 arguments that have a secret in them are traced and shown without', async () => {
  const { call, leaves } = await open(() => 'ok');
  const left = await leaves(await call({ text: `key=${canary}` }));
  expect(left).toContain('key=[secret]');
  for (const trait of traitsOf(canary)) expect(left.includes(trait)).toBe(false);
});

test('9.5 the secrets of one tool and of companions stand in nothing of another tool', async () => {
  const speaker = createProvider([tool('speak')], { executeTool: () => `${canary} ${other}` });
  const settingsSchema = { type: 'object', properties: { token: { type: 'string', secret: true } } } as const;
  const host = await createTestHost({
    companions: [
      createCompanion(companion, createProvider([courseTool('search')]), {
        settingsSchema,
        settings: { token: other },
      }),
      createCompanion('@acme/speaker', speaker),
    ],
  });
  await host.refresh();
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['speak']);
  await host.settings.set('search', 'apiKey', canary);
  const turn = await host.startTurn({ bot: 'bot' });
  expect((await turn.call({ name: 'speak', arguments: {} })).content).toEqual([
    { type: 'text', text: '[secret] [secret]' },
  ]);
});

test('9.5 a secret of fewer than eight characters is marked: it cannot be redacted', async () => {
  const { host, call } = await open((secret) => `it is ${secret}`);
  await host.settings.set('search', 'apiKey', '1234567');
  expect((await call()).content).toEqual([{ type: 'text', text: 'it is 1234567' }]);
  const [setting] = (await host.settings.explain('search')).fields.filter(({ field }) => field === 'apiKey');
  expect(setting).toMatchObject({ value: '[secret]', isTooShort: true });
  expect(await host.secrets.list()).toMatchObject([{ isTooShort: true }]);
  expect(await host.examine()).toContainEqual(
    expect.objectContaining({
      area: 'secrets',
      level: 'warning',
      message: expect.stringContaining('cannot be redacted'),
    }),
  );
});

test('9.4 a secret reaches its tool, for all bots or for one, and no interface gives it back', async () => {
  const seen: string[] = [];
  const { host, store, call, leaves } = await open((secret) => `ok ${seen.push(secret)}`);
  await call();
  await host.settings.set('search', 'apiKey', other, { bot: 'bot' });
  await call();
  expect(seen).toEqual([canary, other]);
  const left = await leaves([
    await store.listSecrets(),
    await store.listToolSettings(),
    await store.listAssignments('bot'),
  ]);
  for (const value of [other, ...traitsOf(canary)]) expect(left.includes(value)).toBe(false);
  const explained = (await host.settings.explain('search', { bot: 'bot' })).fields.find(
    ({ field }) => field === 'apiKey',
  );
  expect(explained?.layers).toMatchObject([
    { layer: 'bot-override', value: '[secret]' },
    { layer: 'operator', value: '[secret]' },
  ]);
  expect(
    (await host.audit()).map(({ action, bot, before, after }) => [action, bot, before, after]).slice(0, 2),
  ).toEqual([
    ['secret-set', 'bot', null, '[secret]'],
    ['secret-set', null, null, '[secret]'],
  ]);
});

test('9.4 a blank secret is deleted, and the layer below counts again', async () => {
  const { host, store } = await open(() => 'ok', { toolSettings: { search: { apiKey: other } } });
  const layerOf = async () =>
    (await host.settings.explain('search')).fields.find(({ field }) => field === 'apiKey')?.layer;
  expect(await layerOf()).toBe('operator');
  await host.settings.set('search', 'apiKey', '   ');
  expect(await layerOf()).toBe('configuration');
  expect(await store.listSecrets()).toEqual([]);
  expect((await host.audit())[0]).toMatchObject({ action: 'secret-unset', before: '[secret]', after: null });
  await host.settings.set('search', 'apiKey', canary);
  expect(await host.settings.unset('search', 'apiKey')).toBe(true);
  expect(await host.settings.unset('search', 'apiKey')).toBe(false);
});

test('9.4 a value that is no text, or the mask, is refused without being said', async () => {
  const { host } = await open(() => 'ok');
  for (const value of [12345678, ['12345678'], null, '[secret]']) {
    await expect(host.settings.set('search', 'apiKey', value)).rejects.toMatchObject({
      code: 'TOOL_SETTINGS_INVALID',
      message: expect.not.stringContaining('12345678'),
    });
  }
});

test('9.4 without a vault no secret can be set, and everything else works', async () => {
  const store = { ...createMemoryStore(), isDurable: true };
  const { host } = await openOperatorHost({ [companion]: [courseTool('search')] }, { store });
  await expect(host.settings.set('search', 'apiKey', canary)).rejects.toMatchObject({ code: 'SECRET_UNAVAILABLE' });
  await host.settings.set('search', 'limit', 3);
  expect(await store.listSecrets()).toEqual([]);
});

test('9.4 a secret that cannot be opened counts as not set, is told once, and lets turns go on', async () => {
  const store = createMemoryStore();
  const first = await open(() => 'ok', { store });
  await first.host.close();
  const log: LogEntry[] = [];
  // The memory vault of another host does not have it.
  const { host } = await openOperatorHost(
    { [companion]: [courseTool('search')] },
    { store, logger: (entry) => void log.push(entry) },
  );
  await (await host.startTurn({ bot: 'bot' })).end();
  await host.bots.add({ id: 'two' });
  await (await host.startTurn({ bot: 'bot' })).end();
  expect(log.filter(({ event }) => event === 'secret-unavailable')).toHaveLength(1);
  expect(await host.secrets.list()).toMatchObject([{ isReadable: false }]);
  expect(await host.examine()).toContainEqual(expect.objectContaining({ area: 'secrets', level: 'error' }));
  await host.settings.set('search', 'apiKey', other);
  expect(await host.secrets.list()).toMatchObject([{ isReadable: true }]);
});

test('9.4 the secrets of a companion are given to it with its settings, and its lists are asked again', async () => {
  const settingsSchema = {
    type: 'object',
    properties: { token: { type: 'string', secret: true }, url: { type: 'string' } },
    required: ['token'],
  } as const;
  const provider = createProvider([tool('search')]);
  const entry = createCompanion(companion, provider, { settingsSchema, settings: { url: 'https://x.example' } });
  const host = await createTestHost({ companions: [entry] });
  await host.refresh();
  await host.bots.add({ id: 'bot' });
  const asked = provider.asked.getTools;
  await host.secrets.set(`companion:${companion}#token`, other);
  await (await host.startTurn({ bot: 'bot' })).end();
  await host.refresh();
  expect(entry.host.settings).toEqual({ token: other, url: 'https://x.example' });
  expect(provider.asked.getTools).toBeGreaterThan(asked);
  await expect(host.secrets.set(`companion:${companion}#url`, 'x')).rejects.toMatchObject({ code: 'SETTING_UNKNOWN' });
  await expect(host.secrets.set('companion:@acme/none#token', 'x')).rejects.toMatchObject({ code: 'SETTING_UNKNOWN' });
});

test("9.4 only the host's own secrets can be read, and only by whoever has its store and its vault", async () => {
  const vault = createMemoryVault();
  const { host, store } = await open(() => 'ok', { secrets: vault });
  expect(await readHostSecret(store, vault, 'model-endpoint')).toBeUndefined();
  await host.secrets.set('model-endpoint', other);
  expect(await readHostSecret(store, vault, 'model-endpoint')).toBe(other);
  const name = `tool:${companion}#search.apiKey`;
  expect((await host.secrets.list()).map((one) => one.name)).toEqual(['model-endpoint', name]);
  // A host has nothing that answers a value, for nobody that it is handed to.
  for (const one of [host, host.as({ name: 'ada', via: 'http' })]) {
    const { set: _, unset: __, rotate: ___, ...asking } = one.secrets;
    for (const [member, ask] of Object.entries<(name: string) => unknown>(asking)) {
      expect(String(JSON.stringify(await ask('model-endpoint'))), member).not.toContain(other);
    }
  }
  await expect(readHostSecret(store, vault, name)).rejects.toMatchObject({ code: 'SETTING_UNKNOWN' });
  await expect(host.secrets.set(name, 'x')).rejects.toMatchObject({
    message: expect.stringContaining('loadout settings set search apiKey'),
  });
  expect(await host.secrets.unset(name)).toBe(true);
});

test('9.4 secrets go along with their bot: copied, and gone with it', async () => {
  const seen: string[] = [];
  const { host, store } = await open((secret) => `ok ${seen.push(secret)}`);
  await host.settings.set('search', 'apiKey', other, { bot: 'bot' });
  await host.bots.copy('bot', { id: 'copy' });
  const turn = await host.startTurn({ bot: 'copy' });
  await turn.call({ name: 'search', arguments: {} });
  await turn.end();
  expect(seen).toEqual([other]);
  await host.bots.remove('copy');
  await host.bots.remove('bot');
  expect((await store.listSecrets()).map(({ name }) => name)).toEqual([`tool:${companion}#search.apiKey`]);
});

test('9.4 secrets go along with an owner that is accepted, and no import carries them', async () => {
  const [old, now] = ['@acme/old', '@acme/new'];
  const { host, store, list } = await openOperatorHost({ [old]: [courseTool('search')], [now]: [] });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search']);
  await host.settings.set('search', 'apiKey', canary);
  await host.settings.set('search', 'apiKey', other, { bot: 'bot' });
  const document = await host.export();
  expect(JSON.stringify(document)).not.toContain(other);
  await list({ [old]: [], [now]: [courseTool('search')] });
  await host.owners.accept(old, now);
  expect((await store.listSecrets()).map(({ name }) => name)).toEqual([
    `bot:bot:tool:${now}#search.apiKey`.replace('tool:', ''),
    `tool:${now}#search.apiKey`,
  ]);
  expect((await host.secrets.list()).every(({ isReadable }) => isReadable)).toBe(true);
  await expect(
    host.import({ ...document, settings: [{ owner: now, tool: 'search', field: 'apiKey', value: other }] }),
  ).rejects.toMatchObject({ code: 'IMPORT_INVALID' });
});

test('9.4 rotation seals again what is outdated, lets go of the old, and tells of it', async () => {
  const sealedBy = new Map<string, string>();
  let key = 1;
  const forgotten: string[] = [];
  const dropped: number[] = [];
  const vault = {
    kind: 'encrypted',
    reason: 'for the test',
    seal: async (_name: string, value: string) => {
      const sealed = `${key}:${sealedBy.size}`;
      sealedBy.set(sealed, value);
      return sealed;
    },
    open: async (_name: string, sealed: string) => sealedBy.get(sealed) ?? Promise.reject(new Error('gone')),
    forget: async (_name: string, sealed: string) => void forgotten.push(sealed),
    isOutdated: (sealed: string) => !sealed.startsWith(`${key}:`),
    renewKey: async () => {
      key += 1;
    },
    dropOldKeys: async () => void dropped.push(key),
  } as const;
  const { host, store } = await openOperatorHost({ [companion]: [courseTool('search')] }, { secrets: vault });
  await host.settings.set('search', 'apiKey', canary);
  expect(await host.secrets.rotate()).toBe(1);
  expect(await store.listSecrets()).toMatchObject([{ sealed: '2:1' }]);
  expect(forgotten).toEqual(['1:0']);
  expect(dropped).toEqual([2]);
  expect((await host.audit())[0]).toMatchObject({ action: 'secrets-rotated', after: 1 });
  // One that cannot be opened keeps the old key, and nothing was changed.
  sealedBy.delete('2:1');
  await expect(host.secrets.rotate()).rejects.toThrow();
  expect(dropped).toEqual([2]);
});

test('9.4 a rotation that was broken off is finished as well when its secrets are gone', async () => {
  const calls: string[] = [];
  const vault = {
    kind: 'encrypted',
    reason: 'for the test',
    seal: async (_name: string, value: string) => value,
    open: async (_name: string, sealed: string) => sealed,
    forget: async () => {},
    isOutdated: () => true,
    renewKey: async () => void calls.push('renewKey'),
    dropOldKeys: async () => void calls.push('dropOldKeys'),
  } as const;
  const { host, store } = await openOperatorHost({ [companion]: [courseTool('search')] }, { secrets: vault });
  await host.settings.set('search', 'apiKey', canary);
  // All stay outdated: as if another process sealed them meanwhile.
  expect(await host.secrets.rotate()).toBe(1);
  expect(calls).toEqual(['renewKey']);
  await host.settings.unset('search', 'apiKey');
  expect(await store.listSecrets()).toEqual([]);
  expect(await host.secrets.rotate()).toBe(0);
  expect(calls).toEqual(['renewKey', 'dropOldKeys']);
});

test('9.5 what a call keeps as a secret is one from then on: in results, errors, logs and what it cuts itself', async () => {
  const token = 'tok_en-of-one-person';
  let run: (call: CallScope) => unknown = () => 'nothing';
  const { log, startTurn } = await openHost({ tools: { look: (_args, _config, call) => run(call) } });
  const call = async (how: typeof run) => {
    run = how;
    return JSON.stringify(await (await startTurn()).call({ name: 'look' }));
  };
  expect(await call(() => `before: ${token}`)).toContain(token);
  const said = await call(({ keepSecret, redact, log: write }) => {
    keepSecret(token, 'short');
    write('info', `with ${token}`);
    return { content: [{ type: 'text', text: `tok\\_en\\-of\\-one\\-person ${redact(token).slice(0, 8)} short` }] };
  });
  expect(said).toContain('[secret] [secret] short');
  expect(await call(() => Promise.reject(new Error(`no ${token}`)))).toContain('no [secret]');
  expect(await call(() => ({ content: [], structuredContent: { token } }))).toContain('[secret]');
  expect(JSON.stringify(log)).not.toContain(token);
});

test('9.5 the secret of a call is one as long as it runs, however many other calls keep some', async () => {
  const { startTurn } = await openHost({
    tools: {
      slow: async (_args, _config, call) => {
        call.keepSecret('token-of-alice-123456');
        await gate;
        return 'signed in with token-of-alice-123456';
      },
      quick: (_args, _config, call) => {
        call.keepSecret(...Array.from({ length: 300 }, (_, index) => `${call.callId}-${index}`));
        return 'ok';
      },
    },
  });
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const turn = await startTurn();
  const slow = turn.call({ name: 'slow' });
  for (let round = 0; round < 5; round += 1) await turn.call({ name: 'quick' });
  open();
  expect((await slow).content).toEqual([{ type: 'text', text: 'signed in with [secret]' }]);
});
