import { expect, test } from 'vitest';
import { readValue } from '../../src/commands/read-value.js';

test.each([
  ['20', { type: 'integer' }, 20],
  ['20', { type: 'string' }, '20'],
  ['true', { type: 'boolean' }, true],
  ['true', { type: 'string' }, 'true'],
  ['"quoted"', { type: 'string' }, 'quoted'],
  ['plain', { type: 'string' }, 'plain'],
  ['["a","b"]', { type: 'array' }, ['a', 'b']],
  ['{"a":1}', { type: 'object' }, { a: 1 }],
  ['null', { type: ['string', 'null'] }, null],
  ['5', { type: ['string', 'integer'] }, 5],
  ['5', { enum: ['5', '6'] }, '5'],
  ['5', {}, 5],
  ['x', {}, 'x'],
  ['', { type: 'string' }, ''],
  // What fits no type stays text, for the host to refuse by name.
  ['many', { type: 'integer' }, 'many'],
  ['[1', { type: 'array' }, '[1'],
  ['1.5', { type: 'integer' }, 1.5],
] as const)('%s for %j', (text, schema, expected) => {
  expect(readValue(text, schema)).toEqual(expected);
});

test('a field that nobody knows takes JSON or text', () => {
  expect([readValue('1', undefined), readValue('a b', undefined)]).toEqual([1, 'a b']);
});
