import { createHost } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { collectLog } from '../builders/collected-log.js';
import { expectIsolation, type HostileCompanion } from '../builders/hostile-host.js';
import { installCompanions, installOwnCore } from '../builders/install-companions.js';

// Companions that answer in time, and evil things: lists, labels, factories, results, and what they do to what they get.

const ready = { state: 'ready' } as const;
const failed = { state: 'failed' } as const;

test.each([
  'length grows',
  'length is NaN',
  'length is negative',
  'length is infinite',
  'length is a text',
  'length is a fraction',
  'length is an object',
  'length throws',
  'a million entries',
  'a billion holes',
  'each entry throws',
])('2.1 a list of which "%s" can be said hurts nobody', async (kind) => {
  const expected: Partial<Record<string, Pick<HostileCompanion, 'state' | 'says' | 'calls'>>> = {
    'length grows': { ...ready, says: null, calls: { lying: ['SUCCESS', /^lies$/] } },
    'length throws': { ...failed, says: ['COMPANION_FAILED', /getTools of lying-lists .*no length for you/] },
    'each entry throws': { ...ready, says: ['quarantined', /has to be an object, but is undefined/] },
  };
  const usual: Pick<HostileCompanion, 'state' | 'says'> = {
    ...failed,
    says: ['COMPANION_WRONG_SHAPE', /getTools of lying-lists has to answer at most 100000 definitions/],
  };
  await expectIsolation({ fixture: 'lying-lists', settings: { kind }, ...(expected[kind] ?? usual) });
});

test('2.1 evil definitions hurt nobody, and no good one beside them', async () => {
  await expectIsolation({
    fixture: 'evil-definitions',
    ...ready,
    says: ['quarantined', /promise/],
    calls: { still_good: ['SUCCESS', /^ran still_good$/], evil_pattern: ['SUCCESS', /^ran evil_pattern$/] },
  });
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect((Object.prototype as { polluted?: unknown }).polluted).toBeUndefined();
});

test('2.1 a flood of broken definitions hurts nobody', async () => {
  await expectIsolation({
    fixture: 'floods-with-broken-definitions',
    ...ready,
    says: ['quarantined', /has the name "broken 0"/],
    calls: { still_good: ['SUCCESS', /^good$/] },
  });
});

test('2.1 names that every object has are names like others', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
  const ran = (name: string): readonly [string, readonly ['SUCCESS', RegExp]] => [
    name,
    ['SUCCESS', new RegExp(`^ran ${name}$`)],
  ];
  await expectIsolation({
    fixture: 'names-of-prototypes',
    ...ready,
    says: null,
    calls: Object.fromEntries(names.map(ran)),
  });
  expect((Object.prototype as { polluted?: unknown }).polluted).toBeUndefined();
});

test('2.1 evil labels hurt nobody', async () => {
  await expectIsolation({
    fixture: 'evil-metadata',
    ...ready,
    says: null,
    calls: { labelled: ['SUCCESS', /^labelled$/] },
  });
});

test.each<readonly [kind: string, expected: Pick<HostileCompanion, 'says' | 'hangs'>]>([
  ['class constructor', { says: ['COMPANION_FAILED', /The factory of factories failed: it is a class/] }],
  ['throws', { says: ['COMPANION_FAILED', /The factory of factories failed: the factory is broken/] }],
  ['rejects', { says: ['COMPANION_FAILED', /The factory of factories failed: the factory rejected/] }],
  ['never settles', { says: ['COMPANION_TIMED_OUT', /The factory of factories did not answer/], hangs: 'list' }],
  ['answers nothing', { says: ['COMPANION_WRONG_SHAPE', /provider of factories has to be an object, not undefined/] }],
  [
    'answers a promise of nothing',
    { says: ['COMPANION_WRONG_SHAPE', /provider of factories has to be an object, not null/] },
  ],
  ['answers a class', { says: ['COMPANION_WRONG_SHAPE', /provider of factories has to be an object, not a function/] }],
  [
    'answers another factory',
    { says: ['COMPANION_WRONG_SHAPE', /provider of factories has to be an object, not a function/] },
  ],
  ['answers half a provider', { says: ['COMPANION_WRONG_SHAPE', /provider of factories lacks executeTool/] }],
  ['answers a revoked proxy', { says: ['COMPANION_FAILED', /The factory of factories failed: /] }],
  [
    'answers a broken thenable',
    { says: ['COMPANION_FAILED', /The factory of factories failed: the thenable is broken/] },
  ],
])('2.1 a factory that "%s" describes hurts nobody', async (kind, expected) => {
  await expectIsolation({ fixture: 'factories', settings: { kind }, ...failed, ...expected });
});

