import { expect, test } from 'vitest';
import { CallRun } from '../../src/execution/call-run.js';

// What a turn that waits remembers cannot be told from outside for arguments of every size.

test('what waits is no part of the run, nor of the calls of its tool', () => {
  const run = new CallRun();
  run.add('send', { to: 'anna' });
  run.count('send');
  run.add('send', { to: 'anna' });
  run.count('send');
  const kept = run.keepWithoutLast();
  expect(kept).toEqual({ name: 'send', arguments: { to: 'anna' }, length: 1, counts: [['send', 1]] });
  const goesOn = new CallRun(structuredClone(kept));
  expect(goesOn.add('send', { to: 'anna' })).toBe(2);
  expect(goesOn.count('send')).toBe(2);
});

test('a call that is not counted takes none from the count of its tool', () => {
  const run = new CallRun();
  run.add('send', {});
  run.count('send');
  run.add('send', { again: true });
  expect(run.keepWithoutLast().counts).toEqual([['send', 1]]);
});

test('a turn that waits with its first call has no run', () => {
  const run = new CallRun();
  run.add('send', {});
  expect(new CallRun(run.keepWithoutLast()).add('send', {})).toBe(1);
});

test('a run of calls with much to say is forgotten', () => {
  const run = new CallRun();
  const long = { text: 'x'.repeat(100_000) };
  run.add('send', long);
  run.add('send', long);
  expect(run.keepWithoutLast()).toMatchObject({ arguments: null, length: 0 });
});
