import { type CompanionEntry, createHost, type LogEntry } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { collectLog } from '../builders/collected-log.js';
import { createCompanion } from '../builders/companion.js';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, extendHost, type TestHost, textOf } from '../builders/test-host.js';

// What the tables of hostile companions do not show: recovery, time, the log.

type Register = (host: {
  on(name: string, listener: (event: { registerProvider(provider: unknown): void }) => void): void;
}) => unknown;

/** A companion whose `register` is the test's. */
const registering = (register: Register): CompanionEntry => ({ id: '@acme/alpha', load: () => ({ register }) });

const healthy = () => createCompanion('@acme/healthy', createProvider(['healthy'], { mark: 'healthy' }));

test('2.1 in real time, what hangs is given up and what works is there', async () => {
  const { logger } = collectLog();
  const never = new Promise<never>(() => undefined);
  const host = await createHost({
    companions: [
      { id: '@acme/import', load: () => never },
      createCompanion('@acme/list', createProvider([], { getTools: () => never })),
      createCompanion(
        '@acme/call',
        createProvider([tool('slow', { policy: { timeoutMs: 50 } })], { executeTool: () => never }),
      ),
      healthy(),
    ],
    limits: { loadMs: 50, listMs: 50, firstListWaitMs: 20 },
    logger,
  });
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['slow', 'healthy']);
  const turn = await host.startTurn({ bot: 'bot' });
  const slow = turn.call({ name: 'slow' });
  expect(await textOf(turn, 'healthy')).toBe('healthy ran healthy');
  expect(await slow).toMatchObject({ status: 'ERROR', executed: 'unknown' });
  const { companions } = await host.catalogue();
  expect(companions.map(({ state }) => state)).toEqual([
    'failed',
    expect.stringMatching(/failed|loading/),
    'ready',
    'ready',
  ]);
});

test.each<[string, CompanionEntry['load'], string]>([
  ['answers nothing', () => undefined, 'COMPANION_INVALID'],
  ['answers a text', () => 'module', 'COMPANION_INVALID'],
  ['throws', raise, 'COMPANION_FAILED'],
  ['rejects', async () => raise(), 'COMPANION_FAILED'],
  [
    'answers a module with a getter that throws',
    () => Object.defineProperty({}, 'register', { get: raise }),
    'COMPANION_FAILED',
  ],
  ['answers a broken thenable', () => Object.defineProperty({}, 'then', { get: raise }), 'COMPANION_FAILED'],
  [
    'answers a module whose settings throw',
    () => ({
      register() {},
      get settingsSchema() {
        return raise();
      },
    }),
    'COMPANION_FAILED',
  ],
  ['answers a module with other settings each time', shiftingSettings, 'COMPANION_INVALID'],
])('2.1 a loader that %s fails its companion alone', async (_what, load, code) => {
  const host = await createTestHost({ companions: [{ id: '@acme/alpha', load: load ?? raise }, healthy()] });
  const { tools, companions } = await host.catalogue();
  expect(tools.map(({ name }) => name)).toEqual(['healthy']);
  expect(companions).toMatchObject([
    { id: '@acme/alpha', state: 'failed', problems: [{ code }] },
    { state: 'ready', problems: [] },
  ]);
});

test('2.1 a companion that is loaded late is taken then', async () => {
  const connecting = createDeferred<void>();
  const entry = registering(async (host) => {
    host.on('CollectToolProviders', (event) => event.registerProvider(createProvider(['late'])));
    await connecting.promise;
  });
  const host = await createHostWhile(entry, 5_000);
  expect(await host.catalogue()).toMatchObject({ tools: [{ name: 'healthy' }], companions: [{ state: 'failed' }, {}] });
  connecting.resolve();
  await settle();
  expect(await host.catalogue()).toMatchObject({
    tools: [{ name: 'late' }, { name: 'healthy' }],
    companions: [{ state: 'ready' }, {}],
  });
});

