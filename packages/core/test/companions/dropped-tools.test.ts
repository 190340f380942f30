import type { JsonObject } from '@loadout/core';
import { expect, test } from 'vitest';
import { chooseAssigned, DroppedTools } from '../../src/companions/dropped-tools.js';
import { readSnapshot } from '../../src/companions/read-snapshot.js';
import { tool } from '../builders/provider.js';

// Reaches inside: bounds and order are the host's own affair.

const named = (name: string, rest: JsonObject = {}): JsonObject => ({
  ...(tool(name) as unknown as JsonObject),
  ...rest,
});
const namesOf = (tools: readonly JsonObject[]): readonly unknown[] => tools.map(({ name }) => name);

test('what leaves is kept, the last first; of two with one name the first counts', () => {
  const dropped = new DroppedTools();
  dropped.leave([named('a'), named('b'), named('a', { description: 'Other.' }), 7, { name: 'c' }], [named('b')]);
  dropped.leave([named('b')], []);
  expect(namesOf(dropped.tools)).toEqual(['b', 'a']);
  expect(dropped.find('a')).toEqual(tool('a'));
});

test('2,000 tools are kept, those that left last', () => {
  const dropped = new DroppedTools();
  dropped.leave(
    Array.from({ length: 2_001 }, (_, index) => named(`t${index}`)),
    [],
  );
  expect(dropped.tools).toHaveLength(2_000);
  expect(dropped.find('t0')).toBeUndefined();
});

test('of large ones fewer are kept, and of one that is too large nothing', () => {
  const dropped = new DroppedTools();
  const large = (name: string, characters: number) => named(name, { description: 'x'.repeat(characters) });
  dropped.leave([large('a', 990_000), large('b', 990_000), large('c', 990_000), large('d', 990_000)], []);
  expect(namesOf(dropped.tools)).toEqual(['d', 'c', 'b', 'a']);
  expect(dropped.keep(large('e', 990_000))).toBe(true);
  expect(namesOf(dropped.tools)).toEqual(['e', 'd', 'c', 'b']);
});

test('what is listed under another name now has not left', () => {
  const dropped = new DroppedTools(({ policy }) => policy === undefined);
  dropped.leave([named('a'), named('b'), named('c')], [named('d', { aliases: ['a'] }), named('c')]);
  expect(namesOf(dropped.tools)).toEqual(['b']);
  dropped.leave([named('c')], [named('e', { aliases: ['b'] })]);
  expect(namesOf(dropped.tools)).toEqual(['c']);
  // One that does not know all names of it leaves it in place.
  dropped.leave([named('e', { aliases: ['b'] })], [named('g', { aliases: ['e'] })]);
  expect(namesOf(dropped.tools)).toEqual(['e', 'c']);
  dropped.leave([named('g')], [named('h', { aliases: ['e', 'b'] })]);
  expect(namesOf(dropped.tools)).toEqual(['g', 'c']);
  // What is not in order takes no place.
  dropped.leave([], [named('f', { aliases: ['c'], policy: 7 })]);
  expect(namesOf(dropped.tools)).toEqual(['g', 'c']);
});

test('a turn that began with an older list takes nothing away', () => {
  const dropped = new DroppedTools();
  dropped.leave([named('a')], []);
  dropped.forget('a');
  expect(dropped.find('a')).toBeDefined();
  dropped.leave([], [named('a')]);
  dropped.forget('a');
  expect(dropped.find('a')).toBeUndefined();
});

test('what is broken takes no place of what was in order', () => {
  const dropped = new DroppedTools(({ policy }) => policy === undefined);
  dropped.leave([named('a')], []);
  dropped.leave([named('a', { policy: 7 })], []);
  expect(dropped.find('a')).toEqual(tool('a'));
  dropped.leave([named('a', { description: 'Newer.' })], []);
  expect(dropped.find('a')).toMatchObject({ description: 'Newer.' });
});

