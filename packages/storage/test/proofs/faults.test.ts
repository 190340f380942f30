import { chmodSync, closeSync, copyFileSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, type Host, isLoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteStore, openSqliteTraces, tracesFileOf } from '../../src/index.js';
import { mountSmallDisk } from '../small-disk.js';
import { makeDatabasePath, makeTemporaryFolder } from '../temporary-folder.js';
import { openProofHost, readAudit } from './open-proof-host.js';

vi.setConfig({ testTimeout: 60_000 });

test('a disk that fills while turns run: changes are refused with file and remedy, nothing is lost, all goes on', async ({
  skip,
}) => {
  const disk = mountSmallDisk(16_000);
  if (disk === undefined) return skip('this process may not mount a disk');
  const file = path.join(disk.folder, 'loadout.db');
  const opened = await openProofHost(file);
  const { host, log } = opened;
  await seedBot(host);
  const turns = startTurns(host);
  const acknowledged = new Set<string>();
  const write = async (number: number): Promise<void> => {
    await host.assign('demo', [`look_${number}`]);
    acknowledged.add(`look_${number}`);
  };
  for (let number = 1; number <= 50; number += 1) await write(number);

  disk.fill();
  const refused = await firstRejection(async (number) => write(100 + number));
  expectStoreError(refused, file, /Free space/);
  for (let number = 300; number < 310; number += 1)
    expectStoreError(await rejection(write(number)), file, /Free space/);
  const duringOutage = turns.count;
  // A call that is not read-only would have its row first; that it cannot be written keeps no call from running.
  const turn = await host.startTurn({ bot: 'demo' });
  expect(await turn.call({ name: 'change', arguments: {} })).not.toMatchObject({ isError: true });
  await turn.end();
  await until(() => turns.count > duringOutage + 5);
  await until(() => log.some(({ event }) => event === 'traces-failed'));

  disk.free();
  for (let number = 400; number < 420; number += 1) await write(number);
  await until(() => log.some(({ event }) => event === 'traces-restored'));
  await turns.stop();
  const told = log.filter(({ event }) => event === 'traces-failed');
  expect(told.length, 'an outage is said once').toBe(1);
  for (const { error } of told) expectStoreError(error, tracesFileOf(file), /Free space/);
  await opened.close();

  const again = await openProofHost(file);
  await expectWhole(again.host, acknowledged);
  expect((await again.host.traces.list({ tool: 'look_0', limit: 1_000 })).length).toBeGreaterThan(0);
  expect(await again.store.examine?.()).toEqual([]);
});

test('a host that is closed while the disk is full comes to its end, says what was lost, and opens again', async ({
  skip,
}) => {
  const disk = mountSmallDisk(16_000);
  if (disk === undefined) return skip('this process may not mount a disk');
  const file = path.join(disk.folder, 'loadout.db');
  const opened = await openProofHost(file);
  await seedBot(opened.host);
  await opened.host.assign('demo', ['look_1']);
  const turns = startTurns(opened.host);
  disk.fill();
  await until(() => opened.log.some(({ event }) => event === 'traces-failed'));
  await turns.stop();
  const startedAt = performance.now();
  await opened.close();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  const last = opened.log.filter(({ event }) => event.startsWith('traces-')).at(-1);
  expect(last?.message).toMatch(/lost/);

  disk.free();
  const again = await openProofHost(file);
  await expectWhole(again.host, new Set(['look_0', 'change', 'look_1']));
  const turn = await again.host.startTurn({ bot: 'demo' });
  await turn.call({ id: 'afterwards', name: 'look_0', arguments: {} });
  await again.traces.flush();
  expect(await again.host.traces.list({ callId: 'afterwards' })).toHaveLength(1);
});

