// The store behind a host: a loadout among few and many bots, changes on a real file, and the question before each turn.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createHost } from '@loadout/core';
import { createCompanion, createDefinitions } from './definitions.mjs';
import { cpuPerRun, figure, median } from './measure.mjs';

// By their places: the bench package does not depend on them.
const { openSqliteStore } = await import('../packages/storage/dist/index.js');
const Database = createRequire(new URL('../packages/storage/package.json', import.meta.url))('better-sqlite3');

const TOOLS = 50;
const FEW = 1_000;
const MANY = 100_000;
const OTHERS_TOOLS = 3;
const BOTS_PER_CHANGE = 5_000;
const SHOWS = 100;
const ROUNDS = 7;
const TOGGLES = 100;
const AT = '2026-01-01T00:00:00.000Z';

export async function benchStore() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'loadout-bench-store-'));
  try {
    return [...(await benchShow(folder)), ...(await benchToggles(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In turns on both databases, so that whatever else the machine does meets both. */
async function benchShow(folder) {
  const few = await openBench(path.join(folder, 'few.sqlite'), FEW);
  const many = await openBench(path.join(folder, 'many.sqlite'), MANY);
  const pairs = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = { few: await showAfterChanges(few.host), many: await showAfterChanges(many.host) };
    if (round > 0) pairs.push(pair);
  }
  const warm = await cpuPerRun(5_000, () => many.host.show('bench'));
  let revision = 0;
  const asked = await cpuPerRun(200_000, () => {
    revision = many.store.revision();
  });
  const read = await cpuPerRun(2_000, () => many.store.listAssignments('bench'));
  if (typeof revision !== 'number' && typeof revision !== 'string') throw new Error('There is no revision.');
  for (const { close } of [few, many]) await close();
  return [
    figure(`seeding ${MANY.toLocaleString('en')} bots`, many.seededMs / 1000, 's'),
    figure('floor: reading 50 assignments', read, 'us CPU'),
    figure('show after a change, 50 tools, 1,000 bots', median(pairs.map((pair) => pair.few)), 'us CPU'),
    figure('show after a change, 50 tools, 100,000 bots', median(pairs.map((pair) => pair.many)), 'us CPU'),
    figure('… many bots over few', median(pairs.map((pair) => pair.many / pair.few)), 'x', 1.3),
    figure('show again, 100,000 bots', warm, 'us CPU'),
    figure('revision of the store', asked, 'us CPU', 2),
  ];
}

/** CPU microseconds of one `show` whose loadout has just changed. */
async function showAfterChanges(host) {
  let spent = 0;
  for (let count = 0; count < SHOWS; count += 1) {
    const settingsOverride = { limit: Math.random() };
    await host.changeLoadout('bench', [{ action: 'override', tool: 'tool_1', settingsOverride }]);
    const before = process.cpuUsage();
    const { offered } = await host.show('bench');
    const { user, system } = process.cpuUsage(before);
    spent += user + system;
    if (offered.length !== TOOLS) throw new Error('The bot is not offered what it should be.');
  }
  return spent / SHOWS;
}

/** A toggle is a tool assigned and unassigned: two changes, each with its line in the log, each on the disk. */
async function benchToggles(folder) {
  const { host, close } = await openBench(path.join(folder, 'toggles.sqlite'), FEW);
  const bare = openBare(path.join(folder, 'bare.sqlite'));
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const floor = await timeOf(() => {
      for (let count = 0; count < 2 * TOGGLES; count += 1) bare.write();
    });
    const own = await timeOf(async () => {
      for (let count = 0; count < TOGGLES; count += 1) {
        await host.assign('bench', ['tool_90']);
        await host.unassign('bench', ['tool_90']);
      }
    });
    if (round > 0) rounds.push({ floor, own });
  }
  const entries = await host.audit({ tool: 'tool_90', limit: 1_000 });
  if (entries.length !== 1_000) throw new Error('The changes are not in the log.');
  bare.close();
  await close();
  const perSecond = (ms) => (TOGGLES * 1_000) / ms;
  return [
    figure('floor: two bare commits of one row', perSecond(median(rounds.map(({ floor }) => floor))), '/s'),
    figure('toggles of a tool, with audit', perSecond(median(rounds.map(({ own }) => own))), '/s'),
    figure('… time over the floor', median(rounds.map(({ own, floor }) => own / floor)), 'x', 8),
  ];
}

async function timeOf(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function openBench(file, botCount) {
  const store = await openSqliteStore({ file });
  const seededMs = await timeOf(() => seedBots(store, botCount));
  const host = await createHost({ store, companions: [createCompanion(createDefinitions(100))] });
  await host.bots.add({ id: 'bench' });
  await host.assign(
    'bench',
    Array.from({ length: TOOLS }, (_, index) => `tool_${index}`),
  );
  return {
    host,
    store,
    seededMs,
    async close() {
      await host.close();
      await store.close();
    },
  };
}

/** In a few large changes: a commit for each bot would take minutes. */
async function seedBots(store, count) {
  for (let from = 0; from < count; from += BOTS_PER_CHANGE) {
    await store.change(async (writer) => {
      for (let number = from; number < Math.min(from + BOTS_PER_CHANGE, count); number += 1) {
        const id = `bot-${number}`;
        await writer.addBot({ id, displayName: id, createdAt: AT });
        await writer.putAssignments(
          id,
          Array.from({ length: OTHERS_TOOLS }, (_, place) => createAssignment(`tool_${(number + place) % 100}`, place)),
        );
      }
    });
  }
}

function createAssignment(toolName, position) {
  return {
    toolName,
    owner: '@bench/tools',
    label: toolName,
    definitionHash: null,
    settingsOverride: null,
    isBuiltIn: false,
    position,
    assignedAt: AT,
    updatedAt: AT,
  };
}

/** A table of one column, and a commit that reaches the disk for each row. */
function openBare(file) {
  const database = new Database(file);
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.exec('create table rows (text)');
  const insert = database.prepare('insert into rows values (?)');
  const write = database.transaction(() => insert.run('a row of a table'));
  return { write: () => write.immediate(), close: () => database.close() };
}
