import { expect, test } from 'vitest';
import { createHostTurns, type HostTurn, type HostTurns, type Politeness } from '../../src/retrieval/host-turns.js';
import type { Timing } from '../../src/retrieval/timing.js';
import { createManualTiming, settle } from './manual-timing.js';

const never = new AbortController().signal;

function setUp(politeness: Politeness = {}) {
  const timing = createManualTiming();
  const turns = createHostTurns(politeness, timing);
  const begun: string[] = [];
  const take = (name: string, { host = 'a.example', waitMs = 60_000, signal = never, asker = 'a' } = {}) => {
    const taken = turns.take(host, { deadlineAt: timing.now() + waitMs, signal, asker });
    taken.then(
      () => begun.push(name),
      (error: unknown) => begun.push(`${name}: ${(error as Error).message}`),
    );
    return taken;
  };
  return { timing, turns, begun, take };
}

async function isForgotten(turns: HostTurns, ...taken: readonly HostTurn[]): Promise<void> {
  for (const turn of taken) turn.end();
  await settle();
  expect(turns.size).toBe(0);
}

test('so many requests at once go to one host, in order, and others wait', async () => {
  const { turns, begun, take } = setUp({ requestsPerHost: 2, spacingMs: 0 });
  const [first, second] = await Promise.all([take('1'), take('2')]);
  const third = take('3');
  const fourth = take('4');
  await settle();
  expect(begun).toEqual(['1', '2']);
  first?.end();
  await settle();
  expect(begun).toEqual(['1', '2', '3']);
  first?.end();
  await settle();
  expect(begun, 'a turn ends once').toHaveLength(3);
  second?.end();
  await isForgotten(turns, await third, await fourth);
});

test('a host always gets one request', async () => {
  const { take, begun } = setUp({ requestsPerHost: 0 });
  await take('1');
  expect(begun).toEqual(['1']);
});

test('between two starts at one host lies some time', async () => {
  const { timing, turns, begun, take } = setUp({ spacingMs: 100 });
  const taken = ['1', '2', '3'].map((name) => take(name));
  await settle();
  expect(begun).toEqual(['1']);
  await timing.pass(99);
  expect(begun).toEqual(['1']);
  await timing.pass(1);
  expect(begun).toEqual(['1', '2']);
  await timing.pass(100);
  expect(begun).toEqual(['1', '2', '3']);
  for (const turn of await Promise.all(taken)) turn.end();
  await timing.pass(100);
  expect([turns.size, timing.pending]).toEqual([0, 0]);
});

test('hosts do not wait for each other', async () => {
  const { begun, take } = setUp({ requestsPerHost: 1 });
  await Promise.all([take('a'), take('b', { host: 'b.example' }), take('c', { host: 'a.example:8080' })]);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('nothing is kept of a host where nothing goes on', async () => {
  const { timing, turns, take } = setUp({ spacingMs: 100 });
  for (let index = 0; index < 50; index += 1) (await take('x', { host: `h${index}.example` })).end();
  expect(turns.size).toBe(50);
  await timing.pass(100);
  expect([turns.size, timing.pending]).toEqual([0, 0]);
});

test('who waits too long is refused, and so is who comes when too many wait', async () => {
  const { timing, turns, begun, take } = setUp({ requestsPerHost: 1, spacingMs: 0, waitingPerHost: 2 });
  const first = await take('1');
  const short = take('2', { waitMs: 50 });
  const long = take('3');
  await expect(take('4')).rejects.toThrow('2 requests of this bot wait for the server a.example already.');
  await timing.pass(50);
  await expect(short).rejects.toThrow('Other requests to the server a.example took all the time that there was.');
  first.end();
  await long;
  expect(begun.at(-1)).toBe('3');
  await isForgotten(turns, await long);
  expect(timing.pending).toBe(0);
});

test('who gives up waiting leaves at once, and takes no turn', async () => {
  const { timing, turns, begun, take } = setUp({ requestsPerHost: 1, spacingMs: 0 });
  const controller = new AbortController();
  const first = await take('1');
  const second = take('2', { signal: controller.signal });
  const third = take('3');
  controller.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  await expect(take('4', { signal: controller.signal })).rejects.toThrow('enough');
  first.end();
  await isForgotten(turns, await third);
  expect(begun).toContain('3');
  expect(timing.pending).toBe(0);
});

test('a host that asks for a pause gets it: who can wait does, the others are told how long', async () => {
  const { timing, turns, begun, take } = setUp({ requestsPerHost: 1, spacingMs: 0 });
  const first = await take('1');
  const short = take('2', { waitMs: 2_000 });
  const long = take('3', { waitMs: 9_000 });
  turns.pause('a.example', 5_000);
  await expect(short).rejects.toThrow('The server a.example asks to be left alone for 5 seconds more.');
  first.end();
  await timing.pass(4_500);
  await expect(take('4', { waitMs: 400 })).rejects.toThrow('left alone for 1 second more');
  expect(begun).not.toContain('3');
  await timing.pass(500);
  await isForgotten(turns, await long);
});

test('a pause is kept while nobody asks, for an hour at most, and forgotten then', async () => {
  const { timing, turns, take } = setUp();
  turns.pause('a.example', 10 ** 12);
  turns.pause('a.example', 5);
  await expect(take('1')).rejects.toThrow('for 3600 seconds more');
  await timing.pass(3_600_000);
  expect([turns.size, timing.pending]).toEqual([0, 0]);
});

test('closing forgets the hosts where nothing goes on, and takes no turn away', async () => {
  const { timing, turns, take } = setUp({ requestsPerHost: 1 });
  const first = await take('1');
  const second = take('2');
  turns.pause('b.example', 1_000);
  turns.clear();
  expect(turns.size).toBe(1);
  first.end();
  await timing.pass(100);
  (await second).end();
  await timing.pass(100);
  expect([turns.size, timing.pending]).toEqual([0, 0]);
});

test('a turn comes also where the time passes its beginning while it is looked for', async () => {
  // From just before to just after the beginning, by the smallest steps that a clock makes here.
  for (let start = 90; start <= 101; start += 1) {
    let time = 0;
    const later: (() => void)[] = [];
    const timing: Timing = {
      now: () => time++,
      schedule: () => () => undefined,
      scheduleInBackground: (run) => {
        later.push(run);
        return () => later.splice(later.indexOf(run), 1);
      },
    };
    const turns = createHostTurns({ spacingMs: 100 }, timing);
    const limits = { deadlineAt: 60_000, signal: never, asker: 'a' };
    (await turns.take('a.example', limits)).end();
    time = start;
    let hasBegun = false;
    void turns.take('a.example', limits).then(() => {
      hasBegun = true;
    });
    await settle();
    for (let round = 0; round < 20 && !hasBegun; round += 1) {
      for (const run of later.splice(0)) run();
      await settle();
    }
    expect(hasBegun, `looked for at ${start}`).toBe(true);
  }
});

test('the many requests of one bot keep out none of another', async () => {
  const { turns, begun, take } = setUp({ requestsPerHost: 2, spacingMs: 0, waitingPerHost: 4 });
  const running: HostTurn[] = [];
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1', 'b2']) {
    void take(name, { asker: name.charAt(0) }).then((turn) => running.push(turn));
    await settle();
  }
  await expect(turns.take('a.example', { deadlineAt: 60_000, signal: never, asker: 'a' })).rejects.toThrow(
    '4 requests of this bot wait for the server a.example already.',
  );
  for (let turn = running.shift(); turn !== undefined; turn = running.shift()) {
    turn.end();
    await settle();
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4', 'a5', 'a6']);
  expect(turns.size).toBe(0);
});