test.each<readonly [kind: string, expected: Pick<HostileCompanion, 'says' | 'hangs'>]>([
  ['broken', { says: ['COMPANION_FAILED', /no instance for this turn/] }],
  ['never made', { says: ['COMPANION_TIMED_OUT', /The factory of works-for-lists-only/], hangs: 'call' }],
  ['garbage', { says: ['COMPANION_WRONG_SHAPE', /has to be an object, not a string/] }],
])('2.1 an instance for a turn that is %s hurts nobody', async (kind, expected) => {
  const calls: HostileCompanion['calls'] = { never_made: ['ERROR', /^Tool execution failed: /] };
  await expectIsolation({ fixture: 'works-for-lists-only', settings: { kind }, ...ready, calls, ...expected });
});

test('2.1 whoever takes the names of built-ins and others gets none of their calls', async () => {
  await expectIsolation({
    fixture: 'takes-built-in-names',
    ...ready,
    says: ['skipped', /"host_tool" of takes-built-in-names is skipped: .*builtin/],
    calls: { thief: ['SUCCESS', /^stolen thief$/] },
  });
});

test.each(['yes', 1, {}, 'true'])('2.1 whoever says %j to every name gets no call', async (answer) => {
  await expectIsolation({
    fixture: 'says-yes-to-everything',
    settings: { answer },
    ...ready,
    says: ['COMPANION_WRONG_SHAPE', /providesTool of says-yes-to-everything has to answer true or false/],
    calls: { unlisted: ['BLOCKED', /not available at present/] },
  });
});

test('2.1 whoever says true to every name gets calls of names that nobody lists, and no other', async () => {
  await expectIsolation({
    fixture: 'says-yes-to-everything',
    settings: { answer: true },
    ...ready,
    says: null,
    calls: { unlisted: ['SUCCESS', /^stolen unlisted$/] },
  });
});

test('2.1 whoever changes arguments, settings, context and its own list changes nothing of others', async () => {
  await expectIsolation({
    fixture: 'mutates-what-it-gets',
    ...ready,
    says: null,
    calls: { mutating: ['SUCCESS', /^\{"seen":"victim"\}$/] },
  });
});

test('2.1 results of 50 MB hurt nobody', async () => {
  await expectIsolation({
    fixture: 'answers-50-mb',
    ...ready,
    says: null,
    logs: /"large_error" failed: x/,
    calls: {
      large_text: ['SUCCESS', /^x[\s\S]{1,100000}x$/],
      large_json: ['ERROR', /larger than/],
      large_list: ['ERROR', /larger than/],
      large_image: ['SUCCESS', /too large/],
      large_parts: ['ERROR', /1000000 parts/],
      large_error: ['ERROR', /^Tool execution failed: x{100,300}/],
    },
  });
});

test('2.1 whoever misuses its call, also after it, hurts nobody', async () => {
  await expectIsolation({
    fixture: 'misuses-its-call',
    ...ready,
    says: null,
    calls: { misusing: ['SUCCESS', /^misused$/] },
  });
});

test('2.1 a companion with its own copy of core is a companion like others', async () => {
  await expectIsolation({
    fixture: 'own-copy-of-core',
    ...ready,
    says: null,
    calls: {
      own_answer: ['SUCCESS', /^own answer$/],
      own_block: ['BLOCKED', /^Blocked by \/its\/own\/copy: token=verbatim\.$/],
      own_late_block: ['BLOCKED', /^Blocked later\.$/],
    },
  });
});

test('2.1 the own copy of core in these tests is another than the host’s', async () => {
  const from = installCompanions('own-copy-of-core');
  installOwnCore(from, 'own-copy-of-core');
  const { ToolBlockedError } = await import('@loadout/core');
  const own = await import(/* @vite-ignore */ `file://${from}/node_modules/own-copy-of-core/index.mjs`);
  expect(own.ToolBlockedError.name).toBe('ToolBlockedError');
  expect(own.ToolBlockedError).not.toBe(ToolBlockedError);
});

test('2.1 all hostile companions together hurt nobody', async () => {
  const names = [
    'no-manifest',
    'throws-at-import',
    'exports-no-register',
    'register-throws-after-listening',
    'misuses-its-facade',
    'listener-throws',
    'listener-rejects',
    'registers-late',
    'registers-twice',
    'registers-garbage',
    'storms-with-tools-changed',
    'takes-built-in-names',
    'evil-definitions',
    'evil-metadata',
    'names-of-prototypes',
    'mutates-what-it-gets',
  ];
  const from = installCompanions(...names);
  const { logger } = collectLog();
  const host = await createHost({
    ...createBuiltIns({ name: 'host_tool', implementation: { aliases: ['host_tool_of_old'] } }),
    companions: names.map((id) => ({ id, from })),
    logger,
  });
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['host_tool', 'still_good', 'labelled', 'registered_twice', 'constructor']);
  const turn = await host.startTurn({ bot: 'bot' });
  expect(turn.offered.map(({ name }) => name)).toEqual([
    'host_tool',
    'still_good',
    'labelled',
    'registered_twice',
    'constructor',
  ]);
  for (const { name } of turn.offered) expect(await turn.call({ name })).toMatchObject({ status: 'SUCCESS' });
  const { companions } = await host.catalogue();
  expect(companions.map(({ id }) => id)).toEqual(names);
});
