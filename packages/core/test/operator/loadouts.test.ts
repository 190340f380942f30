import { isLoadoutError, type LoadoutChange } from '@loadout/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { courseTool, factsOf, type OperatorHost, openOperatorHost } from '../builders/operator-host.js';
import { tool } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';

const hash = 'a'.repeat(64);

async function openCourses(): Promise<OperatorHost> {
  const opened = await openOperatorHost({
    '@acme/courses': ['a', 'b', 'c', tool('d', { aliases: ['old_d'] }), courseTool('search')],
  });
  await opened.host.bots.add({ id: 'bot' });
  return opened;
}

const placesOf = async ({ host }: OperatorHost) =>
  (await host.show('bot')).assignments.map(({ toolName, position }) => `${position} ${toolName}`);

const errorOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

test('a tool takes the place of another one, which moves up, and a free place is taken as it is', async () => {
  const opened = await openCourses();
  const { host } = opened;
  await host.assign('bot', ['a', 'b', 'c']);
  await host.changeLoadout('bot', [{ action: 'assign', tool: 'd', position: 2 }]);
  expect(await placesOf(opened)).toEqual(['1 a', '2 d', '3 b', '4 c']);
  await host.changeLoadout('bot', [{ action: 'move', tool: 'c', position: 1 }]);
  expect(await placesOf(opened)).toEqual(['1 c', '2 a', '3 d', '4 b']);
  await host.changeLoadout('bot', [{ action: 'move', tool: 'old_d', position: 10 }]);
  expect(await placesOf(opened)).toEqual(['1 c', '2 a', '4 b', '10 d']);
  await host.changeLoadout('bot', [{ action: 'move', tool: 'd', position: 3 }]);
  expect(await placesOf(opened)).toEqual(['1 c', '2 a', '3 d', '4 b']);
});

test('who stands behind a gap does not move', async () => {
  const opened = await openCourses();
  const { host, store } = opened;
  const rows = [1, 2, 10].map((position, index) => ({ toolName: `t${index}`, owner: '@acme/gone', position }));
  await storeBot(store, { id: 'bot' }, rows);
  await host.changeLoadout('bot', [{ action: 'assign', tool: 'a', position: 1 }]);
  expect(await placesOf(opened)).toEqual(['1 a', '2 t0', '3 t1', '10 t2']);
});

test('changes are made in their order and told in the log, each with what differs', async () => {
  const opened = await openCourses();
  const { host } = opened;
  const answer = await host.as({ name: 'anna', via: 'cli' }).changeLoadout('bot', [
    { action: 'assign', tool: 'old_d', settingsOverride: { x: 1 } },
    { action: 'assign', tool: 'a' },
    { action: 'override', tool: 'd', settingsOverride: { x: 2 } },
    { action: 'unassign', tool: 'a' },
  ]);
  expect(answer.changed).toEqual(['d']);
  expect(answer.undo).toEqual([{ action: 'unassign', tool: 'd' }]);
  expect(answer.revision).toBe((await host.bots.get('bot'))?.loadoutRevision);
  const [entry] = await host.audit();
  expect(entry).toMatchObject({
    actor: { name: 'anna', via: 'cli' },
    action: 'tool-assigned',
    bot: 'bot',
    tool: 'd',
    before: null,
    after: { owner: '@acme/courses', position: 1, settingsOverride: { x: 2 } },
  });
  await host.changeLoadout('bot', [{ action: 'override', tool: 'd', settingsOverride: null }]);
  expect((await host.audit())[0]).toMatchObject({
    action: 'assignment-changed',
    before: { settingsOverride: { x: 2 } },
    after: { settingsOverride: null },
  });
});

test('nothing is written where nothing changes', async () => {
  const { host, store } = await openCourses();
  await host.assign('bot', ['a', 'b']);
  const before = [store.revision(), await host.bots.get('bot'), (await host.audit()).length];
  const answer = await host.changeLoadout('bot', [
    { action: 'assign', tool: 'a' },
    { action: 'move', tool: 'a', position: 1 },
    { action: 'override', tool: 'b', settingsOverride: null },
    { action: 'accept', tool: 'b' },
    { action: 'unassign', tool: 'c' },
    { action: 'assign', tool: 'c' },
    { action: 'unassign', tool: 'c' },
  ]);
  expect(answer).toMatchObject({ changed: [], undo: [] });
  await host.bots.rename('bot', 'bot');
  expect([store.revision(), await host.bots.get('bot'), (await host.audit()).length]).toEqual(before);
});

