import { expect, test } from 'vitest';
import { chooseLocale } from '../src/routes/choose-locale.js';

// Reaches inside: headers of any form come in, and an answer shows only which labels they led to.

const choose = (header: string | undefined, locale?: string) =>
  chooseLocale({ query: locale === undefined ? {} : { locale }, header: () => header }).locale;

test.each([
  ['de-AT', 'de-AT'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['en;q=0.3, de;q=0.7, fr;q=0', 'de'],
  [' * , de;q=0.1', 'de'],
  ['de;q=2, en;q=0.5', 'en'],
  ['de;level=1;q=0.4,en;q=0.5', 'en'],
  ['', undefined],
  [undefined, undefined],
  ['*', undefined],
  ['<script>, x', undefined],
  ['de,'.repeat(500), undefined],
])('Accept-Language %j leads to %j', (header, expected) => {
  expect(choose(header)).toBe(expected);
});

test('what the query says goes first', () => {
  expect(choose('de', 'fr')).toBe('fr');
});
