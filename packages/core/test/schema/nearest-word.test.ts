import { expect, test } from 'vitest';
import { nearestWord, suggestWord } from '../../src/schema/nearest-word.js';

const fields = ['descriptionForLLM', 'implementationKey', 'visibleIn', 'readOnly'];

test.each([
  ['readonly', 'readOnly'],
  ['read_only', 'readOnly'],
  ['implementationKye', 'implementationKey'],
  ['visibelIn', 'visibleIn'],
  ['description', 'descriptionForLLM'],
])('%s is taken for %s', (word, meant) => {
  expect(nearestWord(word, fields)).toBe(meant);
});

test.each(['color', 'x', '', 'v'.repeat(100_000)])('nothing is near %.10s', (word) => {
  expect(nearestWord(word, fields)).toBeUndefined();
});

test('the nearest candidate wins, the first of equals', () => {
  expect(nearestWord('limits', ['limit', 'limits', 'timits'])).toBe('limits');
  expect(nearestWord('axc', ['abc', 'acc'])).toBe('abc');
});

test('a suggestion names the word meant, or those that there are', () => {
  expect(suggestWord('chta', ['chat', 'assistant'])).toBe('Did you mean "chat"?');
  expect(suggestWord('kiosk', ['chat', 'assistant'])).toBe('Known: chat, assistant.');
  expect(suggestWord('kiosk', [])).toBe('There are none.');
});