test('a change for another revision is refused with the present one', async () => {
  const { host } = await openCourses();
  const { revision } = await host.changeLoadout('bot', [{ action: 'assign', tool: 'a' }], { ifRevision: 0 });
  const error = await errorOf(host.changeLoadout('bot', [{ action: 'assign', tool: 'b' }], { ifRevision: 0 }));
  expect(isLoadoutError(error, 'LOADOUT_CONFLICT') && error.details.revision).toBe(revision);
  await host.changeLoadout('bot', [{ action: 'assign', tool: 'b' }], { ifRevision: revision });
  await expect(host.changeLoadout('bot', [], { ifRevision: 'x' as never })).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
  });
});

test('assigning what the bot has changes nothing', async () => {
  const { host, store } = await openCourses();
  await host.assign('bot', ['a', 'search'], { settingsOverride: {} });
  await host.clock.advance(60_000);
  const before = [store.revision(), await store.listAssignments('bot'), (await host.audit()).length];
  expect(await host.assign('bot', ['search', 'a'], { settingsOverride: {} })).toEqual(['search', 'a']);
  expect(await host.assign('bot', ['a'])).toEqual(['a']);
  expect([store.revision(), await store.listAssignments('bot'), (await host.audit()).length]).toEqual(before);
});

test('a wrong change is refused by its place, and none of the others is made', async () => {
  const { host } = await openCourses();
  const cases: readonly [unknown, string, string][] = [
    [{ action: 'asign', tool: 'a' }, 'LOADOUT_CHANGE_INVALID', 'changes[1].action'],
    [{ action: 'move', tool: 'a', position: -1 }, 'LOADOUT_CHANGE_INVALID', 'changes[1].position'],
    [{ action: 'move', tool: 'b', position: 1 }, 'LOADOUT_CHANGE_INVALID', 'does not have'],
    [{ action: 'override', tool: 'a' }, 'LOADOUT_CHANGE_INVALID', 'settingsOverride'],
    [{ action: 'assign', tool: 'a', positon: 1 }, 'LOADOUT_CHANGE_INVALID', 'Did you mean "position"?'],
    [{ action: 'assign', tool: 'a', label: 'A' }, 'LOADOUT_CHANGE_INVALID', 'owner'],
    [{ action: 'assign', tool: 'a', owner: '@x/y', definitionHash: 'z' }, 'LOADOUT_CHANGE_INVALID', 'definitionHash'],
    [{ action: 'accept', tool: 'nobody' }, 'TOOL_UNKNOWN', 'nobody'],
    [{ action: 'assign', tool: 'not a name' }, 'TOOL_NAME_INVALID', 'not a name'],
    [{ action: 'assign', tool: 'search', settingsOverride: { limit: 0 } }, 'TOOL_SETTINGS_INVALID', '"limit"'],
    [{ action: 'assign', tool: 'search', settingsOverride: { apiKey: 'geheim' } }, 'SETTING_SECRET', 'apiKey'],
    [null, 'LOADOUT_CHANGE_INVALID', 'changes[1]'],
  ];
  for (const [change, code, text] of cases) {
    const changes = [{ action: 'assign', tool: 'a' }, change] as LoadoutChange[];
    const error = await errorOf(host.changeLoadout('bot', changes));
    expect(error).toMatchObject({ code, message: expect.stringContaining(text) });
    expect(String(error)).not.toContain('geheim');
  }
  const misfit: LoadoutChange[] = [
    { action: 'assign', tool: 'search' },
    { action: 'override', tool: 'search', settingsOverride: { limit: 0 } },
  ];
  await expect(host.changeLoadout('bot', misfit)).rejects.toMatchObject({ code: 'TOOL_SETTINGS_INVALID' });
  expect((await host.show('bot')).assignments).toEqual([]);
});

