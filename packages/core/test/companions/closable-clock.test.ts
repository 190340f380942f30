import { expect, test } from 'vitest';
import { createClosableClock } from '../../src/companions/closable-clock.js';
import { createManualClock } from '../builders/manual-clock.js';

// Reaches inside: what a closed host leaves behind would only show in how long its process lives.

test('timers run at their time, once', async () => {
  const inner = createManualClock(1_000);
  const clock = createClosableClock(inner);
  const ran: number[] = [];
  clock.setTimeout(() => ran.push(clock.now()), 50);
  clock.setTimeout(() => ran.push(clock.now()), 20);
  await inner.advance(100);
  expect(ran).toEqual([1_020, 1_050]);
  clock.close();
  expect(ran).toHaveLength(2);
});

test('a cleared timer never runs', async () => {
  const inner = createManualClock();
  const clock = createClosableClock(inner);
  let ran = 0;
  clock
    .setTimeout(() => {
      ran += 1;
    }, 50)
    .clear();
  await inner.advance(100);
  clock.close();
  expect(ran).toBe(0);
  expect(inner.pending).toBe(0);
});

test('it has the steady time of the clock that it is made of, if there is one', () => {
  const inner = createManualClock(1_000);
  expect(createClosableClock({ ...inner, monotonic: () => 42 }).monotonic?.()).toBe(42);
  expect(createClosableClock(inner).monotonic).toBeUndefined();
});

test('closing ends every wait at once, and leaves no timer', () => {
  const inner = createManualClock();
  const clock = createClosableClock(inner);
  const ran: string[] = [];
  clock.setTimeout(() => ran.push('long'), 1_000_000);
  clock.setTimeout(() => ran.push('short'), 1);
  clock.close();
  expect(ran).toEqual(['long', 'short']);
  expect(inner.pending).toBe(0);
});
