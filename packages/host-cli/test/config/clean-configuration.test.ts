import { expect, test } from 'vitest';
import { cleanConfiguration } from '../../src/config/clean-configuration.js';

const fill = (count: number, entry: (index: number) => readonly [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));

test('thirty thousand unknown keys are left out, each with its line', () => {
  const { file, leftOut } = cleanConfiguration({ database: 'x', log: fill(30_000, (index) => [`k${index}`, 1]) });
  expect(file).toEqual({ database: 'x', log: {} });
  expect(leftOut).toHaveLength(30_000);
  expect(leftOut[29_999]).toEqual({ pointer: '/log/k29999', message: 'there is no key "k29999"; it is left out.' });
});

test('what lies inside something left out has no line of its own', () => {
  const { file, leftOut } = cleanConfiguration({
    companions: ['one', { package: 'A B', enabled: 1, extra: 2 }],
    toolSettings: { 'a b': 1, c: 2 },
  });
  expect(file).toEqual({ companions: ['one'], toolSettings: {} });
  expect(leftOut.map(({ pointer }) => pointer).sort()).toEqual([
    '/companions/1/package',
    '/toolSettings/a b',
    '/toolSettings/c',
  ]);
});

test('of a large file, nothing is taken: the first thing that is wrong is told, whatever it is', () => {
  const text = 'x'.repeat(10_000_000);
  const cases = [
    [{ k0: text, k1: text }, '/k0', 'there is no key "k0"'],
    [{ [text]: 1 }, `/${text}`, 'there is no key "xxx'],
    [{ toolSettings: { 'a b': { text } } }, '/toolSettings/a b', 'expected the name of a tool as the key'],
    [{ exposeAs: [{ owner: 'o', tool: 't' }], database: text }, '/exposeAs/0', 'the key "as" is missing'],
  ] as const;
  for (const [value, pointer, reason] of cases) {
    const { file, leftOut } = cleanConfiguration(value);
    expect(file).toBeUndefined();
    expect(leftOut).toEqual([{ pointer, message: expect.stringContaining(reason) }]);
    expect(leftOut[0]?.message).toMatch(/; the file is too large to leave out parts of it, so correct it\.$/);
    expect(leftOut[0]?.message.length).toBeLessThan(200);
  }
  expect(cleanConfiguration({ toolSettings: { search: { text } } }).leftOut).toEqual([]);
});
