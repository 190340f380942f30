import { createMemoryStore, type Finding } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns, definitionFile } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { courseTool, openOperatorHost } from '../builders/operator-host.js';
import { createProvider, tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';

const find = (findings: readonly Finding[], subject: string) => findings.filter((one) => one.subject === subject);

test('a host in order has no findings', async () => {
  const { host } = await openOperatorHost({ '@acme/tools': ['a', courseTool('search')] }, createBuiltIns('word_count'));
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['a', 'word_count']);
  await host.assign('bot', ['search'], { settingsOverride: { limit: 2 } });
  await host.settings.set('search', 'limit', 3);
  await host.decisions.set('approval', 'a', 'ask');
  expect(await host.examine()).toEqual([]);
});

test('companions that failed, or are off while bots have their tools, are found', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'one' }, [{ toolName: 'x', owner: '@acme/off' }]);
  const broken = createProvider([], {
    getTools: () => {
      throw new Error('the file is missing');
    },
  });
  const { host } = await openOperatorHost(
    { '@acme/off': { tools: ['x'], enabled: false }, '@acme/unused': { tools: ['y'], enabled: false } },
    { store, companions: [createCompanion('@acme/broken', broken)] },
  );
  const findings = await host.examine();
  expect(findings.filter(({ area }) => area === 'companions').map(({ level, subject }) => [level, subject])).toEqual([
    ['warning', '@acme/off'],
    ['error', '@acme/broken'],
  ]);
  expect(find(findings, '@acme/broken')[0]).toMatchObject({
    code: 'companion-failed',
    details: {
      companion: '@acme/broken',
      cause: 'COMPANION_FAILED',
      error: expect.stringContaining('the file is missing'),
    },
    message: expect.stringContaining('the file is missing'),
    remedy: expect.stringContaining('loadout companions refresh @acme/broken'),
  });
  expect(find(findings, '@acme/off')[0]?.message).toContain('1 bot has tools of it');
  expect(find(findings, 'x')[0]).toMatchObject({
    level: 'warning',
    remedy: expect.stringContaining('loadout unassign one x'),
  });
});

test('definitions that were left out are found, with what to do', async () => {
  const { host } = await openOperatorHost(
    {
      '@acme/one': ['a', tool('broken', { schema: { type: 'object', properties: { x: { type: 'nonsense' } } } })],
      '@acme/two': ['a'],
    },
    createBuiltIns({ name: 'bad', file: '{' }),
  );
  await host.decisions.set('expose-as', '@acme/two#a', 'not_taken');
  await host.decisions.set('expose-as', '@acme/one#a', 'broken');
  const findings = await host.examine();
  expect(findings.map(({ level, area, subject }) => `${level} ${area} ${subject}`)).toEqual([
    expect.stringMatching(/^error definitions .*bad\.json$/),
    'warning decisions expose-as @acme/one#a',
    'error definitions @acme/one#broken',
  ]);
});

test('a name that cannot be given is told once, as the decision that it is, and with what takes it back', async () => {
  const { host, write } = await openOperatorHost({ '@acme/one': ['a', 'b'] });
  await host.decisions.set('expose-as', '@acme/one#a', 'b');
  await write((writer) =>
    writer.putDecision({ kind: 'expose-as', subject: '@acme/one#serch', value: 'search', updatedAt: '' }),
  );
  const findings = await host.examine();
  expect(findings.map(({ area, subject }) => [area, subject])).toEqual([
    ['decisions', 'expose-as @acme/one#a'],
    ['decisions', 'expose-as @acme/one#serch'],
  ]);
  expect(findings[1]?.remedy).toBe(
    'Take it back: loadout host unset expose-as @acme/one#serch. Or give it another name: loadout host set expose-as @acme/one#serch NAME',
  );
  const warnings = host.log.entries;
  expect(warnings.map(({ event, companion }) => [event, companion])).toEqual([
    ['decision-ignored', undefined],
    ['decision-ignored', undefined],
  ]);
  expect(warnings[0]?.message).toMatch(/^The decision expose-as: "a" of @acme\/one cannot be exposed as "b"/);
  await host.decisions.unset('expose-as', '@acme/one#serch');
  await host.decisions.unset('expose-as', '@acme/one#a');
  expect(await host.examine()).toEqual([]);
});