test('2.1 a companion whose registration fails late takes no part, and is loaded anew by a refresh', async () => {
  let attempts = 0;
  const entry = registering(async (host) => {
    attempts += 1;
    const attempt = attempts;
    host.on('CollectToolProviders', (event) => event.registerProvider(createProvider([`attempt_${attempt}`])));
    await Promise.resolve();
    if (attempt < 3) throw new Error(`attempt ${attempt} failed`);
  });
  const host = await createTestHost({ companions: [entry, healthy()] });
  expect(await names(host)).toEqual(['healthy']);
  await host.refresh('@acme/alpha');
  expect(await names(host)).toEqual(['healthy']);
  await host.refresh('@acme/alpha');
  expect(await names(host)).toEqual(['attempt_3', 'healthy']);
  const { companions } = await host.catalogue();
  expect(companions[0]).toMatchObject({
    state: 'ready',
    problems: [{ message: /1 failed/ }, { message: /2 failed/ }].map(({ message }) => ({
      message: expect.stringMatching(message),
    })),
  });
});

test('2.1 of two loads of a companion the newer counts, whichever ends first', async () => {
  const gates = [createDeferred<void>(), createDeferred<void>()];
  let attempts = 0;
  const entry = registering(async (host) => {
    const attempt = attempts++;
    host.on('CollectToolProviders', (event) => event.registerProvider(createProvider([`attempt_${attempt}`])));
    await gates[attempt]?.promise;
  });
  const host = await createHostWhile(entry, 5_000);
  const refreshing = host.refresh('@acme/alpha');
  await settle();
  gates[1]?.resolve();
  await refreshing;
  expect(await names(host)).toEqual(['attempt_1', 'healthy']);
  gates[0]?.resolve();
  await settle();
  expect(await names(host)).toEqual(['attempt_1', 'healthy']);
});

test('2.1 settings that are given while a companion has failed are those that it is loaded with', async () => {
  const seen: unknown[] = [];
  const entry: CompanionEntry = {
    id: '@acme/alpha',
    settings: { key: 'wrong' },
    load: () => ({
      register(host: { readonly settings: { readonly key: string } }) {
        seen.push(host.settings.key);
        if (host.settings.key !== 'right') throw new Error('wrong key');
      },
    }),
  };
  const host = await createTestHost({ companions: [entry] });
  await host.setCompanionSettings('@acme/alpha', { key: 'right' });
  await host.refresh('@acme/alpha');
  expect(seen).toEqual(['wrong', 'right']);
  expect(await host.catalogue()).toMatchObject({ companions: [{ state: 'ready' }] });
});

test('2.1 settings that cannot be copied are reported, and the companion goes on without them', async () => {
  const settings = { callback: () => 'x' } as never;
  const host = await createTestHost({
    companions: [createCompanion('@acme/alpha', createProvider(['alpha']), { settings }), healthy()],
  });
  expect(await names(host)).toEqual(['alpha', 'healthy']);
  const { companions } = await host.catalogue();
  expect(companions[0]?.problems).toMatchObject([{ code: 'COMPANION_SETTINGS_INVALID' }]);
});

test('2.1 a listener that works again ends the failure', async () => {
  let fails = true;
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      if (fails) throw new Error('not today');
      event.registerProvider(createProvider(['alpha']));
    },
  });
  const host = await createTestHost({ companions: [alpha, healthy()] });
  expect(await host.catalogue()).toMatchObject({ tools: [{ name: 'healthy' }], companions: [{ state: 'failed' }, {}] });
  fails = false;
  expect(await host.catalogue()).toMatchObject({
    tools: [{ name: 'alpha' }, {}],
    companions: [{ state: 'ready' }, {}],
  });
});

test('2.1 a tool whose companion failed is withheld with what is wrong', async () => {
  let fails = false;
  const alpha = createCompanion('@acme/alpha', {
    listener: (event) => {
      if (fails) throw new Error('the database is away');
      event.registerProvider(createProvider(['alpha']));
    },
  });
  const host = await createTestHost({ companions: [alpha, healthy()] });
  await host.turnWith(['alpha', 'healthy']);
  fails = true;
  const turn = await host.startTurn({ bot: 'bot-1' });
  expect(turn.offered.map(({ name }) => name)).toEqual(['healthy']);
  expect(turn.withheld).toMatchObject([
    { name: 'alpha', code: 'companion-failed', reason: expect.stringContaining('the database is away') },
  ]);
});

