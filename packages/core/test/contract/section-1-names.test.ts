import type { ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, textOf } from '../builders/test-host.js';

/** A companion with one provider whose answers say whose they are. */
const listing = (id: string, ...names: readonly (string | ToolDefinition)[]) =>
  createCompanion(id, createProvider(names, { mark: id }));

test('1.8 an alias resolves to the canonical tool in assignments and calls', async () => {
  const host = await createTestHost({
    ...createBuiltIns({ name: 'read_page', implementation: { aliases: ['fetch_page'] } }),
    companions: [listing('@acme/alpha', tool('course_search', { aliases: ['search_courses', 'find_courses'] }))],
  });
  await host.bots.add({ id: 'bot' });
  expect(await host.assign('bot', ['search_courses', 'fetch_page'])).toEqual(['course_search', 'read_page']);
  const turn = await host.startTurn({ bot: 'bot' });
  expect(turn.offered.map(({ name }) => name)).toEqual(['course_search', 'read_page']);
  for (const name of ['course_search', 'search_courses', 'find_courses']) {
    expect(await turn.call({ name, arguments: { text: name } })).toMatchObject({
      tool: 'course_search',
      content: [{ text: '@acme/alpha ran course_search' }],
    });
  }
  expect(await turn.call({ name: 'fetch_page' })).toMatchObject({ tool: 'read_page', status: 'SUCCESS' });
  expect(await host.unassign('bot', ['find_courses'])).toEqual(['course_search']);
});

test('1.8 a tool that was assigned under what is now its alias is the tool', async () => {
  let listed = tool('old_name');
  const host = await createTestHost({
    companions: [
      createCompanion(
        '@acme/alpha',
        createProvider(() => [listed]),
      ),
    ],
  });
  await host.turnWith(['old_name']);
  listed = tool('new_name', { aliases: ['old_name'] });
  await host.refresh();
  const turn = await host.startTurn({ bot: 'bot-1' });
  expect(turn).toMatchObject({ offered: [{ name: 'new_name' }], withheld: [] });
  expect(await textOf(turn, 'old_name')).toBe('provider ran new_name');
});

test('1.8 an alias loses to any listed name, and to an alias that came first', async () => {
  const alpha = listing('@acme/alpha', tool('alpha', { aliases: ['beta', 'both', 'alpha', 'both'] }));
  const beta = listing('@acme/beta', 'beta', tool('gamma', { aliases: ['both'] }));
  const host = await createTestHost({ companions: [alpha, beta] });
  const turn = await host.turnWith(['alpha', 'beta', 'gamma']);
  expect(await textOf(turn, 'beta')).toBe('@acme/beta ran beta');
  expect(await textOf(turn, 'both')).toBe('@acme/alpha ran alpha');
  const { leftOut } = await host.catalogue();
  expect(leftOut).toEqual([
    {
      name: 'beta',
      owner: '@acme/alpha',
      status: 'skipped',
      cause: 'alias-taken',
      holder: '@acme/beta',
      tool: 'alpha',
      reason: expect.stringMatching(/alias "beta" of "alpha" \(@acme\/alpha\) .*@acme\/beta/),
    },
    {
      name: 'both',
      owner: '@acme/beta',
      status: 'skipped',
      cause: 'alias-taken',
      holder: '@acme/alpha',
      tool: 'gamma',
      reason: expect.stringMatching(/alias "both" of "gamma" \(@acme\/beta\) .*@acme\/alpha/),
    },
  ]);
});

test('1.8 a tool that is switched off explains itself under its aliases as well', async () => {
  let isOff = false;
  const provider = createProvider(() => (isOff ? [] : [tool('course_search', { aliases: ['search_courses'] })]), {
    getToolMetadata: () => ({ course_search: { label: 'Search courses' } }),
    providesTool: (name) => name === 'course_search',
    executeTool: () => (isOff ? 'the courses are switched off' : 'found'),
  });
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  expect(await textOf(await host.turnWith(['course_search']), 'search_courses')).toBe('found');
  isOff = true;
  await host.refresh();
  const turn = await host.startTurn({ bot: 'bot-1' });
  expect(turn.offered).toEqual([]);
  for (const name of ['course_search', 'search_courses']) {
    expect(await textOf(turn, name)).toBe('the courses are switched off');
  }
});

