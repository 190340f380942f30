import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../src/routes.js';
import { fillLimits } from '../src/server-limits.js';
import { makeHost } from './builders/make-host.js';
import { listBots } from './examples/readme.examples.js';

const page = readFileSync(new URL('../../../docs/reference/http-api.md', import.meta.url), 'utf8');

test('the page on the API lists the routes of the table, with the same sentences', () => {
  const rows = [...page.matchAll(/^\| `([A-Z]+) (\/\S*)` *\| ([^|]+?) *\| ([^|]+?) *\|$/gm)].map(
    ([, ...cells]) => cells,
  );
  const whoMay = { anyone: 'everybody', token: 'every token' };
  const expected = routes.map(({ method, path, access, ownBot, summary }) => {
    const who = access === 'anyone' || access === 'token' ? whoMay[access] : access;
    return [method, path, ownBot ? `${who}, own bot` : who, summary];
  });
  expect(rows.map((row) => row.join(' ')).sort()).toEqual(expected.map((row) => row.join(' ')).sort());
});

test('the page on the API names every limit with its default', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` *\| ([\d,]+) *\|/gm)].map(([, name, value = '']) => [
    name,
    Number(value.replaceAll(',', '')),
  ]);
  expect(Object.fromEntries(rows)).toEqual(fillLimits());
});

test('the server of the README serves its client', async () => {
  const { host } = await makeHost();
  expect(await listBots(host, 'a-token-of-the-starter-of-this-server', 0)).toEqual(['demo', 'other']);
});
