import { expect, test } from 'vitest';
import { makeProject, runLoadout } from './run-loadout.js';

test('a bot is added, given tools, shown, and removed with what it had', async () => {
  const cwd = makeProject();
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  expect(await run('bots', 'list')).toMatchObject({
    code: 0,
    stdout: 'There is no bot. Add one with "loadout bots add ID".\n',
  });
  expect((await run('bots', 'add', 'guide', '--name', 'Study\u001b[2J guide')).stderr).toContain(
    'The display name of "guide" has the character U+001B, which people do not see. Remove it.',
  );
  expect(await run('bots', 'add', 'guide', '--name', 'Study guide')).toMatchObject({ code: 0 });
  const list = await run('bots', 'list');
  expect(list.stdout).toMatch(/^BOT +SINCE +NAME\nguide +\d{4}-\S+ +Study guide\n$/);

  expect(await run('assign', 'guide', 'hang', 'parrot')).toMatchObject({ code: 0, stdout: 'guide has hang, echo.\n' });
  const shown = JSON.parse((await run('show', 'guide', '--json')).stdout);
  const keys = ['bot', 'assignments', 'offered', 'withheld', 'toolsJson', 'converted', 'instructions'];
  expect(Object.keys(shown)).toEqual(keys);
  expect(shown).toMatchObject({
    bot: { id: 'guide', displayName: 'Study guide' },
    assignments: [{ toolName: 'hang' }, { toolName: 'echo', owner: '@acme/tools', isBuiltIn: false }],
    offered: [{ name: 'hang' }, { name: 'echo' }],
    withheld: [],
  });
  expect((await run('show', 'guide')).stdout).toMatch(
    /^guide {2}Study[^\n]*\n\nOffered \(2\)\nTOOL .*\nhang +@acme\/tools .*\necho /,
  );
  expect((await run('show', 'guide', '--api', 'Chat')).stdout).toMatch(
    /\nTOOL +OWNER +SENT +LABEL\nhang +@acme\/tools +(non-)?strict(, changed)? /,
  );
  const sent = JSON.parse((await run('show', 'guide', '--api', 'anthropic', '--json')).stdout);
  expect(JSON.parse(sent.toolsJson)).toMatchObject([{ name: 'hang', input_schema: {} }, { name: 'echo' }]);
  expect(sent.converted).toMatchObject([{ name: 'hang', mode: 'non-strict' }, { name: 'echo' }]);
  expect((await run('show', 'guide', '--api', 'cobol')).stderr).toContain('Expected one of chat, responses');

  expect(await run('unassign', 'guide', 'hang', 'unknown')).toMatchObject({
    code: 0,
    stdout: 'guide no longer has hang.\n',
    stderr: 'warning: guide did not have unknown. See "loadout show guide".\n',
  });
  await run('assign', 'guide', 'wait', 'fail');
  expect(await run('unassign', 'guide', 'parrot', 'echo', 'hang', 'fail')).toMatchObject({
    stdout: 'guide no longer has echo, fail.\n',
    stderr: 'warning: guide did not have hang. See "loadout show guide".\n',
  });
  await run('assign', 'guide', 'echo');
  expect(await run('unassign', 'guide', 'wait', 'unknown', 'other')).toMatchObject({
    code: 0,
    stderr: 'warning: guide did not have unknown, other. See "loadout show guide".\n',
  });
  expect(await run('bots', 'remove', 'guide')).toMatchObject({
    code: 0,
    stdout: 'Removed guide. Its loadout went with it: echo. The id cannot be used again.\n',
  });
  expect(await run('bots', 'add', 'guide')).toMatchObject({ code: 1, stdout: '' });
});

