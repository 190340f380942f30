import { expect, test } from 'vitest';
import { isLoadoutError } from '../../src/contract/errors.js';
import { createBotError, isBotId, requireBotId } from '../../src/store/bot-id.js';

test('an id is a slug of 1 to 64 lower-case letters, digits and single hyphens', () => {
  for (const id of ['a', '0', 'support-desk', 'a-1-b', 'a'.repeat(64)]) expect(isBotId(id), id).toBe(true);
  for (const id of ['', 'A', 'a b', '-a', 'a-', 'a--b', 'a\n', 'a_b', 'ß', 'a'.repeat(65), null, 1, ['a']]) {
    expect(isBotId(id), String(id)).toBe(false);
  }
});

test('a long id of hyphens is judged at once', () => {
  expect(isBotId(`${'a-'.repeat(100_000)}!`)).toBe(false);
});

test('requireBotId gives the id back, or says what came and what was expected', () => {
  expect(requireBotId('demo')).toBe('demo');
  const refused = captureError(() => requireBotId('My Bot'));
  expect(isLoadoutError(refused, 'BOT_ID_INVALID')).toBe(true);
  expect(String(refused)).toContain('"My Bot"');
  expect(String(refused)).toContain('lower-case letters, digits and single hyphens');
  expect(String(captureError(() => requireBotId(null)))).toContain('A value of type null');
  expect(String(captureError(() => requireBotId('x'.repeat(5000)))).length).toBeLessThan(400);
});

test('every error about a bot names it, in the message and in its details', () => {
  for (const code of ['BOT_EXISTS', 'BOT_ID_RETIRED', 'BOT_UNKNOWN', 'BOT_ID_INVALID'] as const) {
    const error = createBotError(code, 'demo');
    expect(error.code).toBe(code);
    expect(error.message).toContain('"demo"');
    expect(error.details).toEqual({ botId: 'demo' });
  }
});

function captureError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error');
}
