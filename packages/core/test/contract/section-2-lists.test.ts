import type { CompanionReport, ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createAnswers, type Deferred } from '../builders/deferred.js';
import { settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, type TestHost, textOf } from '../builders/test-host.js';

test('2.2 listing has a deadline of 5 s, and a turn waits at most 1 s for lists it has never seen', async () => {
  const { alpha, answers } = asking();
  const host = await createTestHost({ companions: [alpha, healthy()] });
  await host.bots.add({ id: 'bot' });
  const starting = watch(host.startTurn({ bot: 'bot' }));
  await host.clock.advance(999);
  expect(starting.isSettled).toBe(false);
  await host.clock.advance(1);
  expect(starting.isSettled).toBe(true);
  expect(await states(host)).toEqual(['loading', 'ready']);

  await host.clock.advance(3_999);
  expect(await states(host)).toEqual(['loading', 'ready']);
  await host.clock.advance(1);
  expect(await states(host)).toEqual(['failed', 'ready']);
  expect((await report(host)).problems).toMatchObject([
    { code: 'COMPANION_TIMED_OUT', message: 'getTools of @acme/alpha did not answer within 5000 ms.' },
  ]);
  expect(answers.asked).toHaveLength(1);
});

test('2.2 the deadline and the wait can be set', async () => {
  const { alpha } = asking();
  const host = await createTestHost({ companions: [alpha], limits: { listMs: 100, firstListWaitMs: 10 } });
  const listing = watch(host.catalogue());
  await host.clock.advance(10);
  expect(listing.isSettled).toBe(true);
  await host.clock.advance(90);
  expect(await states(host)).toEqual(['failed']);
});

test('2.2 a turn waits for nothing when all have answered', async () => {
  const { alpha, answers } = asking();
  const host = await createTestHost({ companions: [alpha, healthy()] });
  const listing = watch(host.catalogue());
  await settle();
  expect(listing.isSettled).toBe(false);
  answers.asked[0]?.resolve([tool('alpha')]);
  await settle();
  expect(listing.isSettled).toBe(true);
  expect(host.clock.pending).toBe(0);
  expect(await names(host)).toEqual(['alpha', 'healthy']);
});

test('2.2 a list that comes after the wait is used by the next turn', async () => {
  const { alpha, answers } = asking();
  const host = await createTestHost({ companions: [alpha, healthy()] });
  await host.bots.add({ id: 'bot' });
  const starting = host.startTurn({ bot: 'bot' });
  await host.clock.advance(1_000);
  const turn = await starting;
  answers.asked[0]?.resolve([tool('alpha')]);
  await settle();
  await host.assign('bot', ['alpha']);
  expect(turn.offered).toEqual([]);
  expect((await host.startTurn({ bot: 'bot' })).offered).toMatchObject([{ name: 'alpha' }]);
});

test('2.2 a list that comes after its deadline is a list as well', async () => {
  const { alpha, answers } = asking();
  const host = await createTestHost({ companions: [alpha] });
  const first = host.catalogue();
  await host.clock.advance(5_500);
  await first;
  expect(await states(host)).toEqual(['failed']);
  answers.asked[0]?.resolve([tool('late')]);
  await settle();
  expect(await names(host)).toEqual(['late']);
  expect(await states(host)).toEqual(['ready']);
});

test('2.2 a late answer does not replace a newer one', async () => {
  const { alpha, answers } = asking();
  const host = await createTestHost({ companions: [alpha] });
  const first = host.catalogue();
  await host.clock.advance(6_000);
  await first;
  expect(answers.asked).toHaveLength(2);
  answers.asked[1]?.resolve([tool('newer')]);
  await settle();
  answers.asked[0]?.resolve([tool('older')]);
  await settle();
  expect(await names(host)).toEqual(['newer']);
  answers.asked[0]?.reject(new Error('too late to matter'));
  await settle();
  expect(await states(host)).toEqual(['ready']);
});