test('a bot is renamed, and copied with its loadout and its own settings', async () => {
  const cwd = makeProject();
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  const json = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).stdout);
  expect(await json('bots', 'add', 'guide', '--name', 'Guide')).toMatchObject({ id: 'guide', displayName: 'Guide' });
  expect(await json('assign', 'guide', 'parrot', 'hang', '--settings', '{"a":1}')).toEqual({
    bot: 'guide',
    assigned: ['echo', 'hang'],
  });
  expect((await run('bots', 'rename', 'guide', 'New')).stdout).toBe('guide is called New now.\n');
  expect(await json('bots', 'copy', 'guide', 'other')).toMatchObject({ id: 'other', displayName: 'other' });
  const [guide, other] = [await json('show', 'guide'), await json('show', 'other')];
  expect(guide.bot).toMatchObject({ displayName: 'New' });
  const facts = (view: { assignments: { toolName: string; settingsOverride: unknown }[] }) =>
    view.assignments.map(({ toolName, settingsOverride }) => [toolName, settingsOverride]);
  expect(facts(other)).toEqual([
    ['echo', { a: 1 }],
    ['hang', { a: 1 }],
  ]);
  expect(facts(guide)).toEqual(facts(other));
  expect(await json('unassign', 'guide', 'echo', 'wait')).toEqual({
    bot: 'guide',
    unassigned: ['echo'],
    missing: ['wait'],
  });
  expect(await json('bots', 'remove', 'other')).toEqual({ removed: 'other', tools: ['echo', 'hang'], tokens: [] });
});

test('tools are taken from a bot in one change, and names of tools that it did not have are told', async () => {
  const cwd = makeProject();
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  const revision = async () => JSON.parse((await run('show', 'guide', '--json')).stdout).bot.loadoutRevision;
  await run('bots', 'add', 'guide');
  await run('assign', 'guide', 'echo', 'hang', 'wait');
  const before = await revision();
  const { code, stdout, stderr } = await run('unassign', 'guide', 'parrot', 'echo', 'fail', 'hang', 'no_such');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'guide no longer has echo, hang.\n' });
  expect(stderr).toBe('warning: guide did not have fail, no_such. See "loadout show guide".\n');
  expect(await revision()).toBe(before + 1);
});

test('an assigned tool whose companion is gone is shown as withheld', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'guide'], { cwd });
  await runLoadout(['assign', 'guide', 'echo'], { cwd });
  const other = makeProject({ companions: [] });
  const { code, stdout } = await runLoadout(
    ['show', 'guide', '--config', `${other}/loadout.config.json`, '--database', '.loadout/loadout.sqlite'],
    { cwd },
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Withheld \(1\)\nTOOL +OWNER +LABEL +CODE +WHY\necho +@acme\/tools /m);
});

test('what the host refuses ends with 1, in one line that says what to do', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'guide'], { cwd });
  const cases = [
    [['bots', 'add', 'guide'], /exists already/],
    [['bots', 'remove', 'nobody'], /"loadout bots list"/],
    [['show', 'nobody'], /no bot "nobody"/],
    [['assign', 'guide', 'echo', 'unknown_tool'], /unknown_tool.*"loadout tools"/],
    [['call', 'nobody', 'echo'], /no bot "nobody"/],
  ] as const;
  for (const [args, pattern] of cases) {
    const { code, stdout, stderr } = await runLoadout(args, { cwd });
    expect([args, code, stdout]).toEqual([args, 1, '']);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toMatch(pattern);
  }
  // All or nothing.
  expect(JSON.parse((await runLoadout(['show', 'guide', '--json'], { cwd })).stdout).assignments).toEqual([]);
});

test('ids and names that cannot be any are wrong usage', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'guide'], { cwd });
  for (const args of [
    ['show', 'Nope'],
    ['bots', 'remove', 'Nope'],
    ['assign', 'Nope', 'echo'],
    ['unassign', 'Nope', 'echo'],
    ['call', 'Nope', 'echo'],
    ['assign', 'guide', 'no name'],
    ['unassign', 'guide', 'no name'],
    ['bots', 'add', 'other', '--name', ' '],
  ]) {
    const { code, stdout, stderr } = await runLoadout(args, { cwd });
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toMatch(/^error: [^\n]+\n/);
  }
});
