// What a trace costs in a file, above the least that it could: the same rows in the same batches by bare statements.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { compare, figure, median } from './measure.mjs';

// By their places: the bench package does not depend on them.
const { openSqliteTraces } = await import('../packages/storage/dist/index.js');
const Database = createRequire(new URL('../packages/storage/package.json', import.meta.url))('better-sqlite3');

const BATCH = 500;
const BATCHES = 100;
const TRACES = BATCH * BATCHES;
const LISTED = 1_000_000;
const ROWS_PER_STATEMENT = 10;
const COLUMNS = 11;

export async function benchTraces() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'loadout-bench-traces-'));
  try {
    return [...(await benchBatches(folder)), ...(await benchBegin(folder)), ...(await benchList(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchBatches(folder) {
  const traces = await openSqliteTraces({ file: path.join(folder, 'batches.sqlite') });
  const bare = openBare(path.join(folder, 'floor.sqlite'));
  const batch = Array.from({ length: BATCH }, (_, index) => createTrace(index));
  const groups = [];
  for (let from = 0; from < BATCH; from += ROWS_PER_STATEMENT) {
    groups.push(batch.slice(from, from + ROWS_PER_STATEMENT).flatMap(toValues));
  }
  const walls = [];
  const write = async () => {
    const startedAt = performance.now();
    for (const trace of batch) traces.record(trace);
    await traces.flush();
    walls.push((performance.now() - startedAt) * 1000);
  };
  const { base, own, ratio } = await compare(BATCHES, async () => bare.write(groups), write);
  const wall = median(walls) / BATCH;
  await traces.close();
  bare.close();
  return [
    figure('floor: bare statements, ten rows each', base / BATCH, 'us CPU'),
    // 2 us where bare statements take up to 1.5; a slower machine is held by the ratio alone.
    figure('trace in the file, in batches of 500', own / BATCH, 'us CPU', base / BATCH <= 1.5 ? 2 : undefined),
    figure('… as a multiple of the floor', ratio, 'x', 1.4),
    figure('… time that passes', wall, 'us'),
    figure('traces per second of CPU', BATCH / (own / 1e6), '/s'),
  ];
}

async function benchBegin(folder) {
  const traces = await openSqliteTraces({ file: path.join(folder, 'begin.sqlite') });
  const begun = Array.from({ length: 1000 }, (_, index) => createTrace(index));
  const walls = [];
  for (const trace of begun) {
    const startedAt = performance.now();
    await traces.begin(trace);
    walls.push((performance.now() - startedAt) * 1000);
    traces.record(trace);
    if (trace.order % 100 === 0) await traces.flush();
  }
  await traces.close();
  return [figure('row of a call before it runs', median(walls), 'us')];
}

async function benchList(folder) {
  const traces = await openSqliteTraces({
    file: path.join(folder, 'list.sqlite'),
    retention: { maxCount: 2 * LISTED },
  });
  traces.record({ ...createTrace(0), botId: 'rare' });
  for (let index = 1; index <= LISTED; index += 1) {
    traces.record(createTrace(index));
    if (index % TRACES === 0) await traces.flush();
  }
  await traces.flush();
  const startedAt = performance.now();
  const found = await traces.list({ botId: 'rare' });
  const took = performance.now() - startedAt;
  await traces.close();
  if (found.length !== 1) throw new Error(`Expected one trace, got ${found.length}.`);
  return [figure('one trace of a rare bot among 1,000,000', took, 'ms')];
}

function createTrace(index) {
  return {
    botId: 'bench',
    turnId: '0b8f3c1e-8a52-4a0b-9d0a-0123456789ab',
    order: index,
    callId: `call_${index}`,
    tool: 'search_courses',
    owner: '@acme/courses',
    status: 'SUCCESS',
    executed: 'yes',
    arguments: { query: 'statistics', limit: 5 },
    repairs: [],
    startedAt: 1_750_000_000_000 + index,
    durationMs: 3,
    resultCharacters: 1200,
    errorId: undefined,
  };
}

function toValues(trace) {
  const { errorId: _errorId, repairs: _repairs, executed: _executed, arguments: args, ...rest } = trace;
  return [...Object.values({ ...rest, status: 0 }), JSON.stringify(args)];
}

/** A table without keys, types and checks, and rows that are texts and numbers already. */
function openBare(file) {
  const database = new Database(file);
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = normal');
  const columns = Array.from({ length: COLUMNS }, (_, index) => `c${index}`).join(', ');
  database.exec(`create table traces (${columns})`);
  const row = `(${Array(COLUMNS).fill('?').join(', ')})`;
  const insert = database.prepare(`insert into traces values ${Array(ROWS_PER_STATEMENT).fill(row).join(', ')}`);
  const write = database.transaction((groups) => {
    for (const values of groups) insert.run(values);
  });
  return { write: (groups) => write.immediate(groups), close: () => database.close() };
}
