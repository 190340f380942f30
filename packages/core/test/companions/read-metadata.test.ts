import { expect, test } from 'vitest';
import { readMetadata } from '../../src/companions/read-metadata.js';
import { hostileValues } from '../catalogue/hostile-values.js';

// Reaches inside: labels of unlisted tools show up in few places, and every broken one is left out alone.

test('labels, summaries and icons are copied by name', () => {
  const answer = { one: { label: 'One', summary: { en: 'First', de: 'Erste' }, icon: 'star' }, two: {} };
  const metadata = readMetadata(answer);
  expect([...(metadata ?? [])]).toEqual([
    ['one', { label: 'One', summary: { en: 'First', de: 'Erste' }, icon: 'star' }],
    ['two', {}],
  ]);
  answer.one.summary.en = 'Changed';
  expect(metadata?.get('one')?.summary).toEqual({ en: 'First', de: 'Erste' });
  expect(Object.isFrozen(metadata?.get('one'))).toBe(true);
  expect(Object.isFrozen(metadata?.get('one')?.summary)).toBe(true);
});

test('nothing to say is nothing wrong', () => {
  expect(readMetadata(undefined)?.size).toBe(0);
  expect(readMetadata(null)?.size).toBe(0);
});

test.each<[string, unknown]>([
  ['a list', []],
  ['a text', 'labels'],
  ['a number', 5],
  ['a function', () => ({})],
])('%s is no answer', (_what, answer) => {
  expect(readMetadata(answer)).toBeUndefined();
});

test.each(hostileValues())('an entry that is %s hurts no other', (_what, value) => {
  const metadata = readMetadata({ before: { label: 'Before' }, evil: value, after: { label: 'After' } });
  expect(metadata?.get('before')).toEqual({ label: 'Before' });
  expect(metadata?.get('after')).toEqual({ label: 'After' });
});

test.each(hostileValues())('a label, a summary or an icon that is %s is a text, or left out', (_what, value) => {
  const entry = readMetadata({ evil: { label: value, summary: value, icon: value } })?.get('evil');
  for (const field of [entry?.label, entry?.summary, entry?.icon]) {
    expect(['undefined', 'string', 'object']).toContain(typeof field);
    if (typeof field === 'object') expect(Object.values(field).every((text) => typeof text === 'string')).toBe(true);
  }
});

test('names that every object has are names like others', () => {
  const metadata = readMetadata(JSON.parse('{"__proto__":{"label":"P"},"constructor":{"label":"C"}}'));
  expect([...(metadata ?? [])]).toEqual([
    ['__proto__', { label: 'P' }],
    ['constructor', { label: 'C' }],
  ]);
  expect(readMetadata({})?.get('constructor')).toBeUndefined();
  const locales = readMetadata({ a: { label: JSON.parse('{"__proto__":"P","en":"E"}') } })?.get('a')?.label;
  expect(Object.keys(locales ?? {})).toEqual(['__proto__', 'en']);
});

test('texts, locales and icons have their bounds', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`l${number}`, 'x'.repeat(10_000)]));
  const entry = readMetadata({
    a: { label: 'x'.repeat(50_000_000), summary: many, icon: 'x'.repeat(50_000_000) },
  })?.get('a');
  expect(JSON.stringify(entry).length).toBeLessThan(250_000);
  expect(entry?.label).toHaveLength(2_000);
});

function raise(): never {
  throw new Error('boom');
}

test('an entry whose getter throws is left out', () => {
  const metadata = readMetadata(
    Object.defineProperty({ good: { label: 'Good' } }, 'evil', { enumerable: true, get: raise }),
  );
  expect([...(metadata?.keys() ?? [])]).toEqual(['good']);
});
