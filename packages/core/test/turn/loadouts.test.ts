import { createMemoryStore, type Host, type Store } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, type TestHost } from '../builders/test-host.js';

/** A companion whose tool can be off, and answers for its names all the same. */
async function openCourses({ store = createMemoryStore(), isOn = true }: { store?: Store; isOn?: boolean }) {
  const state = { isOn };
  const provider = createProvider(
    () => (state.isOn ? [tool('course_search', { aliases: ['search_courses', 'find_courses'] })] : []),
    {
      getToolMetadata: () => ({ course_search: { label: 'Course search' } }),
      providesTool: (name) => ['course_search', 'search_courses', 'find_courses'].includes(name),
      executeTool: (_name, _args, config) => config,
    },
  );
  const host = await createTestHost({ store, companions: [createCompanion('@acme/courses', provider)] });
  const turn = async (on: boolean): Promise<void> => {
    state.isOn = on;
    await host.refresh();
  };
  return { host, turn };
}

const rowsOf = async (host: Host | TestHost) => (await host.show('bot')).assignments.map(({ toolName }) => toolName);

test('a tool that was assigned under an alias while it was off is unassigned by its name, and by its other alias', async () => {
  for (const typed of ['course_search', 'search_courses', 'find_courses']) {
    const { host, turn } = await openCourses({ isOn: false });
    await host.bots.add({ id: 'bot' });
    await host.assign('bot', ['search_courses']);
    await turn(true);
    expect(await rowsOf(host)).toEqual(['search_courses']);
    expect(await host.unassign('bot', [typed])).toEqual(['search_courses']);
    expect(await rowsOf(host)).toEqual([]);
    expect(await host.unassign('bot', [typed])).toEqual([]);
  }
});

test('a tool that is assigned under an alias is not assigned a second time under its name', async () => {
  const { host, turn } = await openCourses({ isOn: false });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search_courses']);
  await turn(true);
  expect(await host.assign('bot', ['course_search', 'find_courses'], { settingsOverride: { limit: 3 } })).toEqual([
    'course_search',
    'course_search',
  ]);
  expect(await rowsOf(host)).toEqual(['course_search']);
  const outcome = await (await host.startTurn({ bot: 'bot' })).call({ name: 'course_search' });
  expect(outcome.structuredContent).toEqual({ limit: 3 });
});

test('two assignments of one tool are removed together', async () => {
  const store = createMemoryStore();
  const { host, turn } = await openCourses({ store, isOn: false });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search_courses']);
  await host.assign('bot', ['course_search']);
  expect(await rowsOf(host)).toEqual(['search_courses', 'course_search']);
  await turn(true);
  expect(await host.assign('bot', ['find_courses'])).toEqual(['course_search']);
  expect(await host.unassign('bot', ['course_search'])).toEqual(['search_courses', 'course_search']);
});

test('an alias of a tool that was switched off is assigned as the tool', async () => {
  const { host, turn } = await openCourses({});
  await host.bots.add({ id: 'bot' });
  await host.catalogue();
  await turn(false);
  expect(await host.assign('bot', ['search_courses', 'course_search'])).toEqual(['course_search', 'course_search']);
  expect((await host.show('bot')).assignments).toMatchObject([{ toolName: 'course_search', label: 'Course search' }]);
  expect(await host.unassign('bot', ['find_courses'])).toEqual(['course_search']);
});

test('what is unassigned is answered in the order that was asked for, each name once', async () => {
  const companion = createCompanion('@acme/tools', createProvider(['a', tool('b', { aliases: ['old_b'] }), 'c']));
  const host = await createTestHost({ companions: [companion] });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['a', 'b', 'c']);
  expect(await host.unassign('bot', ['old_b', 'nobody', 'a', 'b'])).toEqual(['b', 'a']);
  expect(await rowsOf(host)).toEqual(['c']);
});