test('files that cannot be written are refused with file and remedy, and lose nothing', async ({ skip }) => {
  const place = makeLockableFolder();
  if (place === undefined) return skip('this process may not mount a disk, and is not kept from writing by modes');
  const file = path.join(place.folder, 'loadout.db');
  const first = await openProofHost(file);
  await seedBot(first.host);
  await first.close();
  const before = readFileSync(file);

  place.lock();
  const writable = /Let the user of this process write the file and its folder/;
  expectStoreError(await rejection(openSqliteStore({ file })), file, writable);
  const traces = tracesFileOf(file);
  expectStoreError(await rejection(openSqliteTraces({ file: traces, report: () => undefined })), traces, writable);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a damaged page: whoever needs it is told file and remedy, the others go on, and a backup has it all', async () => {
  const file = makeDatabasePath();
  const backup = path.join(makeTemporaryFolder(), 'backup.db');
  const first = await openProofHost(file);
  const bots = Array.from({ length: 40 }, (_, number) => `bot-${number}`);
  for (const id of bots) {
    await first.host.bots.add({ id });
    await first.host.assign(
      id,
      Array.from({ length: 25 }, (_, number) => `look_${number}`),
    );
  }
  await first.store.backUp?.(backup);
  await first.close();
  damageLeafOf(file, 'bot_tools');

  const { host, store } = await openProofHost(file);
  const outcomes = await Promise.all(
    bots.map((bot) =>
      host.startTurn({ bot }).then(
        () => 'works',
        (error: unknown) => error,
      ),
    ),
  );
  const failed = outcomes.filter((outcome) => outcome !== 'works');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThan(bots.length);
  for (const error of failed) expectStoreError(error, file, /restore a backup/);
  expect((await store.examine?.())?.join('\n')).toMatch(/restore a backup/i);
  expect((await host.examine()).filter(({ area, level }) => area === 'database' && level === 'error')).not.toEqual([]);

  const restored = makeDatabasePath();
  copyFileSync(backup, restored);
  const again = await openProofHost(restored);
  for (const id of bots) expect((await again.host.show(id)).offered).toHaveLength(25);
  expect(await again.store.examine?.()).toEqual([]);
});

test('a database or traces of a newer version are refused with file and remedy, and stay as they are', async () => {
  const file = makeDatabasePath();
  const first = await openProofHost(file);
  await seedBot(first.host);
  await first.close();
  for (const each of [file, tracesFileOf(file)]) {
    const database = new Database(each);
    database.exec("insert into schema_migrations values (999, 'from-the-future', '2999-01-01T00:00:00.000Z')");
    database.close();
    const before = readFileSync(each);
    const opening =
      each === file ? openSqliteStore({ file }) : openSqliteTraces({ file: each, report: () => undefined });
    const error = await rejection(opening);
    expect(isLoadoutError(error, 'STORE_NEWER') && error.message).toMatch(/Update Loadout/);
    expect(String(error)).toContain(each);
    expect(readFileSync(each).equals(before)).toBe(true);
  }
});

test('a clock that is set back, by an hour and by thirty years, changes neither order nor content', async () => {
  let time = Date.UTC(2026, 5, 1, 12);
  const clock: Clock = {
    now: () => time,
    monotonic: () => performance.now(),
    setTimeout(callback, delayMs) {
      const timer = setTimeout(callback, delayMs);
      return { clear: () => clearTimeout(timer), unref: () => void timer.unref() };
    },
  };
  const file = makeDatabasePath();
  const opened = await openProofHost(file, { clock });
  const { host, traces, log } = opened;
  await seedBot(host);
  const turns = startTurns(host);
  const acknowledged = new Set<string>();
  let number = 0;
  for (const jump of [0, -3_600_000, -30 * 365 * 86_400_000, 60 * 365 * 86_400_000]) {
    time += jump;
    for (let count = 0; count < 10; count += 1) {
      number += 1;
      await host.assign('demo', [`look_${number}`]);
      acknowledged.add(`look_${number}`);
      time += 1;
    }
    const soFar = turns.count;
    await until(() => turns.count > soFar + 2);
    await traces.flush();
    const before = (await traces.list({ limit: 1_000 })).length;
    await traces.prune();
    expect((await traces.list({ limit: 1_000 })).length).toBeGreaterThanOrEqual(before);
  }
  await turns.stop();
  const audit = (await readAudit(host, { bot: 'demo', action: 'tool-assigned' })).map(({ tool }) => tool);
  expect(audit.slice(0, number)).toEqual(Array.from({ length: number }, (_, index) => `look_${number - index}`));
  const ids = (await traces.list({ limit: 1_000 })).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  await opened.close();
  // Two hours before the database was made.
  time = Date.UTC(2026, 5, 1, 10);
  const again = await openProofHost(file, { clock });
  await expectWhole(again.host, acknowledged);
  await again.host.assign('demo', ['look_999']);
  expect((await again.host.audit({ limit: 1 }))[0]).toMatchObject({ tool: 'look_999' });
});

