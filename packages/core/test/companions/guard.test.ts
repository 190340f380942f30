import { expect, onTestFinished, test } from 'vitest';
import { describeError, invoke, isThenable, silence, silenceEach, withDeadline } from '../../src/companions/guard.js';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock, settle } from '../builders/manual-clock.js';

// Reaches inside: these few lines stand between the host and all foreign code.

class NamelessError extends Error {
  override get name(): never {
    return Symbol('name') as never;
  }
}

test.each<[string, unknown, string]>([
  ['an error', new Error('the disk is full'), 'the disk is full'],
  ['an error without a message', new TypeError(), 'TypeError'],
  ['an object with a message', { message: 'no error at all' }, 'no error at all'],
  ['a text', 'just a text', 'just a text'],
  ['a number', 5, '5'],
  ['null', null, 'null was thrown'],
  ['undefined', undefined, 'undefined was thrown'],
  ['a symbol', Symbol('thrown'), 'Symbol(thrown)'],
  ['an object', {}, 'something was thrown that is no error: [object Object]'],
  ['an error whose message is no text', Object.assign(new Error('x'), { message: { code: 5 } }), 'Error'],
  ['an error whose name is no text', new NamelessError(''), 'Symbol(name)'],
])('%s is described', (_what, error, expected) => {
  expect(describeError(error)).toBe(expected);
});

test.each<[string, unknown]>([
  ['a message that throws', Object.defineProperty(new Error('x'), 'message', { get: raise })],
  ['a proxy that throws', new Proxy({}, { get: raise, getPrototypeOf: raise })],
  ['a text that throws', { toString: raise }],
  ['an object without prototype', Object.create(null)],
])('%s is an error that cannot be read', (_what, error) => {
  expect(describeError(error)).toBe('an error that cannot be read');
});

test('a description has its bounds', () => {
  expect(describeError(new Error('x'.repeat(50_000_000))).length).toBe(100_000);
  expect(describeError('x'.repeat(50_000_000)).length).toBe(100_000);
});

test('what foreign code throws, and a thenable that throws, become rejections', async () => {
  await expect(invoke(raise)).rejects.toThrow('boom');
  await expect(invoke(() => Object.defineProperty({}, 'then', { get: raise }))).rejects.toThrow('boom');
  await expect(invoke(() => ({ then: raise }) as never)).rejects.toThrow('boom');
  await expect(invoke(() => 5)).resolves.toBe(5);
  await expect(invoke(async () => 5)).resolves.toBe(5);
});

test('a deadline ends the waiting, and says who is to blame', async () => {
  const clock = createManualClock();
  const waiting = withDeadline(new Promise(() => undefined), { clock, ms: 100, what: 'getTools of @acme/alpha' });
  const ended = waiting.catch((error: unknown) => error);
  await clock.advance(100);
  expect(await ended).toMatchObject({
    code: 'COMPANION_TIMED_OUT',
    message: 'getTools of @acme/alpha did not answer within 100 ms.',
    details: { timeoutMs: 100 },
  });
});

test('an answer in time leaves no timer, nor does a failure', async () => {
  const clock = createManualClock();
  const deadline = { clock, ms: 100, what: 'it' };
  expect(await withDeadline(Promise.resolve(5), deadline)).toBe(5);
  await expect(withDeadline(Promise.reject(new Error('no')), deadline)).rejects.toThrow('no');
  expect(clock.pending).toBe(0);
});

test('what rejects after its deadline rejects unheard', async () => {
  const faults = watchRejections();
  const clock = createManualClock();
  const late = createDeferred<void>();
  const ended = withDeadline(late.promise, { clock, ms: 100, what: 'it' }).catch(() => 'timed out');
  await clock.advance(100);
  expect(await ended).toBe('timed out');
  late.reject(new Error('late'));
  await settle();
  expect(faults).toEqual([]);
});

test('a thenable is told without being run, and without harm', () => {
  expect(isThenable(Promise.resolve())).toBe(true);
  expect(isThenable({ then: raise })).toBe(true);
  expect(isThenable(Object.assign(() => 'x', { then: raise }))).toBe(true);
  for (const value of [null, undefined, 5, 'then', {}, [], { then: 5 }, () => 'x'])
    expect(isThenable(value)).toBe(false);
  expect(isThenable(Object.defineProperty({}, 'then', { get: raise }))).toBe(false);
  expect(isThenable(new Proxy({}, { get: raise }))).toBe(false);
});

test('a promise that is of no use rejects unheard, alone and among others', async () => {
  const faults = watchRejections();
  silence(Promise.reject(new Error('alone')));
  silenceEach([Promise.reject(new Error('in a list')), 5, null]);
  silenceEach({ a: Promise.reject(new Error('in an object')), b: 'x' });
  for (const value of [
    null,
    undefined,
    5,
    'text',
    new Proxy({}, { get: raise, getPrototypeOf: raise, ownKeys: raise }),
  ]) {
    silence(value);
    silenceEach(value);
  }
  await settle();
  expect(faults).toEqual([]);
});

function watchRejections(): unknown[] {
  const faults: unknown[] = [];
  const note = (fault: unknown): void => void faults.push(fault);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  return faults;
}

function raise(): never {
  throw new Error('boom');
}
