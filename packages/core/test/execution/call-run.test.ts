import { expect, test } from 'vitest';
import { CallRun } from '../../src/execution/call-run.js';

// What a turn that waits remembers cannot be told from outside for arguments of every size.

test('what waits is no part of the run, nor of the calls of its tool', () => {
  const run = new CallRun();
  run.add('send', { to: 'anna' });
  run.count('send');
  const waiting = { to: 'anna' };
  run.add('send', waiting);
  run.count('send');
  run.takeBack('send', waiting, { isCounted: true });
  const kept = run.keep();
  expect(kept).toEqual({ name: 'send', arguments: { to: 'anna' }, length: 1, counts: [['send', 1]] });
  const goesOn = new CallRun(structuredClone(kept));
  expect(goesOn.add('send', { to: 'anna' })).toBe(2);
  expect(goesOn.count('send')).toBe(2);
});

test('a call that is not counted takes none from the count of its tool', () => {
  const run = new CallRun();
  run.add('send', {});
  run.count('send');
  const waiting = { again: true };
  run.add('send', waiting);
  run.takeBack('send', waiting, { isCounted: false });
  expect(run.keep().counts).toEqual([['send', 1]]);
});

test('a call that waits takes back its own count where another one came after it', () => {
  const run = new CallRun();
  const waiting = {};
  run.add('send', waiting);
  run.count('send');
  run.add('look', {});
  run.takeBack('send', waiting, { isCounted: true });
  expect(run.keep()).toEqual({ name: 'look', arguments: {}, length: 1, counts: [['send', 0]] });
});

test('a turn that waits with its first call has no run', () => {
  const run = new CallRun();
  const waiting = {};
  run.add('send', waiting);
  run.takeBack('send', waiting, { isCounted: false });
  expect(new CallRun(run.keep()).add('send', {})).toBe(1);
});

test('a run of calls with much to say is forgotten', () => {
  const run = new CallRun();
  const long = { text: 'x'.repeat(100_000) };
  run.add('send', long);
  run.add('send', long);
  expect(run.keep()).toMatchObject({ arguments: null, length: 0 });
});