test('2.1 a companion that is configured twice is one, and the second entry is named', async () => {
  const first = createCompanion('@acme/alpha', createProvider(['first']));
  const second = createCompanion('@acme/alpha', createProvider(['second']));
  const host = await createTestHost({ companions: [first, second] });
  const { tools, companions } = await host.catalogue();
  expect(tools.map(({ name }) => name)).toEqual(['first']);
  expect(companions).toMatchObject([
    {
      id: '@acme/alpha',
      state: 'ready',
      problems: [{ code: 'COMPANION_DUPLICATE', message: expect.stringContaining('companions[1]') }],
    },
  ]);
});

test('2.1 a companion that is switched off is not loaded', async () => {
  let loads = 0;
  const load = (): unknown => {
    loads += 1;
    return raise();
  };
  const host = await createTestHost({ companions: [{ id: '@acme/alpha', load, enabled: false }, healthy()] });
  await host.refresh();
  expect(await host.catalogue()).toMatchObject({
    companions: [{ id: '@acme/alpha', state: 'off', problems: [], providers: [] }, {}],
  });
  expect(loads).toBe(0);
});

test('2.1 the same problem is logged once, and dated anew', async () => {
  const alpha = createCompanion('@acme/alpha', { listener: raise });
  const host = await createTestHost({ companions: [alpha] });
  await host.catalogue();
  await host.clock.advance(1_000);
  const { companions } = await host.catalogue();
  expect(companions[0]?.problems).toMatchObject([{ message: '@acme/alpha: boom', at: '2023-11-14T22:13:21.000Z' }]);
  expect(host.log.warnings('@acme/alpha')).toEqual(['@acme/alpha: boom']);
});

test('2.1 a companion that fails anew each time floods neither the report nor the log', async () => {
  let times = 0;
  const alpha = createCompanion('@acme/alpha', {
    listener: () => {
      times += 1;
      throw new Error(`failure ${times} ${'x'.repeat(100_000)}`);
    },
  });
  const host = await createTestHost({ companions: [alpha] });
  for (let turn = 0; turn < 500; turn += 1) await host.catalogue();
  const { companions } = await host.catalogue();
  expect(companions[0]?.problems).toHaveLength(20);
  expect(companions[0]?.problems.at(-1)?.message).toContain('failure 501');
  expect(JSON.stringify(companions).length).toBeLessThan(100_000);
  expect(host.log.warnings('@acme/alpha').length).toBeLessThanOrEqual(100);
  await host.clock.advance(60_000);
  host.log.clear();
  await host.catalogue();
  expect(host.log.warnings('@acme/alpha')).toHaveLength(1);
});

test('2.1 a logger that throws breaks nothing', async () => {
  const logger = (_entry: LogEntry): void => raise();
  const alpha = createCompanion('@acme/alpha', { listener: raise });
  const host = await createTestHost({ companions: [alpha, healthy()], logger });
  const turn = await host.turnWith(['healthy']);
  expect(await textOf(turn, 'healthy')).toBe('healthy ran healthy');
});

test('2.1 a host that is closed while everything hangs is closed at once', async () => {
  const never = new Promise<never>(() => undefined);
  const alpha = createCompanion('@acme/alpha', createProvider(['alpha'], { executeTool: () => never }));
  const beta = createCompanion('@acme/beta', createProvider(['beta'], { setInvocationContext: () => never }));
  const hanging = createCompanion('@acme/gamma', createProvider([], { getTools: () => never }));
  const host = await createTestHost({ companions: [alpha, beta, hanging] });
  const starting = host.turnWith(['alpha', 'beta']);
  await host.clock.advance(1_000);
  const turn = await starting;
  const calls = [turn.call({ name: 'alpha' }), turn.call({ name: 'beta' }), turn.call({ name: 'beta' })];
  const refreshing = host.refresh();
  await settle();
  await host.close();
  await refreshing;
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  expect(host.clock.pending).toBe(0);
  await expect(host.startTurn({ bot: 'bot-1' })).rejects.toMatchObject({ code: 'HOST_CLOSED' });
});

