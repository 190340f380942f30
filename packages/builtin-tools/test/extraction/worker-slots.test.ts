import { expect, test } from 'vitest';
import { createWorkerSlots } from '../../src/extraction/worker-slots.js';

const never = new AbortController().signal;
const settle = () => new Promise(setImmediate);

function setUp(count: number) {
  const slots = createWorkerSlots(count);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (asker: string, signal = never): Promise<void> =>
    slots.take(asker, signal).then((giveBack) => {
      begun.push(asker);
      ends.push(giveBack);
    });
  const endNext = async (): Promise<void> => {
    ends.shift()?.();
    await settle();
  };
  return { slots, begun, ask, endNext };
}

test('one who asks alone gets all places', async () => {
  const { begun, ask } = setUp(2);
  for (let job = 0; job < 3; job += 1) void ask('a');
  await settle();
  expect(begun).toEqual(['a', 'a']);
});

test('those who wait get places in turn, however many jobs each has', async () => {
  const { begun, ask, endNext } = setUp(1);
  for (const asker of ['a', 'a', 'a', 'b', 'b', 'c']) void ask(asker);
  for (let job = 0; job < 6; job += 1) await endNext();
  await endNext();
  expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
});

test('first who has the fewest', async () => {
  const { begun, ask, endNext } = setUp(3);
  for (let job = 0; job < 6; job += 1) void ask('a');
  await settle();
  for (const asker of ['b', 'b', 'c']) void ask(asker);
  await endNext();
  await endNext();
  await endNext();
  expect(begun.slice(0, 6)).toEqual(['a', 'a', 'a', 'b', 'c', 'a']);
});

test('who gives up leaves the queue with the reason, and what is free is taken at once or not at all', async () => {
  const { slots, begun, ask, endNext } = setUp(1);
  const giveBack = slots.takeFree();
  expect(slots.takeFree()).toBeUndefined();
  const controller = new AbortController();
  const leaving = ask('a', controller.signal);
  void ask('b');
  controller.abort(new Error('enough'));
  await expect(leaving).rejects.toThrow('enough');
  await expect(ask('c', controller.signal)).rejects.toThrow('enough');
  giveBack?.();
  await settle();
  expect(begun).toEqual(['b']);
  await endNext();
  expect(slots.takeFree()).toBeDefined();
});