test('2.2 a turn never waits twice for the same list', async () => {
  const { alpha } = asking();
  const host = await createTestHost({ companions: [alpha, healthy()] });
  const first = host.catalogue();
  await host.clock.advance(1_000);
  await first;
  // Something else changed, so that all is merged anew.
  await host.setCompanionSettings('@acme/healthy', { changed: true });
  const second = watch(host.catalogue());
  await settle();
  expect(second.isSettled).toBe(true);
});

test('2.2 a provider that fails is served at once from its last good list, marked stale', async () => {
  const { alpha, answers } = asking();
  const host = await createTestHost({ companions: [alpha, healthy()] });
  const starting = host.catalogue();
  await settle();
  answers.asked[0]?.resolve([tool('alpha')]);
  await starting;
  const turn = await host.turnWith(['alpha', 'healthy']);

  await host.clock.advance(1_000);
  alpha.event.toolsChanged();
  await settle();
  answers.asked[1]?.reject(new Error('the database is away'));
  await settle();
  const { tools, companions } = await host.catalogue();
  expect(tools).toMatchObject([
    { name: 'alpha', state: 'stale' },
    { name: 'healthy', state: 'ready' },
  ]);
  expect(companions[0]).toMatchObject({
    state: 'stale',
    problems: [{ code: 'COMPANION_FAILED', message: expect.stringContaining('the database is away') }],
    providers: [{ state: 'stale', toolCount: 1, listedAt: '2023-11-14T22:13:20.000Z' }],
  });
  const next = await host.startTurn({ bot: 'bot-1' });
  expect(next.offered.map(({ name }) => name)).toEqual(['alpha', 'healthy']);
  expect(await textOf(next, 'alpha')).toBe('provider ran alpha');
  expect(next.offered.map(({ definitionHash }) => definitionHash)).toEqual(
    turn.offered.map(({ definitionHash }) => definitionHash),
  );
});

test.each<[string, (answer: Deferred<readonly ToolDefinition[]>) => void]>([
  ['rejects', (answer) => answer.reject(new Error('no'))],
  ['answers with the wrong shape', (answer) => answer.resolve('no list' as never)],
  ['does not answer', () => undefined],
])('2.2 a provider that %s after a good list keeps nobody waiting', async (_what, fail) => {
  const { alpha, answers } = asking();
  const host = await createTestHost({ companions: [alpha] });
  const starting = host.catalogue();
  await settle();
  answers.asked[0]?.resolve([tool('alpha')]);
  await starting;
  await host.clock.advance(1_000);
  alpha.event.toolsChanged();
  await settle();
  if (answers.asked[1] !== undefined) fail(answers.asked[1]);
  const listing = watch(host.catalogue());
  await settle();
  expect(listing.isSettled).toBe(true);
  await host.clock.advance(5_000);
  expect(await names(host)).toEqual(['alpha']);
  expect(await states(host)).toEqual(['stale']);
});

test('2.2 a provider that fails is asked again in the background, with pauses that grow', async () => {
  let asked = 0;
  const times: number[] = [];
  const alpha = createCompanion(
    '@acme/alpha',
    createProvider([], {
      getTools: () => {
        asked += 1;
        times.push(host.clock.now());
        throw new Error(`failure ${asked}`);
      },
    }),
  );
  const host: TestHost = await createTestHost({ companions: [alpha] });
  await host.catalogue();
  await host.clock.advance(3_600_000);
  const pauses = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1_000);
  expect(pauses.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
  expect(new Set(pauses.slice(10))).toEqual(new Set([300]));
});

test('2.2 the first good answer ends the failure, and the next failure begins with the shortest pause', async () => {
  let works = false;
  const provider = createProvider([], {
    getTools: () => {
      if (!works) throw new Error('not yet');
      return [tool('alpha')];
    },
  });
  const alpha = createCompanion('@acme/alpha', provider);
  const host = await createTestHost({ companions: [alpha] });
  expect((await host.catalogue()).tools).toEqual([]);
  await host.clock.advance(40_000);
  expect(provider.asked.getTools).toBe(6);
  works = true;
  await host.clock.advance(60_000);
  expect(await names(host)).toEqual(['alpha']);
  expect(await states(host)).toEqual(['ready']);
  const asked = provider.asked.getTools;
  await host.clock.advance(3_600_000);
  expect(provider.asked.getTools).toBe(asked);

  works = false;
  await host.refresh();
  expect(await states(host)).toEqual(['stale']);
  await host.clock.advance(1_000);
  expect(provider.asked.getTools).toBe(asked + 2);
});

