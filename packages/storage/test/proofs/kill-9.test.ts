import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Host } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { makeDatabasePath } from '../temporary-folder.js';
import { openProofHost, readAudit } from './open-proof-host.js';
import { createRandom, inForm, proofSeed } from './proof-form.js';

const BOTS = 10;
const WRITES = 1_000;
const script = fileURLToPath(new URL('./fixtures/write-until-killed.mjs', import.meta.url));
const importer = fileURLToPath(new URL('./fixtures/import-until-killed.mjs', import.meta.url));

const rounds = inForm({ short: 3, full: 20 });

test(`4.6 what was acknowledged survives kill -9 in the middle of ${WRITES} writes, ${rounds} times`, {
  timeout: 240_000,
}, async () => {
  const random = createRandom(proofSeed);
  for (let round = 0; round < rounds; round += 1) {
    const killAfter = 1 + Math.floor(random() * (WRITES - 1));
    const pauseMs = random() * 5;
    const about = `seed ${proofSeed}, round ${round}, killed after ${killAfter} writes`;
    const file = makeDatabasePath();
    const writer = startWriter(file);
    await writer.until(() => writer.isHanging && writer.assigned.length + writer.set.length >= killAfter);
    await sleep(pauseMs);
    await writer.kill();
    await expectAcknowledged(file, writer, about);
  }
});

test('4.6 a normal shutdown loses no trace and no change', { timeout: 60_000 }, async () => {
  const file = makeDatabasePath();
  const writer = startWriter(file);
  await writer.until(() => writer.isHanging && writer.assigned.length + writer.set.length >= 100);
  expect(await writer.stop()).toBe(0);
  const { host } = await expectAcknowledged(file, writer, 'after a normal shutdown');
  const recorded = await readCallIds(host);
  expect(writer.called.filter(({ id }) => !recorded.has(id))).toEqual([]);
  // What ran when the host was closed has an end: the host ended it.
  expect(await host.traces.list({ callId: 'in-flight' })).toMatchObject([{ hasEnded: true, status: 'CANCELLED' }]);
});

test('4.6 an import that is killed in the middle is there whole or not at all', { timeout: 240_000 }, async () => {
  const random = createRandom(proofSeed);
  const [botCount, toolCount] = [50, 20];
  for (let round = 0; round < inForm({ short: 2, full: 10 }); round += 1) {
    const file = makeDatabasePath();
    const child = fork(importer, [file, String(botCount), String(toolCount)], { execArgv: [], silent: true });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close');
    const lines: string[] = [];
    readLines(child, (line) => void lines.push(line));
    while (lines.length < 2) {
      if (child.exitCode !== null) throw new Error(`The importer ended by itself: ${child.exitCode}`);
      await Promise.race([once(child.stdout ?? child, 'data'), ended]);
    }
    // An import takes much longer than what lies between two.
    await sleep(random() * 300);
    child.kill('SIGKILL');
    await ended;
    expect(lines).toEqual(lines.map((_, index) => `imported ${index + 1}`));

    const { host, store, close } = await openProofHost(file);
    const limits = new Set<unknown>();
    for (const { id } of await host.bots.list()) {
      const { assignments } = await host.show(id);
      expect(assignments).toHaveLength(toolCount);
      for (const { settingsOverride } of assignments) limits.add(settingsOverride?.limit);
    }
    for (const { value } of await store.listToolSettings()) limits.add(value);
    expect(await host.bots.list()).toHaveLength(botCount);
    expect(limits.size, `round ${round}`).toBe(1);
    // The last one may be on the disk without its acknowledgement.
    expect([lines.length, lines.length + 1], `round ${round}`).toContain([...limits][0]);
    const [first] = limits;
    const changes = botCount * toolCount + 1;
    expect(await readAudit(host)).toHaveLength(botCount + changes * Number(first));
    expect(await store.examine?.()).toEqual([]);
    await close();
  }
});

