import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../src/contract/error-codes.js';

const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (.+) \|$/gm)].map((row) => [row[1], row[2]] as const);

test('the page on errors lists the codes of the table, with the same sentences, in the same order', () => {
  expect(rows).toEqual(Object.entries(ERROR_CODES));
});

test('a code is upper case and its sentence says something', () => {
  for (const [code, sentence] of Object.entries(ERROR_CODES)) {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)+$/);
    expect(sentence, code).toMatch(/^.{20,}\.$/);
  }
});
