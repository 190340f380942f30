import { expect, onTestFinished, test, vi } from 'vitest';
// Reaches inside: the system's resolver cannot be made to hang from outside.
import { createSystemResolver } from '../../src/network/lookup-host.js';
import { answers, publicAddress } from './loopback.js';

const never = new AbortController().signal;

function setUp() {
  const asked: string[] = [];
  const end: (() => void)[] = [];
  const resolve = createSystemResolver((hostname) => {
    asked.push(hostname);
    return new Promise((done, fail) => {
      end.push(() => (hostname === 'missing' ? fail(new Error('ENOTFOUND')) : done(answers([publicAddress]))));
    });
  });
  return { asked, end, resolve };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('few names are asked for at once, the others in order', async () => {
  const { asked, end, resolve } = setUp();
  const results = ['a', 'b', 'missing', 'd', 'e'].map((name) => resolve(name, never).catch(() => []));
  await settle();
  expect(asked).toEqual(['a', 'b', 'missing']);
  end[2]?.();
  await settle();
  expect(asked).toEqual(['a', 'b', 'missing', 'd']);
  end[0]?.();
  await settle();
  for (const run of end) run();
  await settle();
  for (const run of end) run();
  expect((await Promise.all(results)).map(({ length }) => length)).toEqual([1, 1, 0, 1, 1]);
});

test('who gives up leaves the queue at once; what hangs keeps its place', async () => {
  const { asked, end, resolve } = setUp();
  const controller = new AbortController();
  const hanging = ['a', 'b', 'c'].map((name) => resolve(name, controller.signal));
  const waiting = resolve('d', controller.signal);
  const last = resolve('e', never);
  await settle();
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(resolve('f', controller.signal)).rejects.toThrow('enough');
  expect(asked).toEqual(['a', 'b', 'c']);
  end[0]?.();
  await settle();
  expect(asked).toEqual(['a', 'b', 'c', 'e']);
  for (const run of end) run();
  await Promise.all([...hanging, last]);
});

test('the system is asked by default', async () => {
  const found = await createSystemResolver()('localhost', never);
  expect(found.every(({ address }) => address === '127.0.0.1' || address === '::1')).toBe(true);
});

test('names that hang do not keep others waiting: name servers are asked for them, and the first answer counts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const directly: string[] = [];
  const ends: (() => void)[] = [];
  const resolve = createSystemResolver(
    () => new Promise((done) => ends.push(() => done(answers(['198.51.100.7'])))),
    async (hostname) => {
      directly.push(hostname);
      if (hostname === 'unknown') throw new Error('ENOTFOUND');
      return hostname === 'empty' ? [] : answers([publicAddress]);
    },
  );
  const controller = new AbortController();
  const hanging = ['unknown', 'empty', 'unknown'].map((name) => resolve(name, controller.signal).catch(() => 'ended'));
  const found = resolve('good', never);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(directly).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await found).toEqual(answers([publicAddress]));
  expect(directly).toEqual(['unknown', 'empty', 'unknown', 'good']);
  expect(ends).toHaveLength(3);
  for (const end of ends) end();
  expect(await Promise.all(hanging)).toEqual(Array(3).fill(answers(['198.51.100.7'])));
  const last = resolve('last', never);
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(4);
  ends[3]?.();
  expect(await last).toEqual(answers(['198.51.100.7']));
});
