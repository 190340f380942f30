import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LogSettings } from '../../src/config/configuration.js';
import { openLog } from '../../src/output/open-log.js';
import { createOutput } from '../../src/output/output.js';
import { makeFolder } from '../temporary-folder.js';

interface Given {
  readonly settings?: Partial<LogSettings>;
  readonly mode: 'once' | 'serving';
  readonly isTTY?: boolean;
}

/** One line of each level, and one of the command; what standard error and a file got. */
async function log({ settings = {}, mode, isTTY = false }: Given) {
  const parts: string[] = [];
  const stderr = { isTTY, write: (part: string) => parts.push(part) };
  const out = createOutput({ stdout: stderr, stderr, env: { NO_COLOR: '1' } });
  const opened = await openLog({
    settings: { level: undefined, file: undefined, format: undefined, ...settings },
    mode,
    out,
    stderr,
    placeOf: () => undefined,
  });
  for (const level of ['debug', 'info', 'warn', 'error'] as const) opened.logger({ level, event: 'x', message: level });
  opened.out.warn('from the command');
  opened.close();
  return parts.join('');
}

const levelsOf = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).level);

test('a command tells people what is grave, or what they ask for', async () => {
  expect(await log({ mode: 'once' })).toBe('warning: warn\nerror: error\nwarning: from the command\n');
  expect(await log({ mode: 'once', settings: { level: 'error' } })).toBe('error: error\nwarning: from the command\n');
  expect(await log({ mode: 'once', settings: { level: 'debug' } })).toMatch(
    /^note: debug\nnote: info\nwarning: warn\n/,
  );
});

test('a server writes JSON where nobody looks on, with what the command says among the lines', async () => {
  const text = await log({ mode: 'serving' });
  expect(levelsOf(text)).toEqual(['info', 'warn', 'error', 'warn']);
  expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toMatchObject({ event: 'command', msg: 'from the command' });
});

test('on a terminal a server writes for people, unless JSON is asked for; text can be asked for anywhere', async () => {
  expect(await log({ mode: 'serving', isTTY: true })).toBe('warning: warn\nerror: error\nwarning: from the command\n');
  expect(levelsOf(await log({ mode: 'serving', isTTY: true, settings: { format: 'json' } }))).toHaveLength(4);
  expect(await log({ mode: 'serving', settings: { format: 'text' } })).toMatch(/^\d{4}-\S+ info {2}x: info\n/);
});

test('a file gets the lines of every command, and a server without a terminal writes there alone', async () => {
  const folder = makeFolder();
  const path = join(folder, 'logs/loadout.log');
  expect(await log({ mode: 'serving', settings: { file: path } })).toBe('');
  expect(await log({ mode: 'once', settings: { file: path } })).toMatch(/^warning: warn\n/);
  // What a command says to its user is no line of the log.
  expect(levelsOf(readFileSync(path, 'utf8'))).toEqual(['info', 'warn', 'error', 'warn', 'info', 'warn', 'error']);
  const text = join(folder, 'text.log');
  await log({ mode: 'once', settings: { file: text, format: 'text' } });
  expect(readFileSync(text, 'utf8')).toMatch(/^\S+Z info {2}x: info\n\S+Z warn {2}x: warn\n\S+Z error x: error\n$/);
});
