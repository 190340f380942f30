import { LoadoutError } from '@loadout/core';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/config/usage-error.js';
import { describeError } from '../../src/output/describe-error.js';

test('refusals end with 1, usage and configuration with 2', () => {
  expect(describeError(new UsageError('wrong'))).toEqual({ message: 'wrong', exitCode: 2 });
  expect(describeError(new LoadoutError('BOT_UNKNOWN', 'There is no bot "x".'))).toEqual({
    message: 'There is no bot "x". Try "loadout bots list".',
    exitCode: 1,
  });
  expect(describeError(new LoadoutError('BOT_ID_INVALID', 'No slug.')).exitCode).toBe(2);
});

test('a foreseen error is one line', () => {
  const error = new LoadoutError('STORE_UNAVAILABLE', 'Cannot\n  open it.');
  expect(describeError(error)).toEqual({
    message:
      'Cannot open it. Another file can be named with --database, LOADOUT_DATABASE or "database" in the configuration.',
    exitCode: 2,
  });
});

test('an error that nobody foresaw is shown whole', () => {
  const { message, exitCode } = describeError(new TypeError('oops', { cause: new Error('why') }));
  expect(exitCode).toBe(1);
  expect(message).toMatch(/^Unexpected: TypeError: oops\n {4}at [\s\S]*\n {2}caused by Error: why\n/);
  expect(describeError('text').message).toBe('Unexpected: text');
});

test('an error without end is shown within bounds', () => {
  const error = new Error('x'.repeat(10_000_000));
  error.cause = error;
  expect(describeError(error).message.length).toBeLessThan(300_000);
  expect(describeError('x'.repeat(10_000_000)).message.length).toBeLessThan(30_000);
});