async function seedBot(host: Host): Promise<void> {
  await host.bots.add({ id: 'demo' });
  await host.assign('demo', ['look_0', 'change']);
}

/** All that was acknowledged is there, and what is there is in the log. */
async function expectWhole(host: Host, acknowledged: ReadonlySet<string>): Promise<void> {
  const assigned = (await host.show('demo')).assignments.map(({ toolName }) => toolName);
  expect([...acknowledged].filter((name) => !assigned.includes(name))).toEqual([]);
  const logged = (await readAudit(host, { bot: 'demo', action: 'tool-assigned' })).map(({ tool }) => String(tool));
  expect(logged.toSorted()).toEqual(assigned.toSorted());
}

/** Turns of the bot, one after another, until they are stopped; whatever goes wrong in one fails the test. */
function startTurns(host: Host): { readonly count: number; stop(): Promise<void> } {
  const state = { count: 0, isStopped: false };
  const run = async (): Promise<void> => {
    while (!state.isStopped) {
      const turn = await host.startTurn({ bot: 'demo' });
      expect(await turn.call({ name: 'look_0', arguments: { text: 'x'.repeat(2_000) } })).not.toMatchObject({
        isError: true,
      });
      await turn.end();
      state.count += 1;
      await sleep(2);
    }
  };
  const running = run();
  running.catch(() => undefined);
  onTestFinished(() => {
    state.isStopped = true;
  });
  return {
    get count() {
      return state.count;
    },
    stop() {
      state.isStopped = true;
      return running;
    },
  };
}

async function until(condition: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 15_000;
  while (!condition()) {
    if (performance.now() > giveUpAt) throw new Error('That did not happen within 15 s.');
    await sleep(5);
  }
}

async function firstRejection(attempt: (number: number) => Promise<void>): Promise<unknown> {
  for (let number = 0; number < 200; number += 1) {
    try {
      await attempt(number);
    } catch (error) {
      return error;
    }
  }
  throw new Error('Nothing was refused.');
}

function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('Nothing was refused.');
    },
    (error: unknown) => error,
  );
}

function expectStoreError(error: unknown, file: string, remedy: RegExp): void {
  expect(isLoadoutError(error, 'STORE_UNAVAILABLE'), String(error)).toBe(true);
  expect(String(error)).toContain(file);
  expect(String(error)).toMatch(remedy);
}

/** Junk over one page of a table, not its root. */
function damageLeafOf(file: string, table: string): void {
  const database = new Database(file);
  const pages = database
    .prepare<[string], number>("select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno")
    .pluck()
    .all(table);
  const pageSize = Number(database.pragma('page_size', { simple: true }));
  database.close();
  expect(pages.length).toBeGreaterThan(2);
  const page = pages[Math.floor(pages.length / 2)] ?? 0;
  writePage(file, (page - 1) * pageSize, Buffer.alloc(pageSize, 0xa5));
}

function writePage(file: string, at: number, content: Buffer): void {
  const opened = openSync(file, 'r+');
  writeSync(opened, content, 0, content.length, at);
  closeSync(opened);
}

/** A folder whose files can be locked against writing. Modes do not hold root back, so root needs a disk for it. */
function makeLockableFolder(): { readonly folder: string; lock(): void } | undefined {
  if (process.getuid?.() === 0) {
    const disk = mountSmallDisk(8_000);
    return disk === undefined ? undefined : { folder: disk.folder, lock: () => disk.makeReadOnly() };
  }
  const folder = makeTemporaryFolder();
  return {
    folder,
    lock() {
      for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o444);
      chmodSync(folder, 0o555);
      onTestFinished(() => chmodSync(folder, 0o755));
    },
  };
}