test('what is known here counts before what was kept by somebody else', () => {
  const dropped = new DroppedTools();
  dropped.leave([named('a')], []);
  dropped.restore([named('c'), named('a', { description: 'Older.' }), named('b')]);
  expect(namesOf(dropped.tools)).toEqual(['a', 'c', 'b']);
  expect(dropped.find('a')).toEqual(tool('a'));
});

test('only what a bot may have is chosen; a name that nobody explains may be any of them', () => {
  const tools = [named('a', { aliases: ['old'] }), named('b')];
  const listed = [named('c')];
  const choose = (...assigned: string[]) => namesOf(chooseAssigned(tools, { listed, assigned: new Set(assigned) }));
  expect(choose()).toEqual([]);
  expect(choose('c')).toEqual([]);
  expect(choose('c', 'b')).toEqual(['b']);
  expect(choose('old')).toEqual(['a']);
  expect(choose('exposed')).toEqual(['a', 'b']);
});

test('of a tool that was given another name several times all that leads to the last one is chosen', () => {
  const dropped = [
    named('d', { aliases: ['c'] }),
    named('x', { aliases: ['y'] }),
    named('c', { aliases: ['b'] }),
    named('b', { aliases: ['a'] }),
  ];
  for (const name of ['a', 'b', 'c', 'd']) {
    const chosen = chooseAssigned(dropped, { listed: [], assigned: new Set([name]) });
    expect(namesOf(chosen)).toEqual(['d', 'c', 'b']);
  }
});

test('older names that a listed tool loses are kept for as long as nobody has them', () => {
  const lost = (aliases: readonly string[]) => [{ name: 'b', aliases }];
  const dropped = new DroppedTools();
  dropped.leave([named('b', { aliases: ['a', 'o'] })], [named('b'), named('o')]);
  expect(dropped.tools).toEqual(lost(['a']));
  dropped.forget('b');
  expect(dropped.find('b')).toBeUndefined();
  dropped.leave([named('b', { aliases: ['c'] })], [named('b')]);
  expect(dropped.tools).toEqual(lost(['c', 'a']));
  const other = new DroppedTools();
  other.restore(dropped.tools);
  expect(other.tools).toEqual(dropped.tools);
  // They stay with it when it leaves, and go when it has them again, or another tool has.
  dropped.leave([named('b')], []);
  expect(namesOf(dropped.tools)).toEqual(['b', 'b']);
  dropped.leave([], [named('b', { aliases: ['a'] }), named('d', { aliases: ['c'] })]);
  dropped.forget('b');
  expect(dropped.tools).toEqual([]);
  // Also of a tool that was gone meanwhile.
  dropped.leave([named('b', { aliases: ['a'] })], []);
  dropped.leave([], [named('b')]);
  dropped.forget('b');
  expect(dropped.tools).toEqual(lost(['a']));
});

test('names alone give way to definitions', () => {
  const dropped = new DroppedTools();
  const all = Array.from({ length: 3_000 }, (_, index) => named(`t${index}`, { aliases: [`o${index}`] }));
  dropped.leave([named('z')], []);
  dropped.leave(
    all,
    all.map(({ name }) => named(String(name))),
  );
  expect(dropped.tools).toHaveLength(2_000);
  expect(dropped.find('z')).toBeDefined();
});

test('a snapshot of a version that kept none is read without them', async () => {
  const snapshot = {
    owner: 'a',
    companionId: 'a',
    tools: [named('one')],
    metadata: {},
    listedAt: '2026-01-01T00:00:00Z',
  };
  const { restored, problems } = await readSnapshot(snapshot);
  expect(problems).toEqual([]);
  expect(restored).toMatchObject({ droppedTools: [], list: { tools: [{ name: 'one' }] } });
});

test('of a broken snapshot those are read that are definitions', async () => {
  const droppedTools = [7, null, { name: 'x' }, named('one'), { name: '!', description: '', schema: {} }];
  const { restored } = await readSnapshot({ owner: 'a', companionId: 'a', tools: [], metadata: {}, droppedTools });
  // A name without older ones says nothing.
  const dropped = new DroppedTools();
  dropped.restore(restored.droppedTools);
  expect(namesOf(dropped.tools)).toEqual(['one']);
});