test('of a companion with a new name everything that is kept for the old one has one remedy: to accept it', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'one' }, [
    { toolName: 'course_search', owner: '@acme/old' },
    { toolName: 'gone', owner: '@acme/old/more' },
  ]);
  const companion = createCompanion(
    '@acme/new',
    {
      listener: (event) => {
        event.registerProvider(createProvider(['search']));
        event.registerProvider(createProvider(['search']), { id: 'more' });
      },
    },
    { formerly: ['@acme/old'] },
  );
  const { host, write } = await openOperatorHost({}, { store, companions: [companion] });
  await write(async (writer) => {
    const subject = '@acme/old#search';
    await writer.putDecision({ kind: 'expose-as', subject, value: 'course_search', updatedAt: '' });
    await writer.putDecision({ kind: 'instructions-allowed', subject: '@acme/old', value: true, updatedAt: '' });
    await writer.putToolSetting({ owner: '@acme/old', toolName: 'search', field: 'x', value: 1, updatedAt: '' });
  });
  const findings = await host.examine();
  const about = findings.filter(({ area }) => area !== 'definitions');
  expect(about.map(({ subject, remedy }) => [subject, remedy])).toEqual([
    ['expose-as @acme/old#search', 'loadout owners accept @acme/old @acme/new'],
    ['instructions-allowed @acme/old', 'loadout owners accept @acme/old @acme/new'],
    ['@acme/old#search', 'loadout owners accept @acme/old @acme/new'],
    ['course_search', 'loadout owners accept @acme/old @acme/new'],
    ['gone', 'loadout owners accept @acme/old/more @acme/new/more'],
  ]);
  expect(about.every(({ message }) => message.includes('says that it was formerly @acme/old'))).toBe(true);
  await host.owners.accept('@acme/old', '@acme/new');
  expect((await host.examine()).filter(({ message }) => message.includes('formerly'))).toEqual([]);
  expect((await host.show('one')).offered).toMatchObject([{ name: 'course_search', owner: '@acme/new' }]);
});

test('nobody is an owner that is there itself, whatever a companion says that it was', async () => {
  const claim = createCompanion('@acme/new', createProvider(['other']), { formerly: ['@acme/old'] });
  const { host, list } = await openOperatorHost({ '@acme/old': ['search', 'gone'] }, { companions: [claim] });
  await host.bots.add({ id: 'one' });
  await host.assign('one', ['gone']);
  await host.decisions.set('approval', 'search', 'ask');
  await host.decisions.set('instructions-allowed', '@acme/old', true);
  expect(await host.examine()).toEqual([]);
  await list({ '@acme/old': ['search'] });
  expect((await host.examine()).map(({ remedy }) => remedy)).toEqual([
    'Bring @acme/old back, or unassign it: loadout unassign one gone',
  ]);
});

test('decisions and settings that count for nothing are found, with the command that takes them back', async () => {
  const { host, list, store, write } = await openOperatorHost(
    { '@acme/tools': ['a', courseTool('search')] },
    { toolSettings: { serch: { limit: 3 }, search: { limit: 0 } } },
  );
  await host.decisions.set('approval', 'a', 'ask');
  await host.decisions.set('component-defaults', 'chat', ['a', 'nobody']);
  await host.decisions.set('instructions-allowed', '@acme/nobody', true);
  await host.settings.set('search', 'limit', 3);
  await write(async (writer) => {
    await writer.putDecision({ kind: 'component-defaults', subject: 'nowhere', value: [], updatedAt: '' });
    await writer.putToolSetting({
      owner: '@acme/tools',
      toolName: 'search',
      field: 'region',
      value: 'moon',
      updatedAt: '',
    });
    await writer.putToolSetting({ owner: '@acme/gone', toolName: 'gone', field: 'x', value: 1, updatedAt: '' });
  });
  await list({ '@acme/tools': [courseTool('search')] });
  const findings = (await host.examine()).filter(({ area }) => area !== 'companions');
  expect(findings.map(({ level, subject, remedy }) => [level, subject, remedy])).toEqual([
    ['warning', 'approval @acme/tools#a', 'Bring the tool back, or: loadout host unset approval @acme/tools#a'],
    ['warning', 'component-defaults chat', 'Decide otherwise: loadout host set component-defaults chat NAME...'],
    ['warning', 'component-defaults nowhere', 'loadout host unset component-defaults nowhere'],
    ['warning', 'instructions-allowed @acme/nobody', 'loadout host unset instructions-allowed @acme/nobody'],
    ['warning', '@acme/gone#gone', 'Bring @acme/gone back, or: loadout settings unset @acme/gone#gone x'],
    ['warning', '@acme/tools#search', 'loadout settings unset search region'],
    ['warning', 'toolSettings.serch', 'Correct it in the configuration.'],
    ['warning', 'toolSettings.search', 'Correct it in the configuration.'],
  ]);
  expect(await store.listDecisions()).toHaveLength(4);
});