test('2.2 what the operator or the provider changes is asked for at once, whatever the pause', async () => {
  const provider = createProvider([], {
    getTools: () => {
      if (alpha.host.settings.key !== 'right') throw new Error('wrong key');
      return [tool('alpha')];
    },
  });
  const alpha = createCompanion('@acme/alpha', provider, { settings: { key: 'wrong' } });
  const host = await createTestHost({ companions: [alpha] });
  await host.catalogue();
  await host.clock.advance(1_000_000);
  expect(await states(host)).toEqual(['failed']);
  await host.setCompanionSettings('@acme/alpha', { key: 'right' });
  await settle();
  expect(await names(host)).toEqual(['alpha']);
});

test('2.2 a change right after a failure does not wait for the pause', async () => {
  const provider = createProvider([], {
    getTools: () => {
      if (alpha.host.settings.key !== 'right') throw new Error('wrong key');
      return [tool('alpha')];
    },
  });
  const alpha = createCompanion('@acme/alpha', provider, { settings: { key: 'wrong' } });
  const host = await createTestHost({ companions: [alpha] });
  await host.catalogue();
  // The last of many attempts, after which the pause is 5 minutes.
  await host.clock.advance(1_111_000);
  expect(provider.asked.getTools).toBe(12);
  await host.setCompanionSettings('@acme/alpha', { key: 'right' });
  await host.clock.advance(500);
  expect(await names(host)).toEqual(['alpha']);
});

test('2.2 labels that do not come keep no list back for longer than half its deadline', async () => {
  const provider = createProvider(['alpha'], { getToolMetadata: () => new Promise(() => undefined) });
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  const first = host.catalogue();
  await host.clock.advance(2_500);
  await first;
  expect(await names(host)).toEqual(['alpha']);
  expect(await report(host)).toMatchObject({
    state: 'ready',
    problems: [{ code: 'COMPANION_TIMED_OUT', message: expect.stringContaining('getToolMetadata of @acme/alpha') }],
  });
});

test('2.2 of several that never answer, a turn waits for all at the same time', async () => {
  const hanging = ['a', 'b', 'c'].map((name) =>
    createCompanion(`@acme/${name}`, createProvider([], { getTools: () => new Promise(() => undefined) })),
  );
  const host = await createTestHost({ companions: [...hanging, healthy()] });
  const listing = watch(host.catalogue());
  await host.clock.advance(1_000);
  expect(listing.isSettled).toBe(true);
  expect(await names(host)).toEqual(['healthy']);
});

const healthy = () => createCompanion('@acme/healthy', createProvider(['healthy']));

/** A companion whose lists the test answers, one by one. */
function asking() {
  const answers = createAnswers<readonly ToolDefinition[]>();
  const provider = createProvider([], { getTools: answers.next });
  return { alpha: createCompanion('@acme/alpha', provider), answers };
}

function watch(work: Promise<unknown>): { readonly isSettled: boolean } {
  const watched = { isSettled: false };
  const settled = (): void => {
    watched.isSettled = true;
  };
  work.then(settled, settled);
  return watched;
}

async function states(host: TestHost): Promise<string[]> {
  return (await host.catalogue()).companions.map(({ state }) => state);
}

async function names(host: TestHost): Promise<string[]> {
  return (await host.catalogue()).tools.map(({ name }) => name);
}

async function report(host: TestHost): Promise<CompanionReport> {
  const { companions } = await host.catalogue();
  const [first] = companions;
  if (first === undefined) throw new Error('there is no companion');
  return first;
}
