import { LoadoutError } from '@loadout/core';
import { expect, test } from 'vitest';
import { ProblemLog } from '../../src/companions/problem-log.js';
import { collectLog } from '../builders/collected-log.js';
import { createManualClock } from '../builders/manual-clock.js';

// Reaches inside: what an operator reads is made here, out of anything that can be thrown.

function createLog() {
  const clock = createManualClock();
  const log = collectLog();
  return { clock, log, problems: new ProblemLog('@acme/alpha', clock, log.logger) };
}

test('an error of the host keeps its code and its words', () => {
  const { problems, log } = createLog();
  const error = new LoadoutError('COMPANION_TIMED_OUT', 'getTools of @acme/alpha did not answer within 5000 ms.');
  problems.add(error, 'COMPANION_FAILED');
  expect(problems.problems).toEqual([
    { code: 'COMPANION_TIMED_OUT', message: error.message, at: '2023-11-14T22:13:20.000Z' },
  ]);
  expect(log.entries).toEqual([
    { level: 'warn', event: 'companion-problem', companion: '@acme/alpha', message: error.message, error },
  ]);
});

test('any other error gets the code that fits the occasion, and its companion’s name', () => {
  const { problems } = createLog();
  problems.add(new Error('boom'), 'PROVIDER_REFUSED');
  expect(problems.problems).toMatchObject([{ code: 'PROVIDER_REFUSED', message: '@acme/alpha: boom' }]);
});

const brand = Symbol.for('loadout.LoadoutError');

test.each<[string, unknown, string]>([
  ['an unknown code', { [brand]: true, code: 'MADE_UP', message: 'x' }, '@acme/alpha: x'],
  ['a code that every object has', { [brand]: true, code: 'constructor', message: 'x' }, '@acme/alpha: x'],
  ['a code that is no text', { [brand]: true, code: { toString: raise }, message: 'x' }, '@acme/alpha: x'],
  [
    'a code that throws',
    Object.defineProperty({ [brand]: true, message: 'x' }, 'code', { get: raise }),
    '@acme/alpha: x',
  ],
  [
    'a message that throws',
    Object.defineProperty({ [brand]: true, code: 'BOT_UNKNOWN' }, 'message', { get: raise }),
    'an error that cannot be read',
  ],
  [
    'a message that is no text',
    { [brand]: true, code: 'BOT_UNKNOWN', message: { toString: raise } },
    'something was thrown that is no error: [object Object]',
  ],
  ['a proxy that has everything', new Proxy({}, { get: () => true }), '@acme/alpha: an error that cannot be read'],
])('whoever pretends to be an error of the host, with %s, is read without harm', (_what, error, message) => {
  const { problems } = createLog();
  problems.add(error, 'COMPANION_FAILED');
  const [problem] = problems.problems;
  expect(problem?.code).toMatch(/^[A-Z_]+$/);
  expect(problem?.message).toBe(message);
});

test('an error of another copy of core is one of the host’s', () => {
  const { problems } = createLog();
  problems.add({ [brand]: true, code: 'COMPANION_INVALID', message: 'from elsewhere' }, 'COMPANION_FAILED');
  expect(problems.problems).toMatchObject([{ code: 'COMPANION_INVALID', message: 'from elsewhere' }]);
});

test('messages have their bounds', () => {
  const { problems } = createLog();
  problems.add(new Error('x'.repeat(50_000_000)), 'COMPANION_FAILED');
  expect(problems.problems[0]?.message.length).toBeLessThan(2_100);
});

test('what is handed out does not change later', () => {
  const { problems } = createLog();
  problems.add(new Error('one'), 'COMPANION_FAILED');
  const before = problems.problems;
  problems.add(new Error('two'), 'COMPANION_FAILED');
  expect(before).toHaveLength(1);
});

function raise(): never {
  throw new Error('boom');
}