test('1.8 a tool under the operator’s name explains itself while it is off, asked by its own name', async () => {
  let isOff = false;
  const provider = createProvider(() => (isOff ? [] : ['search']), {
    getToolMetadata: () => ({ search: { label: 'Search' } }),
    providesTool: (name) => name === 'search',
    executeTool: (name) => (isOff ? `${name} is switched off` : `${name} ran`),
  });
  const host = await createTestHost({
    companions: [createCompanion('@acme/alpha', provider)],
    exposeAs: [{ owner: '@acme/alpha', tool: 'search', as: 'find' }],
  });
  expect(await textOf(await host.turnWith(['find']), 'find')).toBe('search ran');
  isOff = true;
  await host.refresh();
  expect(await textOf(await host.startTurn({ bot: 'bot-1' }), 'find')).toBe('search is switched off');
  await host.bots.add({ id: 'late' });
  expect(await host.assign('late', ['find'])).toEqual(['find']);
  expect(await textOf(await host.startTurn({ bot: 'late' }), 'find')).toBe('search is switched off');
});

test('1.8 nobody else answers for a name that is kept for an owner that is off', async () => {
  let isOn = true;
  const provider = createProvider(['ledger'], { mark: 'owner' });
  const owner = createCompanion('@acme/owner', {
    listener: (event) => {
      if (isOn) event.registerProvider(provider);
    },
  });
  const greedy = createProvider([], { mark: 'greedy', providesTool: () => true });
  const host = await createTestHost({ companions: [owner, createCompanion('@acme/greedy', greedy)] });
  expect(await textOf(await host.turnWith(['ledger']), 'ledger')).toBe('owner ran ledger');
  isOn = false;
  const outcome = await (await host.startTurn({ bot: 'bot-1' })).call({ name: 'ledger' });
  expect(outcome).toMatchObject({ status: 'BLOCKED', executed: 'no' });
});

test('1.8 providesTool is asked for assigned names that nobody lists, and for no other', async () => {
  const names: string[] = [];
  const provider = createProvider(['listed'], {
    getToolMetadata: () => ({ old_name: { label: 'Old' }, other_old: {} }),
    providesTool: (name) => {
      names.push(name);
      return name === 'old_name';
    },
  });
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  const turn = await host.turnWith(['listed', 'old_name']);
  names.length = 0;
  expect(turn.offered.map(({ name }) => name)).toEqual(['listed']);
  expect(turn.toolsJson).not.toContain('old_name');
  await turn.call({ name: 'listed' });
  await turn.call({ name: 'other_old' });
  await turn.call({ name: 'unknown' });
  expect(names).toEqual([]);
  expect(await textOf(turn, 'old_name')).toBe('provider ran old_name');
  expect(names).toEqual(['old_name']);
});

test('1.8 the first provider that says yes executes the call and gives its own answer', async () => {
  const asked: string[] = [];
  const saying = (mark: string, answer: boolean) =>
    createCompanion(
      `@acme/${mark}`,
      createProvider([], {
        mark,
        providesTool: () => {
          asked.push(mark);
          return answer;
        },
      }),
    );
  const host = await createTestHost({ companions: [saying('no', false), saying('yes', true), saying('also', true)] });
  const turn = await host.turnWith(['old_name']);
  asked.length = 0;
  expect(await textOf(turn, 'old_name')).toBe('yes ran old_name');
  // Which one that is was found out when the name was assigned: another one's answer would be another tool.
  expect(asked).toEqual(['yes']);
});

test('1.8 a provider that is switched off explains itself', async () => {
  let isOff = false;
  const provider = createProvider(() => (isOff ? [] : ['course_search']), {
    getToolMetadata: () => ({ course_search: { label: 'Courses' } }),
    providesTool: (name) => name === 'course_search',
    executeTool: () => {
      if (!isOff) return 'hits';
      throw Object.assign(new Error('The course catalogue is switched off.'), {
        [Symbol.for('loadout.ToolBlockedError')]: true,
      });
    },
  });
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  await host.turnWith(['course_search']);
  isOff = true;
  await host.refresh();
  const turn = await host.startTurn({ bot: 'bot-1' });
  expect(turn).toMatchObject({ offered: [], withheld: [{ name: 'course_search', code: 'absent', label: 'Courses' }] });
  expect(await turn.call({ name: 'course_search' })).toMatchObject({
    status: 'BLOCKED',
    content: [{ text: 'The course catalogue is switched off.' }],
  });
});