async function expectAcknowledged(file: string, writer: Writer, about: string): Promise<{ readonly host: Host }> {
  expect(writer.troubles, about).toEqual([]);
  const { host, store, close } = await openProofHost(file);
  expect(await store.examine?.(), about).toEqual([]);
  expect(
    (await host.examine()).filter(({ level }) => level !== 'note'),
    about,
  ).toEqual([]);

  const assigned: string[] = [];
  for (const { id } of await host.bots.list()) {
    if (id === 'caller') continue;
    assigned.push(...(await host.show(id)).assignments.map(({ toolName }) => `${id} ${toolName}`));
  }
  const acknowledged = writer.assigned.map((number) => `bot-${number % BOTS} look_${number}`);
  expect(missing(acknowledged, assigned), about).toEqual([]);
  // A change and its line in the log are one: neither is there without the other.
  const assignedByLog = (await readAudit(host, { action: 'tool-assigned' }))
    .filter(({ bot }) => bot !== 'caller')
    .map(({ bot, tool }) => `${bot} ${tool}`);
  expect(assignedByLog.toSorted(), about).toEqual(assigned.toSorted());

  const settings = (await store.listToolSettings()).map(
    ({ toolName, field, value }) => `${toolName} ${field} ${value}`,
  );
  const acknowledgedSettings = writer.set.map((number) => `look_${number} limit ${number}`);
  expect(missing(acknowledgedSettings, settings), about).toEqual([]);
  const settingsByLog = (await readAudit(host, { action: 'setting-set' })).map(
    ({ tool, subject, after }) => `${tool} ${subject} ${after}`,
  );
  expect(settingsByLog.toSorted(), about).toEqual(settings.toSorted());

  await expectTraces(host, writer, about);
  // The files are as good as before: they take new changes.
  await host.assign('bot-0', ['look_999']);
  if (writer.isKilled) await close();
  return { host };
}

async function expectTraces(host: Host, writer: Writer, about: string): Promise<void> {
  const recorded = await readCallIds(host);
  const lost = writer.called.filter(({ id }) => !recorded.has(id));
  // In the time that the writer had, up to its last sign of life: others may have kept the machine from it.
  const [firstLost, last] = [lost[0], writer.called.at(-1)];
  const lostMs = firstLost === undefined || last === undefined ? 0 : last.atMs - firstLost.atMs;
  const stoodStillMs = firstLost === undefined || last === undefined ? 0 : last.stillMs - firstLost.stillMs;
  expect(
    lostMs - stoodStillMs,
    `${about}: milliseconds of traces lost, without ${stoodStillMs} ms of standing still`,
  ).toBeLessThanOrEqual(100);
  if (!writer.isKilled) return;
  expect(writer.isHanging, about).toBe(true);
  expect(await host.traces.list({ callId: 'in-flight' }), about).toMatchObject([
    { tool: 'change_for_ever', hasEnded: false, executed: 'unknown', status: 'ERROR', durationMs: 0 },
  ]);
}

/** Ids of all calls that were written down. */
async function readCallIds(host: Host): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let afterId = 0;
  for (;;) {
    const page = await host.traces.list({ afterId, limit: 1_000 });
    for (const { callId, id } of page) {
      ids.add(callId);
      afterId = Math.max(afterId, id);
    }
    if (page.length < 1_000) return ids;
  }
}

function missing(wanted: readonly string[], there: readonly string[]): readonly string[] {
  const set = new Set(there);
  return wanted.filter((one) => !set.has(one));
}

/** A call that has ended, by the writer's own time. */
interface Called {
  readonly id: string;
  readonly atMs: number;
  /** How long the writer had stood still by then. */
  readonly stillMs: number;
}

/** The process that writes, and what it has told so far. */
interface Writer {
  readonly assigned: readonly number[];
  readonly set: readonly number[];
  readonly called: readonly Called[];
  readonly troubles: readonly string[];
  readonly isHanging: boolean;
  readonly isKilled: boolean;
  /** Resolves when the condition holds, or all is written; rejects when the process ends by itself. */
  until(condition: () => boolean): Promise<void>;
  kill(): Promise<void>;
  /** A normal shutdown; answers the exit code. */
  stop(): Promise<number | null>;
}

function startWriter(file: string): Writer {
  const child = fork(script, [file, String(BOTS), String(WRITES)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const told = { assigned: [] as number[], set: [] as number[], called: [] as Called[] };
  const troubles: string[] = [];
  const state = { isHanging: false, isWritten: false, isKilled: false };
  readLines(child, (line) => {
    const [word = '', first = '', second = '', third = ''] = line.split(' ');
    if (word === 'assigned') told.assigned.push(Number(first));
    else if (word === 'set') told.set.push(Number(first));
    else if (word === 'called') told.called.push({ id: first, atMs: Number(second), stillMs: Number(third) });
    else if (word === 'trouble') troubles.push(line);
    else if (word === 'hangs') state.isHanging = true;
    else if (word === 'written') state.isWritten = true;
  });
  return {
    ...told,
    troubles,
    get isHanging() {
      return state.isHanging;
    },
    get isKilled() {
      return state.isKilled;
    },
    async until(condition) {
      while (!condition() && !state.isWritten) {
        const isOver = await Promise.race([
          once(child.stdout ?? child, 'data').then(() => false),
          ended.then(() => true),
        ]);
        if (isOver && !condition()) throw new Error(`The writer ended by itself: ${child.exitCode}`);
      }
    },
    async kill() {
      state.isKilled = true;
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.send('stop');
      await ended;
      return child.exitCode;
    },
  };
}

function readLines(child: ChildProcess, take: (line: string) => void): void {
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    // What was cut by the kill is no line.
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
