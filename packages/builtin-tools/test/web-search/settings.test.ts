import { expect, test } from 'vitest';
import { readBaseUrl } from '../../src/web-search/base-url.js';
import { readSettings, validateSettings } from '../../src/web-search/settings.js';

test('the address of the instance is taken as people write it', () => {
  const searchOf = (text: string): unknown => {
    const address = readBaseUrl(text);
    return typeof address === 'string' ? address : address.search.href;
  };
  expect(searchOf('http://127.0.0.1:8888')).toBe('http://127.0.0.1:8888/search');
  expect(searchOf('https://search.example/')).toBe('https://search.example/search');
  expect(searchOf('https://host.example/searx')).toBe('https://host.example/searx/search');
  expect(searchOf('https://host.example/searx//')).toBe('https://host.example/searx/search');
  expect(searchOf('https://host.example/searx/search')).toBe('https://host.example/searx/search');
});

test('an address that cannot be used is refused with what to change', () => {
  const problem = (baseUrl: string): unknown => validateSettings({ baseUrl })[0];
  expect(problem('search.example')).toMatchObject({
    field: 'baseUrl',
    message: expect.stringMatching(/not a complete URL: write https:\/\/ or http:\/\/ in front/),
  });
  expect(problem('ftp://search.example')).toMatchObject({ message: expect.stringMatching(/has to begin with http/) });
  expect(problem('https://me:pw@search.example')).toMatchObject({
    message: expect.stringMatching(/user name or a password/),
  });
  expect(problem('https://search.example/?q=')).toMatchObject({
    message: expect.stringMatching(/query or a fragment/),
  });
  expect(JSON.stringify(problem('https://me:hidden@search.example'))).not.toContain('hidden');
});

test('the total has to have room for twenty minimums', () => {
  const baseUrl = 'http://127.0.0.1:8888';
  expect(validateSettings({ baseUrl })).toEqual([]);
  expect(validateSettings({ baseUrl, maxTotalContentCharacters: 40_000 })).toEqual([]);
  expect(validateSettings({ baseUrl, maxTotalContentCharacters: 39_999 })).toEqual([
    {
      message:
        '"maxTotalContentCharacters" is 39999, less than 20 times "minContentCharactersPerResult" (2000). ' +
        'Raise it to at least 40000, or lower the minimum to at most 1999.',
    },
  ]);
  expect(validateSettings({ baseUrl, minContentCharactersPerResult: 10_000 })).toHaveLength(1);
  expect(
    validateSettings({ baseUrl, minContentCharactersPerResult: 10_000, maxTotalContentCharacters: 200_000 }),
  ).toEqual([]);
});

test('a language is one as search services name them', () => {
  const problems = (defaultLanguage: string): unknown =>
    validateSettings({ baseUrl: 'http://127.0.0.1:8888', defaultLanguage });
  for (const language of ['de', 'en-US', 'zh-Hans-CN', 'all', 'auto']) expect(problems(language)).toEqual([]);
  for (const language of ['german', 'en_US', 'de,en', 'x']) {
    expect(problems(language)).toMatchObject([
      { field: 'defaultLanguage', message: expect.stringContaining('"en-US"') },
    ]);
  }
});

test('numbers out of bounds count as the bound', () => {
  const settings = readSettings({
    baseUrl: 'http://127.0.0.1',
    maxResults: 99,
    pageTimeoutSeconds: 0,
    defaultSafeSearch: 7,
  });
  expect(settings).toMatchObject({
    maxResults: 20,
    pageTimeoutMs: 1_000,
    defaultSafeSearch: undefined,
    allPagesTimeoutMs: 60_000,
    maxTotalContentCharacters: 100_000,
  });
});
