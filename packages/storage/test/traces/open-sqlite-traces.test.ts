import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isLoadoutError } from '@loadout/core';
import { traceRecorderConformance } from '@loadout/core/store-conformance';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore, openSqliteTraces, tracesFileOf } from '../../src/index.js';
import { openTracesFile } from '../../src/traces/open-traces-file.js';
import { traceMigrations } from '../../src/traces/trace-migrations.js';
import { damageTable } from '../damage-table.js';
import { mountSmallDisk } from '../small-disk.js';
import { makeDatabasePath, makeTemporaryFolder } from '../temporary-folder.js';
import { newTrace, newTraces } from './new-trace.js';
import { openTraces } from './open-traces.js';

for (const { title, run } of traceRecorderConformance) {
  test(title, () => run(() => openSqliteTraces({ file: makeDatabasePath() })));
}

test.each([
  ['x/loadout.sqlite', 'x/loadout.traces.sqlite'],
  ['/data/loadout.db', '/data/loadout.traces.db'],
  ['a.b/loadout', 'a.b/loadout.traces'],
  ['my.bots.db', 'my.bots.traces.db'],
  ['.hidden', '.hidden.traces'],
])('the traces of %s are in %s', (database, traces) => {
  expect(tracesFileOf(path.normalize(database))).toBe(path.normalize(traces));
});

test('file and folders are made; the file is in WAL mode', async () => {
  const file = path.join(makeTemporaryFolder(), 'a', 'traces.sqlite');
  const { traces } = await openTraces({ file });
  const reader = new Database(file, { readonly: true });
  expect(reader.pragma('journal_mode', { simple: true })).toBe('wal');
  reader.close();
  await traces.close();
  expect(readdirSync(path.dirname(file))).toEqual(['traces.sqlite']);
});

