import { expect, test } from 'vitest';
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
