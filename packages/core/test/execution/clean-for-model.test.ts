import { expect, test } from 'vitest';
// What a model reads of errors is held by 6.6; here are the inputs that nobody throws by chance.
import { cleanForModel } from '../../src/execution/clean-for-model.js';

test('a secret that is part of another one leaves no rest', () => {
  const secrets = ['hunter22', 'hunter22-and-more'];
  expect(cleanForModel('got hunter22-and-more, not hunter22', secrets)).toBe('got [removed], not [removed]');
});

test('a secret is taken as it is, not as a pattern, and an empty one means nothing', () => {
  expect(cleanForModel('got a.c+$& and abc', ['a.c+$&', ''])).toBe('got [removed] and abc');
});

test('lines of any length and any sort of characters are cleaned', () => {
  const pieces = [
    '/',
    '\\',
    "'/",
    '"/a ',
    'token',
    'token=',
    'a',
    'C:',
    '://',
    '@',
    '~/',
    '..',
    '😀',
    ' ',
    'sk-',
    'eyJ.',
  ];
  for (const piece of pieces) {
    for (const other of pieces) {
      const cleaned = cleanForModel(`${piece}${other}`.repeat(5_000), ['secret-value']);
      expect(cleaned.length).toBeLessThanOrEqual(300);
      expect(() => encodeURIComponent(cleaned)).not.toThrow();
    }
  }
});

test('a line of 300 characters stays, a longer one ends with a sign of that', () => {
  expect(cleanForModel('x'.repeat(300), [])).toBe('x'.repeat(300));
  expect(cleanForModel('x'.repeat(301), [])).toBe(`${'x'.repeat(299)}…`);
});

test('a path is removed before the line is cut, so that none is left in half', () => {
  const cleaned = cleanForModel(`${'x'.repeat(290)} /home/ada/secret/data.json`, []);
  expect(cleaned).toBe(`${'x'.repeat(290)} [path]`);
});
