import { expect, test } from 'vitest';
import { RelatedNames, readRelatedNames } from '../../src/companions/related-names.js';

// Reaches inside: bounds and order are the host's own affair.

const stated = (name: string, ...aliases: readonly string[]) => ({ name, aliases, isTool: () => true });
const broken = (name: string, ...aliases: readonly string[]) => ({ name, aliases, isTool: () => false });

test('names that were stated for one tool stay related, however the lists come', () => {
  const related = new RelatedNames();
  related.state([stated('b', 'a'), stated('x')]);
  related.state([stated('d', 'c')]);
  related.state([stated('y', 'b', 'd')]);
  related.state([]);
  expect(related.groups).toEqual([['a', 'b', 'c', 'd', 'y']]);
  expect([...related.of('c')].sort()).toEqual(['a', 'b', 'c', 'd', 'y']);
  expect([...related.of('x')]).toEqual([]);
  const other = new RelatedNames();
  other.restore([['x', 'z'], ...related.groups]);
  expect(other.groups).toEqual([...related.groups, ['x', 'z']]);
});

test('an alias that another tool of the list has says nothing, unless that one is broken', () => {
  for (const list of [
    [stated('b', 'a'), stated('a')],
    [stated('a'), stated('b', 'a', 'b')],
  ]) {
    const related = new RelatedNames();
    related.state(list);
    expect(related.groups).toEqual([]);
  }
  const first = new RelatedNames();
  first.state([stated('b', 'a'), stated('c', 'a')]);
  expect(first.groups).toEqual([['a', 'b']]);
  for (const list of [
    [broken('b', 'a'), stated('c', 'a')],
    [broken('c', 'a'), stated('b', 'a'), broken('a')],
  ]) {
    const related = new RelatedNames();
    related.state(list);
    expect(related.groups).toEqual([['a', 'b', 'c']]);
  }
});

test('of more names than are remembered the first stay', () => {
  const related = new RelatedNames();
  related.state(Array.from({ length: 5_000 }, (_, index) => stated(`n${index}`, `o${index}`)));
  expect(related.isFull).toBe(false);
  related.state([stated('late', 'n7', 'later'), stated('n1', 'n2')]);
  expect(related.isFull).toBe(true);
  expect(related.of('late').size).toBe(0);
  expect([...related.of('o2')].sort()).toEqual(['n1', 'n2', 'o1', 'o2']);
});

test('one tool has 1,000 names at most', () => {
  const related = new RelatedNames();
  for (let index = 0; index < 1_200; index += 1) related.state([stated(`n${index + 1}`, `n${index}`)]);
  expect(related.of('n0').size).toBe(1_000);
  expect(related.isFull).toBe(true);
});

test('what is kept of them is read as if a stranger had written it', () => {
  expect(readRelatedNames(undefined)).toEqual([]);
  expect(readRelatedNames([7, null, ['a'], ['a', 7, 'b'], ['not a name', 'c'], { 0: 'a' }])).toEqual([['a', 'b']]);
});