test('a tool with a stated owner is kept as stated and inert until its owner is back', async () => {
  const opened = await openCourses();
  const { host } = opened;
  const stated = { owner: '@acme/gone', label: 'A of old', definitionHash: hash } as const;
  await host.changeLoadout('bot', [
    { action: 'assign', tool: 'a', ...stated },
    { action: 'assign', tool: 'nobody', owner: '@acme/gone', settingsOverride: { anything: 1 } },
  ]);
  expect(await factsOf(host, 'bot')).toMatchObject([
    { toolName: 'a', ...stated },
    { toolName: 'nobody', owner: '@acme/gone', label: 'nobody', settingsOverride: { anything: 1 } },
  ]);
  expect((await host.show('bot')).offered).toEqual([]);
  await host.changeLoadout('bot', [{ action: 'accept', tool: 'a' }]);
  expect((await host.show('bot')).offered.map(({ name }) => name)).toEqual(['a']);
});

test('the definition that is accepted with an assignment is kept by its hash', async () => {
  const { host } = await openCourses();
  await host.assign('bot', ['a']);
  const [row] = await factsOf(host, 'bot');
  expect(await host.definition(row?.definitionHash ?? '')).toMatchObject({ name: 'a', description: 'Does a.' });
});

test('a secret of an override that is known now is shown to nobody, and comes back when its mask does', async () => {
  const opened = await openCourses();
  const { host, store } = opened;
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'search', owner: '@acme/courses', settingsOverride: { apiKey: 'geheim', limit: 3 } },
  ]);
  const { undo } = await host.changeLoadout('bot', [
    { action: 'override', tool: 'search', settingsOverride: { apiKey: '[secret]', limit: 4 } },
  ]);
  const kept = async () => (await store.listAssignments('bot'))[0]?.settingsOverride;
  expect(await kept()).toEqual({ apiKey: 'geheim', limit: 4 });
  expect(JSON.stringify([undo, await host.audit()])).not.toContain('geheim');
  await host.changeLoadout('bot', undo);
  expect(await kept()).toEqual({ apiKey: 'geheim', limit: 3 });
});

test('the log has no value of a tool whose settings nobody knows', async () => {
  const { host, store } = await openCourses();
  await storeBot(store, { id: 'bot' }, [{ toolName: 'gone', owner: '@x/y', settingsOverride: { token: 'geheim' } }]);
  await host.unassign('bot', ['gone']);
  expect((await host.audit())[0]).toMatchObject({
    action: 'tool-unassigned',
    before: { settingsOverride: { token: '[secret]' } },
  });
});

test('of two assignments of one tool each is accepted, and brought back, by its own name', async () => {
  const { host, store } = await openCourses();
  await storeBot(store, { id: 'bot' }, [
    { toolName: 'd', owner: '@acme/old' },
    { toolName: 'old_d', owner: '@acme/old', settingsOverride: { x: 1 } },
  ]);
  const before = await factsOf(host, 'bot');
  // Both are another owner's, so that the alias of the one who lists it joins nothing.
  const { undo } = await host.changeLoadout('bot', [{ action: 'unassign', tool: 'd' }]);
  expect((await factsOf(host, 'bot')).map(({ toolName }) => toolName)).toEqual(['old_d']);
  await host.changeLoadout('bot', undo);
  expect(await factsOf(host, 'bot')).toEqual(before);
  await host.changeLoadout('bot', [{ action: 'accept', tool: 'old_d' }]);
  expect((await factsOf(host, 'bot')).map(({ toolName, owner }) => [toolName, owner])).toEqual([
    ['d', '@acme/old'],
    ['old_d', '@acme/courses'],
  ]);
});

