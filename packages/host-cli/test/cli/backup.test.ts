import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, runLoadout } from './run-loadout.js';
import { end, serve } from './serve.js';

test('a copy of database and traces, made beside a running server, is a host of its own', async () => {
  const cwd = makeProject();
  const running = await serve(cwd);
  await running.ask('POST', '/bots/demo/calls', { tool: 'unknown_tool' });
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  expect(await run('backup', 'copy.sqlite')).toMatchObject({ code: 0, stderr: '' });
  await end(running);
  expect((await run('bots', 'list', '--database', 'copy.sqlite')).stdout).toMatch(/^demo /m);
  expect((await run('traces', '--database', 'copy.sqlite')).stdout).toMatch(/ unknown_tool /);
  // Never over something.
  expect(await run('backup', 'copy.sqlite')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/copy\.sqlite is there already/),
  });
  expect(JSON.parse((await run('backup', 'small.sqlite', '--without-traces', '--json')).stdout)).toEqual({
    database: join(cwd, 'small.sqlite'),
    traces: null,
  });
  expect(existsSync(join(cwd, 'small.traces.sqlite'))).toBe(false);
});

test('half a backup is none: where the traces cannot be copied, the copy of the database goes too', async () => {
  const cwd = makeProject();
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  await run('bots', 'add', 'guide');
  await run('assign', 'guide', 'echo');
  await run('call', 'guide', 'echo');
  mkdirSync(join(cwd, 'copies'));
  // As long as the name of a file may be with what SQLite adds; that of the traces is longer.
  const { code, stderr } = await run('backup', `copies/${'x'.repeat(223)}.sqlite`);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/traces\.sqlite/) });
  expect(readdirSync(join(cwd, 'copies'))).toEqual([]);
});
