import { expect, test } from 'vitest';
import { describeProblems } from '../../src/execution/describe-problems.js';

test('one problem is a line, several are a list', () => {
  expect(describeProblems([{ pointer: '/a', message: 'missing' }], {})).toBe('a: missing');
  expect(describeProblems([{ pointer: '', message: 'expected at least 1 property' }], {})).toBe(
    'expected at least 1 property',
  );
  expect(
    describeProblems(
      [
        { pointer: '/a', message: 'm' },
        { pointer: '/b', message: 'n' },
      ],
      {},
    ),
  ).toBe('\n- a: m\n- b: n');
});

test('a number is a position in a list, and a name in an object', () => {
  const args = { list: [{ '0': 1 }], map: { '0': {} } };
  expect(describeProblems([{ pointer: '/list/0/0', message: 'm' }], args)).toBe('list[0]["0"]: m');
  expect(describeProblems([{ pointer: '/map/0/a~1b', message: 'm' }], args)).toBe('map["0"]["a/b"]: m');
});

test('ten fields are named, the others counted', () => {
  const problems = Array.from({ length: 25 }, (_, at) => ({ pointer: `/f${at}`, message: 'missing' }));
  const lines = describeProblems(problems, {}).trim().split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.at(-2)).toBe('- f9: missing');
  expect(lines.at(-1)).toBe('- and 15 more');
});
