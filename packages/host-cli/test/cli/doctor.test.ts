import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteTraces } from '@loadout/storage';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { makeProject, runLoadout } from './run-loadout.js';

test('where nothing is wrong it says so with 0, and makes no database', async () => {
  const cwd = makeProject();
  const { code, stdout, stderr } = await runLoadout(['doctor'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^note: database: .*loadout\.sqlite: There is none yet/m);
  expect(stdout).toMatch(/^Nothing is wrong\.$/m);
  expect(existsSync(join(cwd, '.loadout'))).toBe(false);
});

test('configuration and companions are among the findings, each with its remedy', async () => {
  const cwd = makeProject({ companions: ['@acme/missing', '@acme/tools', '@acme/hostile'], databse: 'x' });
  const { code, stdout, stderr } = await runLoadout(['doctor', '--json'], { cwd });
  expect(code).toBe(1);
  const { findings } = JSON.parse(stdout);
  const told = (area: string) => findings.filter((finding: { area: string }) => finding.area === area);
  expect(told('configuration')).toMatchObject([
    { level: 'warning', message: expect.stringContaining('/databse'), remedy: expect.any(String) },
    { level: 'warning', message: expect.stringContaining('@acme/missing'), remedy: 'Install it there.' },
  ]);
  expect(told('companions')).toEqual(
    expect.arrayContaining([expect.objectContaining({ level: 'error', subject: '@acme/missing' })]),
  );
  // Said once, as findings.
  expect(stderr).not.toContain('databse');
  const people = await runLoadout(['doctor'], { cwd });
  expect(people.code).toBe(1);
  expect(people.stdout).toMatch(/^warning: configuration: loadout\.config\.json:\d+:\d+ \/databse/m);
  expect(people.stdout).toMatch(/^\d+ errors?, \d+ warnings?\.$/m);
  expect(people.stdout).not.toContain('\u001b');
});

test('a database that cannot be used is a finding, and the rest is examined all the same', async () => {
  const cwd = makeProject({ companions: ['@acme/missing'] });
  writeFileSync(join(cwd, 'junk.sqlite'), 'This is no database at all. '.repeat(100));
  const { code, stdout } = await runLoadout(['doctor', '--database', 'junk.sqlite'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^error: database: .*junk\.sqlite/m);
  expect(stdout).toMatch(/@acme\/missing/);
});

test('damage in the middle of the traces is a finding with the name of their file', async () => {
  const cwd = makeProject();
  const file = join(cwd, '.loadout/loadout.traces.sqlite');
  await runLoadout(['bots', 'add', 'guide'], { cwd });
  const traces = await openSqliteTraces({ file });
  for (let order = 1; order <= 2_000; order += 1) {
    traces.record({
      botId: 'guide',
      turnId: 'turn-1',
      order,
      callId: `call-${order}`,
      tool: 'search',
      owner: 'acme-tools',
      status: 'SUCCESS',
      executed: 'yes',
      arguments: {},
      repairs: [],
      startedAt: Date.now(),
      durationMs: 3,
      resultCharacters: 120,
      errorId: undefined,
    });
  }
  await traces.close();
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 4_096 / 2) * 4_096;
  writeFileSync(file, bytes.fill(0xa5, middle, middle + 4_096));
  const damaged = await runLoadout(['doctor', '--json'], { cwd });
  expect(damaged.code).toBe(1);
  expect(JSON.parse(damaged.stdout).findings).toContainEqual({
    level: 'error',
    area: 'database',
    code: 'database-broken',
    details: expect.objectContaining({ error: expect.stringContaining('is damaged') }),
    subject: expect.stringMatching(/loadout\.traces\.sqlite$/),
    message: expect.stringContaining('is damaged'),
    remedy: expect.any(String),
  });
});

test('what SQLite says of a damaged page is one line, with its area once', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'guide'], { cwd });
  const file = join(cwd, '.loadout/loadout.sqlite');
  const pages = readIndexPages(file);
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(7, (page - 1) * 4_096, page * 4_096);
  writeFileSync(file, bytes);
  const { code, stdout } = await runLoadout(['doctor'], { cwd });
  expect(code).toBe(1);
  expect(JSON.parse((await runLoadout(['doctor', '--json'], { cwd })).stdout).findings).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('\n') }),
  );
  for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^(error: database: The |note: | {4}\S|\d)/);
});

/** Where the indexes of a file of SQLite begin, counted from 1. */
function readIndexPages(file: string): readonly number[] {
  const database = new Database(file, { readonly: true });
  const pages = database.prepare<[], number>("select rootpage from sqlite_schema where type = 'index'").pluck().all();
  database.close();
  expect(pages.length).toBeGreaterThan(3);
  return pages;
}
