import {
  type CallStatus,
  type CompanionState,
  createHost,
  type ErrorCode,
  type Host,
  type JsonObject,
  type LeftOutTool,
  type Turn,
} from '@loadout/core';
import { expect, onTestFinished } from 'vitest';
import { createBuiltIns } from './built-ins.js';
import { type CollectedLog, collectLog } from './collected-log.js';
import { createCompanion } from './companion.js';
import { installCompanions, installOwnCore } from './install-companions.js';
import { createManualClock, type ManualClock, settle } from './manual-clock.js';
import { createProvider } from './provider.js';

/** A companion that does its worst, and what the host is to make of it. */
export interface HostileCompanion {
  readonly fixture: string;
  readonly settings?: JsonObject;
  /** Stands in its package.json instead. */
  readonly manifest?: string;
  readonly state: CompanionState;
  /** What the operator reads of it, by code or status; null where nothing is wrong but, with `logs`, its calls. */
  readonly says: readonly [code: ErrorCode | LeftOutTool['status'], message: RegExp] | null;
  /** What the log says of its calls, under its name. */
  readonly logs?: RegExp;
  /** What it makes wait until a deadline. Where it says nothing, no time passes at all. */
  readonly hangs?: 'load' | 'list' | 'call';
  /** Its own names that a bot is given, and how calls of them end. */
  readonly calls?: Readonly<Record<string, readonly [status: CallStatus, text: RegExp]>> | undefined;
}

const healthyTools = ['host_tool', 'first_tool', 'last_tool'];
const healthyAnswers = ['builtin ran host_tool', 'first ran first_tool', 'last ran last_tool'];

/** Longest time that anything may make anybody wait, in milliseconds of the test's clock. */
const longest = { load: 5_000, list: 6_000, call: 61_000 };

/**
 * Puts a hostile companion between two healthy ones and a built-in, and asserts that nobody else notices: the host
 * starts in time, all others are offered and answer before, while and after it is called, the operator sees what
 * is wrong, nothing reaches the process, and the host closes.
 */
export async function expectIsolation(hostile: HostileCompanion): Promise<void> {
  const faults = watchProcess();
  const clock = createManualClock();
  const log = collectLog();
  const wait = <T>(phase: keyof typeof longest, work: Promise<T>): Promise<T> =>
    hostile.hangs === phase ? drive(clock, work, longest[phase]) : work;

  const host = await wait('load', createHost({ ...describeHost(hostile), clock, logger: log.logger }));
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'healthy' });
  await wait('list', host.assign('healthy', healthyTools));
  const turn = await wait('list', host.startTurn({ bot: 'healthy' }));
  await expectHealth(turn);
  if (hostile.hangs === 'list') await clock.advance(longest.list);

  if (hostile.calls !== undefined) {
    const victim = await startVictim(host, Object.keys(hostile.calls));
    for (const [name, [status, text]] of Object.entries(hostile.calls)) {
      const calling = victim.call({ name, arguments: { list: ['a'] } });
      await expectHealth(victim);
      const outcome = await wait('call', calling);
      expect({ name, status: outcome.status, text: textIn(outcome) }).toEqual({
        name,
        status,
        text: expect.stringMatching(text),
      });
    }
    await expectHealth(victim);
  }
  await expectReport(host, hostile, log);
  await expectHealth(await host.startTurn({ bot: 'healthy' }));
  await host.close();
  expect(clock.pending, 'timers that are left').toBe(0);
  await settle();
  expect(faults).toEqual([]);
}

function describeHost({ fixture, settings, manifest }: HostileCompanion): Parameters<typeof createHost>[0] {
  const from = installCompanions(manifest === undefined ? fixture : { name: fixture, manifest });
  if (fixture === 'own-copy-of-core') installOwnCore(from, fixture);
  return {
    ...createBuiltIns({ name: 'host_tool', implementation: { aliases: ['host_tool_of_old'] } }),
    companions: [
      createCompanion('@acme/first', createProvider(['first_tool'], { mark: 'first' })),
      { id: fixture, from, ...(settings === undefined ? {} : { settings }) },
      createCompanion('@acme/last', createProvider(['last_tool'], { mark: 'last' })),
    ],
  };
}

async function startVictim(host: Host, toolNames: readonly string[]): Promise<Turn> {
  await host.bots.add({ id: 'victim' });
  await host.assign('victim', [...healthyTools, ...toolNames]);
  const limits = { maxToolCalls: 100 };
  return host.startTurn({ bot: 'victim', user: { id: 'u-1' }, knownUrls: ['https://example.org/'], limits });
}

async function expectHealth(turn: Turn): Promise<void> {
  expect(turn.offered.map(({ name }) => name)).toEqual(expect.arrayContaining(healthyTools));
  const outcomes = await Promise.all(healthyTools.map((name) => turn.call({ name, arguments: { text: 'x' } })));
  expect(outcomes.map(textIn)).toEqual(healthyAnswers);
}

async function expectReport(
  host: Host,
  { fixture, state, says, logs }: HostileCompanion,
  log: CollectedLog,
): Promise<void> {
  const { companions, leftOut, tools } = await host.catalogue();
  const [first, report, last] = companions;
  expect(first).toMatchObject({ id: '@acme/first', state: 'ready', problems: [] });
  expect(last).toMatchObject({ id: '@acme/last', state: 'ready', problems: [] });
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(healthyTools));
  expect(report).toMatchObject({ id: fixture, state });
  const said = [
    ...(report?.problems ?? []).map(({ code, message }) => ({ code, message })),
    ...leftOut
      .filter(({ owner }) => belongsTo(owner, fixture))
      .map(({ status, reason }) => ({ code: status, message: reason })),
  ];
  expect(JSON.stringify(said).length, 'characters that are kept of what is wrong').toBeLessThan(500_000);
  const warned = log.entries
    .filter(({ level, companion }) => (level === 'warn' || level === 'error') && belongsTo(companion, fixture))
    .map(({ message }) => message);
  if (logs !== undefined) expect(warned).toContainEqual(expect.stringMatching(logs));
  if (says === null) {
    const failure = { code: 'COMPANION_FAILED', message: expect.stringMatching(/^".*" of .* failed: /) };
    if (logs === undefined) expect(said).toEqual([]);
    else expect(said).toContainEqual(failure);
    return;
  }
  const [code, message] = says;
  expect(said).toContainEqual({ code, message: expect.stringMatching(message) });
  expect(warned).toContainEqual(expect.stringMatching(message));
}

function belongsTo(owner: string | undefined, companion: string): boolean {
  return owner === companion || owner?.startsWith(`${companion}/`) === true;
}

function textIn({ content }: Awaited<ReturnType<Turn['call']>>): string {
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}

/** Moves time on until `work` has settled, and no longer than it may take. */
async function drive<T>(clock: ManualClock, work: Promise<T>, longestMs: number): Promise<T> {
  let isSettled = false;
  const settled = work.finally(() => {
    isSettled = true;
  });
  settled.catch(() => undefined);
  const until = clock.now() + longestMs;
  while (!isSettled && clock.now() < until) {
    // Time that passes before anybody waits for it would make nobody end earlier.
    if (clock.pending > 0) await clock.advance(250);
    else await settle();
  }
  return settled;
}

/** What would have ended a process without listeners. */
function watchProcess(): unknown[] {
  const faults: unknown[] = [];
  const note = (fault: unknown): void => void faults.push(fault);
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
    process.off('uncaughtException', note);
  });
  return faults;
}
