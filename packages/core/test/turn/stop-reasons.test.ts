import { readFileSync } from 'node:fs';
import { DEFAULT_TURN_LIMITS, HARD_TURN_LIMITS, STOP_REASONS } from '@loadout/core';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../../../docs/reference/loop.md', import.meta.url), 'utf8');

/** The rows of the table whose first heading is given, cell by cell. */
function readTable(heading: string): readonly string[][] {
  const lines = page.slice(page.indexOf(`| ${heading}`)).split('\n');
  const rows = lines.slice(2, lines.indexOf(''));
  return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}

test('the page on the loop lists each stop reason once, with what the transcript ends with', () => {
  const rows = readTable('`stop`');
  expect(rows.map(([, name]) => name?.replaceAll('`', ''))).toEqual([...STOP_REASONS]);
  for (const [, , why, end] of rows) expect([why, end]).not.toContain('');
});

test('the page on the loop states the limits as they are', () => {
  const rows = readTable('limit').map(([, text = '', ...numbers]) => [
    /`(\w+)`/.exec(text)?.[1],
    ...numbers.slice(0, 2).map((number) => Number(number.replaceAll(',', ''))),
  ]);
  const names = Object.keys(HARD_TURN_LIMITS) as (keyof typeof HARD_TURN_LIMITS)[];
  expect(rows).toEqual(names.map((name) => [name, DEFAULT_TURN_LIMITS[name], HARD_TURN_LIMITS[name]]));
});
