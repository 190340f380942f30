import { expect, test } from 'vitest';
import { execute, validateConfiguration } from '../examples/settings.examples.js';

test('the examples of the settings guide do what it says', async () => {
  const call = { signal: new AbortController().signal } as never;
  expect(JSON.parse(await execute({ query: 'law' }, { apiKey: 'k', region: 'moon' }, call))).toEqual({
    query: 'law',
    apiKey: 'k',
    limit: 10,
    region: 'eu',
    hosts: [],
  });
  expect(() => execute({}, {}, call)).toThrow('course_search is not configured: the setting "apiKey" is missing.');
  expect(validateConfiguration({ region: 'us' })).toHaveLength(1);
  expect(validateConfiguration({ region: 'eu' })).toEqual([]);
});