test('2.1 a tool that ignores the signal is given up, and what it does later reaches nobody', async () => {
  const running = createDeferred<string>();
  const progress: unknown[] = [];
  const alpha = createCompanion(
    '@acme/alpha',
    createProvider(['alpha'], {
      executeTool: async (_name, _args, _config, call) => {
        const answer = await running.promise;
        call.progress({ progress: 1, message: answer });
        call.log('warn', answer);
        return answer;
      },
    }),
  );
  const host = await createTestHost({ companions: [alpha, healthy()] });
  const turn = await host.turnWith(['alpha', 'healthy'], { onProgress: (one) => void progress.push(one) });
  const controller = new AbortController();
  const calling = turn.call({ name: 'alpha', signal: controller.signal });
  await settle();
  controller.abort();
  expect(await calling).toMatchObject({ status: 'CANCELLED', executed: 'unknown' });
  running.resolve('too late');
  await settle();
  expect(await textOf(turn, 'healthy')).toBe('healthy ran healthy');
  expect(progress).toEqual([]);
  expect(host.log.warnings()).toEqual([]);
  expect(JSON.stringify(await host.traces.list())).not.toContain('too late');
});

test('2.1 a tool that fails is shown with its companion, by method and error', async () => {
  const alpha = createCompanion('@acme/alpha', createProvider(['alpha'], { executeTool: raise }));
  const host = await createTestHost({ companions: [alpha] });
  await (await host.turnWith(['alpha'])).call({ name: 'alpha' });
  const { companions } = await host.catalogue();
  expect(companions[0]?.problems).toMatchObject([
    { code: 'COMPANION_FAILED', message: expect.stringMatching(/"alpha" of @acme\/alpha failed: boom/) },
  ]);
});

test('2.1 a call that outlives its deadline is logged and shown with its companion', async () => {
  const never = new Promise<never>(() => undefined);
  const alpha = createCompanion('@acme/alpha', createProvider(['alpha'], { executeTool: () => never }));
  const host = await createTestHost({ companions: [alpha] });
  const calling = (await host.turnWith(['alpha'])).call({ name: 'alpha' });
  await host.clock.advance(61_000);
  expect(await calling).toMatchObject({ status: 'ERROR' });
  expect(host.log.warnings('@acme/alpha')).toEqual([expect.stringContaining('"alpha"')]);
  const { companions } = await host.catalogue();
  expect(companions[0]?.problems).toMatchObject([{ code: 'COMPANION_TIMED_OUT' }]);
});

test('2.1 promises that reject inside an answer are an error of the call, and reach nobody else', async () => {
  const rejected: unknown[] = [];
  const onRejection = (reason: unknown): number => rejected.push(reason);
  process.on('unhandledRejection', onRejection);
  onTestFinished(() => void process.off('unhandledRejection', onRejection));
  const answer = async (): Promise<unknown> => ({ items: ['a', 'b'].map(async (id) => Promise.reject(new Error(id))) });
  const alpha = createCompanion('@acme/alpha', createProvider(['alpha'], { executeTool: answer }));
  const host = await createTestHost({ companions: [alpha] });
  expect(await (await host.turnWith(['alpha'])).call({ name: 'alpha' })).toMatchObject({ status: 'ERROR' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(rejected).toEqual([]);
});

/** A host that is created while a companion keeps its loading waiting. */
async function createHostWhile(entry: CompanionEntry, waitMs: number): Promise<TestHost> {
  const clock = createManualClock();
  const log = collectLog();
  const creating = createHost({ companions: [entry, healthy()], clock, logger: log.logger });
  await clock.untilPending();
  await clock.advance(waitMs);
  const host = await creating;
  onTestFinished(() => host.close());
  return extendHost(host, clock, log);
}

async function names(host: TestHost): Promise<string[]> {
  return (await host.catalogue()).tools.map(({ name }) => name);
}

function shiftingSettings(): unknown {
  let reads = 0;
  return {
    register() {},
    get settingsSchema() {
      reads += 1;
      return reads === 1 ? { type: 'string' } : { type: 'object' };
    },
  };
}

function raise(): never {
  throw new Error('boom');
}
