import { expect, test } from 'vitest';
import { createTextGuard } from '../../src/chat/text-guard.js';

function pass(...pieces: readonly string[]): string {
  const guard = createTextGuard();
  return pieces.map((piece) => guard.push(piece)).join('') + guard.end();
}

test('text in pieces is made harmless as if it had come whole', () => {
  expect(pass('a\u001b[2J', 'b')).toBe('a\\x1b[2Jb');
  expect(pass('x\u202e', 'y')).toBe('x\\u{202e}y');
  expect(pass('line\r', '\nnext')).toBe('line\nnext');
  expect(pass('line\r', 'next\r')).toBe('line\\x0dnext\\x0d');
});

test('a character whose halves come apart stays one, and a tag among such is seen', () => {
  expect(pass('\ud83d', '\ude00!')).toBe('\u{1f600}!');
  expect(pass('a\udb40', '\udc41b')).toBe('a\\u{e0041}b');
  expect(pass('a\ud83d')).toBe('a\ud83d');
});

test('every way of cutting a text gives the same', () => {
  const text = 'ü\r\n\u001b]0;title\u0007 \u{e0041}\u{1f600}\u2066end';
  const whole = pass(text);
  for (let at = 0; at <= text.length; at += 1) expect(pass(text.slice(0, at), text.slice(at))).toBe(whole);
  expect(pass(...text.split(''))).toBe(whole);
});
