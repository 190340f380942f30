import { expect, test } from 'vitest';
import { DraftTable } from '../../src/store/draft-table.js';

test('a draft reads what it wrote over what was there, and leaves that as it is', () => {
  const rows = new Map([
    ['a', 'A'],
    ['b', 'B'],
    ['c', 'C'],
  ]);
  const draft = new DraftTable(rows);
  draft.set('b', 'B2');
  draft.set('d', 'D');
  draft.delete('a');
  expect([draft.get('a'), draft.get('b'), draft.get('c'), draft.get('d')]).toEqual([undefined, 'B2', 'C', 'D']);
  expect([...draft.values()]).toEqual(['B2', 'C', 'D']);
  expect(draft.size).toBe(3);
  expect([...rows.values()]).toEqual(['A', 'B', 'C']);
  expect(draft.publish()).toBe(true);
  expect([...rows.values()]).toEqual(['B2', 'C', 'D']);
});

test('a row can be deleted and set again, also one of the draft alone', () => {
  const rows = new Map([['a', 'A']]);
  const draft = new DraftTable(rows);
  for (const key of ['a', 'new', '__proto__']) {
    draft.set(key, 'x');
    draft.delete(key);
    draft.delete(key);
    expect(draft.get(key)).toBeUndefined();
  }
  expect(draft.size).toBe(0);
  expect([...draft.values()]).toEqual([]);
  draft.set('a', 'A3');
  draft.set('a', 'A4');
  expect(draft.size).toBe(1);
  draft.publish();
  expect([...rows]).toEqual([['a', 'A4']]);
});

test('a draft that wrote nothing says so, also where it deleted what is not there', () => {
  const rows = new Map([['a', 'A']]);
  const draft = new DraftTable(rows);
  draft.delete('nothing');
  expect(draft.publish()).toBe(false);
  expect([...rows]).toEqual([['a', 'A']]);
});