test('what undoes changes brings back exactly what was there, but for times', async () => {
  const names = ['a', 'b', 'c', 'd', 'old_d', 'search', 'gone', 'lost'];
  const toolName = fc.constantFrom(...names);
  const listed = fc.constantFrom('a', 'b', 'c', 'd', 'old_d');
  const override = fc.option(fc.dictionary(fc.constantFrom('x', 'y'), fc.integer()), { nil: null });
  const last = 1_000_000_000;
  const anyPlace = fc.oneof({ weight: 4, arbitrary: fc.nat(8) }, fc.constantFrom(last, last - 1, last - 2));
  const action = <Name extends LoadoutChange['action']>(name: Name) => fc.constant(name);
  const change = fc.oneof(
    fc.record({ action: action('unassign'), tool: toolName }),
    fc.record(
      { action: action('assign'), tool: listed, settingsOverride: override, position: anyPlace },
      { requiredKeys: ['action', 'tool'] },
    ),
    fc.record({
      action: action('assign'),
      tool: toolName,
      owner: fc.constantFrom('@acme/gone', '@acme/courses'),
      label: fc.constantFrom('One', ''),
      definitionHash: fc.constantFrom(hash, null),
      settingsOverride: override,
    }),
    fc.record({ action: action('move'), tool: toolName, position: anyPlace }),
    fc.record({ action: action('move'), tool: listed, position: anyPlace }),
    fc.record({ action: action('override'), tool: listed, settingsOverride: override }),
    fc.record({ action: action('accept'), tool: listed }),
  );
  const place = fc.record({ toolName, gap: fc.integer({ min: 1, max: 3 }) });
  const loadout = fc.uniqueArray(place, { selector: (one) => one.toolName, minLength: 3 });
  const { host, store, write } = await openCourses();
  let made = 0;
  const changeList = fc.array(change, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(loadout, changeList, fc.boolean(), async (places, changes, isAtEnd) => {
      await write((writer) => writer.deleteAssignments('bot', names));
      let position = isAtEnd ? last - places.reduce((sum, { gap }) => sum + gap, 0) : 0;
      const rows = places.map(({ toolName: name, gap }) => {
        position += gap;
        return { toolName: name, owner: '@acme/courses', position };
      });
      await storeBot(store, { id: 'bot' }, rows);
      const before = await factsOf(host, 'bot');
      const answer = await host.changeLoadout('bot', changes as LoadoutChange[]).catch((error: unknown) => {
        // Of a tool that the bot does not have, nothing can be changed.
        if (!isLoadoutError(error, 'LOADOUT_CHANGE_INVALID')) throw error;
        return undefined;
      });
      const after = await factsOf(host, 'bot');
      if (answer === undefined) {
        expect(after).toEqual(before);
        return;
      }
      made += 1;
      const undone = await host.changeLoadout('bot', answer.undo);
      expect(await factsOf(host, 'bot')).toEqual(before);
      await host.changeLoadout('bot', undone.undo);
      expect(await factsOf(host, 'bot')).toEqual(after);
    }),
    { numRuns: 300 },
  );
  expect(made).toBeGreaterThan(100);
});

test('a change after which a tool stands behind the last place is refused, and an import finds other places', async () => {
  const opened = await openCourses();
  const { host } = opened;
  const last = 1_000_000_000;
  await host.assign('bot', ['a', 'b']);
  await host.changeLoadout('bot', [{ action: 'move', tool: 'b', position: last }]);
  for (const change of [
    { action: 'assign', tool: 'c' },
    { action: 'move', tool: 'a', position: last },
  ] as const) {
    await expect(host.changeLoadout('bot', [change])).rejects.toMatchObject({
      code: 'LOADOUT_CHANGE_INVALID',
      message: expect.stringContaining('Move the last tool to a lower place first.'),
    });
  }
  const document = await host.export();
  const [bot] = document.bots;
  const more = { name: 'gone', owner: '@acme/gone', label: 'Gone', definitionHash: null, settingsOverride: null };
  await host.import({ ...document, bots: [{ ...bot, tools: [...(bot?.tools ?? []), more] }] });
  expect(await placesOf(opened)).toEqual(['1 a', '2 b', '3 gone']);
  await host.changeLoadout('bot', [{ action: 'move', tool: 'b', position: last }]);
  await host.changeLoadout('bot', [{ action: 'move', tool: 'b', position: 2 }]);
  await host.assign('bot', ['c']);
  expect(await placesOf(opened)).toEqual(['1 a', '2 b', '3 gone', '4 c']);
});

test('what of an override is no plain JSON is told with its place, and a stated label is no longer than a definition’s', async () => {
  const { host } = await openCourses();
  const settingsOverride = { deep: JSON.parse('{"__proto__": 1}') };
  await expect(host.assign('bot', ['a'], { settingsOverride })).rejects.toMatchObject({
    code: 'TOOL_SETTINGS_INVALID',
    message: expect.stringContaining('/settingsOverride/deep/__proto__ is a name that is never allowed'),
  });
  const stated = { action: 'assign', tool: 'lost', owner: '@acme/gone' } as const;
  await host.changeLoadout('bot', [{ ...stated, label: 'x'.repeat(2_000) }]);
  await expect(host.changeLoadout('bot', [{ ...stated, label: 'x'.repeat(2_001) }])).rejects.toMatchObject({
    message: expect.stringContaining('changes[0].label has to be a text of at most 2000 characters'),
  });
  await host.import(await host.export());
});