test('stale assignments are found for each tool with the number of bots, and what mends them', async () => {
  const store = createMemoryStore();
  const rows = [
    { toolName: 'moved', owner: '@acme/old' },
    { toolName: 'gone', owner: '@acme/new', label: 'Gone' },
    { toolName: 'changed', owner: '@acme/new', definitionHash: 'a'.repeat(64) },
    { toolName: 'word_count', owner: '@acme/old' },
    { toolName: 'search', owner: '@acme/new', settingsOverride: { limit: 0 } },
  ];
  await storeBot(store, { id: 'one' }, rows);
  await storeBot(store, { id: 'two' }, rows.slice(0, 3));
  const settingsSchema = {
    type: 'object',
    properties: { key: { type: 'string', secret: true }, region: { type: 'string' } },
    required: ['key', 'region'],
  };
  const { host } = await openOperatorHost(
    { '@acme/new': ['moved', 'changed', courseTool('search'), tool('needy', { settingsSchema })] },
    { store, ...createBuiltIns('word_count') },
  );
  await host.assign('one', ['needy']);
  const findings = (await host.examine()).filter(({ area }) => area !== 'companions');
  expect(findings.map(({ level, area, subject, remedy }) => [level, area, subject, remedy])).toEqual([
    ['warning', 'settings', 'needy', 'loadout settings set needy key, then loadout settings set needy region VALUE'],
    ['warning', 'settings', 'search', 'loadout settings explain search --bot one'],
    [
      'warning',
      'assignments',
      'changed',
      'Look at it: loadout tools show changed. Then accept it for each of the 2 bots: loadout assign one changed',
    ],
    ['warning', 'assignments', 'gone', 'Bring @acme/new back, or unassign it: loadout unassign BOT gone'],
    ['error', 'assignments', 'moved', 'loadout owners accept @acme/old @acme/new'],
    ['note', 'assignments', 'word_count', null],
  ]);
  expect(find(findings, 'moved')[0]?.message).toContain('2 bots have it from @acme/old');
  await host.decisions.set('withhold-changed-definitions', '', true);
  expect(find(await host.examine(), 'changed')[0]).toMatchObject({ level: 'error' });
  // What the remedy names does it.
  await host.assign('one', ['changed']);
  expect(find(await host.examine(), 'changed')[0]).toMatchObject({
    message: expect.stringContaining('1 bot got it with'),
    remedy: expect.stringMatching(/Then accept it: loadout assign two changed$/),
  });
  expect((await host.show('one')).offered.map(({ name }) => name)).toContain('changed');
});

test('what the store finds wrong with itself is a finding, also when it cannot look', async () => {
  for (const examine of [async () => ['page 7 is torn'], () => Promise.reject(new Error('page 7 is torn'))]) {
    const { host } = await openOperatorHost({}, { store: { ...createMemoryStore(), examine } });
    expect(await host.examine()).toMatchObject([
      { level: 'error', area: 'database', message: expect.stringContaining('page 7 is torn') },
    ]);
  }
});

test('the database is left out where somebody asks for that, and everything else is looked at', async () => {
  let examined = 0;
  const examine = async (): Promise<readonly string[]> => {
    examined += 1;
    return ['page 7 is torn'];
  };
  const { host } = await openOperatorHost({}, { store: { ...createMemoryStore(), examine } });
  await host.decisions.set('tools-off', '', true);
  expect((await host.examine({ database: false })).map(({ area }) => area)).toEqual(['decisions']);
  expect(examined).toBe(0);
  expect((await host.examine({ database: true })).map(({ area }) => area)).toEqual(['decisions', 'database']);
  await expect(host.examine({ database: 'no' } as never)).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' });
});

test('what a tool itself has against its settings is found, for all bots and for single ones', async () => {
  const properties = { url: { type: 'string' }, key: { type: 'string', secret: true } };
  const { host } = await openOperatorHost(
    {},
    {
      ...createBuiltIns({
        name: 'look',
        file: { ...definitionFile('look'), settingsSchema: { type: 'object', properties } },
        implementation: {
          validateConfiguration: ({ url }) =>
            url === 'bad' || url === 'worse' ? [{ message: `It is ${url}` }] : undefined,
        },
      }),
      toolSettings: { look: { url: 'bad' } },
    },
  );
  for (const id of ['one', 'two', 'three', 'four']) await host.bots.add({ id });
  for (const id of ['one', 'two']) await host.assign(id, ['look']);
  await host.assign('three', ['look'], { settingsOverride: { url: 'good' } });
  await host.assign('four', ['look'], { settingsOverride: { url: 'worse' } });
  expect(await host.examine()).toEqual([
    {
      level: 'warning',
      area: 'settings',
      code: 'settings-refused',
      details: { tool: 'look', bots: 2, error: 'It is bad.' },
      subject: 'look',
      message: 'It is withheld from 2 bots, because it is not configured. It is bad.',
      remedy: 'loadout settings explain look',
    },
    {
      level: 'warning',
      area: 'settings',
      code: 'settings-refused',
      details: { tool: 'look', bot: 'four', error: 'It is worse.' },
      subject: 'look',
      message: 'It is withheld from bot "four", because it is not configured. It is worse.',
      remedy: 'loadout settings explain look --bot four',
    },
  ]);
});