test('what is no path, and what is no number of days or traces, is refused', async () => {
  for (const file of ['', ':memory:', undefined, 7]) {
    await expect(openSqliteTraces({ file: file as string })).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' });
  }
  const file = makeDatabasePath();
  for (const value of [0, -1, Number.NaN, '30']) {
    const retention = { maxAgeDays: value as number };
    await expect(openSqliteTraces({ file, retention })).rejects.toThrow(
      /retention\.maxAgeDays has to be a number above 0, but is/,
    );
  }
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test('a file of a newer version is refused, and stays as it is', async () => {
  const file = makeDatabasePath();
  const newer = { version: traceMigrations.length + 1, name: 'tomorrow', sql: 'create table tomorrow (id integer)' };
  (await openTracesFile(file, { now: Date.now, steps: [...traceMigrations, newer] })).close();
  const before = readFileSync(file);
  const error = await openSqliteTraces({ file }).catch((caught: unknown) => caught);
  expect(isLoadoutError(error, 'STORE_NEWER')).toBe(true);
  expect(String(error)).toMatch(/has version 6, and this Loadout knows versions up to 5. Update Loadout/);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('calls under way of a file of version 1 become traces, in the order in which they were begun', async () => {
  const file = makeDatabasePath();
  const old = await openTracesFile(file, { now: Date.now, steps: traceMigrations.slice(0, 1) });
  old.exec(`
    insert into traces values (7, 'demo', 'turn-1', 'c', 'search', 'acme-tools', 0, 7, 7000, 3, 9, null, null, '{}');
    insert into calls_under_way values ('turn-2', 3, 'demo', 'call-3', 'send', null, 9000, null, '{"to":"anna"}');
    insert into calls_under_way values
      ('turn-1', 8, 'demo', 'call-8', 'send', '@acme/mail', 8000, '[{"pointer":"","kind":"empty-arguments"}]', '{}');`);
  old.close();
  const { traces } = await openTraces({ file });
  expect(await traces.list()).toMatchObject([
    {
      id: 9,
      turnId: 'turn-2',
      order: 3,
      owner: undefined,
      arguments: { to: 'anna' },
      hasEnded: false,
      startedAt: 9000,
    },
    { id: 8, turnId: 'turn-1', order: 8, owner: '@acme/mail', hasEnded: false, repairs: [{ kind: 'empty-arguments' }] },
    { id: 7, turnId: 'turn-1', order: 7, hasEnded: true, status: 'SUCCESS' },
  ]);
});

test('calls and turns of a file of version 4 say nothing of what was not written down then', async () => {
  const file = makeDatabasePath();
  const old = await openTracesFile(file, { now: Date.now, steps: traceMigrations.slice(0, 4) });
  old.exec(`
    insert into traces values (7, 'demo', 'turn-1', 'c', 'search', 'acme-tools', 0, 7, 7000, 3, 9, null, null, '{}');
    insert into turns values (3, 'demo', 'turn-1', null, 'chat', null, 'chat', 7000, 9, 2, 1, 9, 1, 0, 'answer', 5, 6);`);
  old.close();
  const { traces } = await openTraces({ file });
  const [call] = await traces.list();
  expect(call).toMatchObject({ id: 7, durationMs: 3 });
  expect(call).not.toHaveProperty('waitedMs');
  const [turn] = await traces.listTurns();
  expect(turn).toMatchObject({ id: 3, modelRequests: 2, outputTokens: 6 });
  expect(turn).not.toHaveProperty('requests');
});

test('the database itself and files of other programs are refused, and stay as they are', async () => {
  const database = makeDatabasePath();
  await (await openSqliteStore({ file: database })).close();
  const invoices = makeDatabasePath();
  const other = new Database(invoices);
  other.exec('create table invoices (id integer)');
  other.close();
  const letter = makeDatabasePath();
  writeFileSync(letter, 'This is a letter.\n'.repeat(500));
  for (const file of [database, invoices, letter]) {
    const before = readFileSync(file);
    await expect(openSqliteTraces({ file })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  }
});

test('after close every method says that the file was closed, and closing again is no error', async () => {
  const { traces } = await openTraces();
  await Promise.all([traces.close(), traces.close()]);
  const closed = /was closed. Open it again/;
  expect(() => traces.record(newTrace(1))).toThrow(closed);
  expect(() => traces.begin(newTrace(1))).toThrow(closed);
  expect(() => traces.revision()).toThrow(closed);
  expect(() => traces.tokenUses.record('a', 0)).toThrow(closed);
  for (const work of [traces.list(), traces.flush(), traces.prune(), traces.tokenUses.list()]) {
    await expect(work).rejects.toThrow(closed);
  }
});

test('a backup is whole and opens; a file that is there is not overwritten', async () => {
  const { traces, file } = await openTraces();
  for (let order = 1; order <= 20_000; order += 1) traces.record(newTrace(order));
  const copy = `${file}.copy`;
  const backup = traces.backUp(copy);
  // While it runs, others go on.
  traces.record(newTrace(20_001));
  await backup;
  await expect(traces.backUp(copy)).rejects.toThrow(/exists already/);
  const { traces: copied } = await openTraces({ file: copy });
  expect((await copied.list({ limit: 1 }))[0]?.order).toBeGreaterThanOrEqual(20_000);
  expect(await traces.list({ limit: 1 })).toMatchObject([{ order: 20_001 }]);
});

test('a backup that another process writes into does not begin anew, and holds one moment', async () => {
  const { traces, file } = await openTraces();
  for (let order = 1; order <= 20_000; order += 1) traces.record(newTrace(order, { arguments: 'x'.repeat(500) }));
  await traces.flush();
  const { traces: other } = await openTraces({ file });
  let isDone = false;
  const backup = traces.backUp(`${file}.copy`).finally(() => {
    isDone = true;
  });
  let order = 20_000;
  while (!isDone) {
    order += 1;
    other.record(newTrace(order));
    await other.flush();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await backup;
  const { traces: copied } = await openTraces({ file: `${file}.copy` });
  const [newest] = await copied.list({ limit: 1 });
  expect(newest?.order).toBe(newest?.id);
  expect(newest?.order).toBeGreaterThanOrEqual(20_000);
  expect(newest?.order).toBeLessThan(order);
});

test('a backup of a damaged file is refused with what is wrong, and leaves nothing behind', async () => {
  const { traces, file } = await openTraces();
  for (const trace of newTraces(1, 1000)) traces.record(trace);
  await traces.close();
  const { traces: again } = await openTraces({ file });
  damageTable(file, 'traces');
  await expect(again.backUp(`${file}.copy`)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringMatching(
      /was not made, because the database ".*" is damaged: .*restore an earlier backup\.$/,
    ),
  });
  await again.close();
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
});

test('a file whose newest traces are damaged is refused with its remedy, and let go of', async () => {
  const { traces, file } = await openTraces();
  for (const trace of newTraces(1, 1000)) traces.record(trace);
  await traces.close();
  damageTable(file, 'traces');
  await expect(openSqliteTraces({ file })).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringMatching(/cannot be opened: .*restore a backup/),
  });
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
});

test('a backup onto a disk that is too small says so, and leaves nothing behind', async (context) => {
  const disk = mountSmallDisk(500);
  if (disk === undefined) return context.skip('this user may not mount a disk');
  const { traces } = await openTraces();
  for (let order = 1; order <= 1000; order += 1) traces.record(newTrace(order, { arguments: 'x'.repeat(1000) }));
  const target = path.join(disk.folder, 'copy.sqlite');
  await expect(traces.backUp(target)).rejects.toThrow(/cannot be written: .* Free space on the disk/);
  expect(readdirSync(disk.folder)).toEqual([]);
  return undefined;
});

test('last uses of tokens are kept to the minute, across restarts, and do not go back with the clock', async () => {
  const { traces, file } = await openTraces();
  const noon = Date.UTC(2026, 0, 1, 12, 0, 59, 999);
  traces.tokenUses.record('a', noon);
  traces.tokenUses.record('b', noon + 1);
  traces.tokenUses.record('a', noon - 3_600_000);
  expect(await traces.tokenUses.list()).toEqual(
    new Map([
      ['a', '2026-01-01T12:00:00.000Z'],
      ['b', '2026-01-01T12:01:00.000Z'],
    ]),
  );
  await traces.close();
  const { traces: again } = await openTraces({ file });
  again.tokenUses.record('b', noon - 3_600_000);
  again.tokenUses.record('a', noon + 60_000);
  await again.close();
  const { traces: last } = await openTraces({ file });
  expect([...(await last.tokenUses.list()).values()]).toEqual(['2026-01-01T12:01:00.000Z', '2026-01-01T12:01:00.000Z']);
});
