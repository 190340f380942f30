import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { LogEntry } from '@loadout/core';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/config/usage-error.js';
import { openLogFile } from '../../src/output/log-file.js';
import { createPinoLogger } from '../../src/output/pino-logger.js';
import { makeFolder } from '../temporary-folder.js';

function write(entries: readonly LogEntry[], level: LogEntry['level'] = 'debug'): readonly string[] {
  const lines: string[] = [];
  const logger = createPinoLogger({
    level,
    destination: { write: (line) => lines.push(line) },
    placeOf: (id) => (id === 'one' ? 'loadout.config.json:2:3 /companions/0' : undefined),
  });
  for (const entry of entries) logger(entry);
  return lines;
}

test('one JSON object a line has level, time, event, message and every mark that is known', () => {
  const [line = '', ...rest] = write([
    {
      level: 'warn',
      event: 'tool-log',
      message: 'Slow.',
      companion: 'one',
      bot: 'guide',
      turn: 't1',
      call: 'c1',
      tool: 'search',
      data: { seconds: 2 },
    },
  ]);
  expect(rest).toEqual([]);
  expect(line.endsWith('}\n')).toBe(true);
  const { time, ...fields } = JSON.parse(line);
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(fields).toEqual({
    level: 'warn',
    pid: process.pid,
    event: 'tool-log',
    companion: 'one',
    bot: 'guide',
    turn: 't1',
    call: 'c1',
    tool: 'search',
    place: 'loadout.config.json:2:3 /companions/0',
    data: { seconds: 2 },
    msg: 'Slow.',
  });
});

test('what is less grave than the level is not written', () => {
  const entries = (['debug', 'info', 'warn', 'error'] as const).map((level) => ({ level, event: 'x', message: level }));
  expect(write(entries, 'warn').map((line) => JSON.parse(line).level)).toEqual(['warn', 'error']);
});

test('an error has its stack with all causes, and no other field of it', () => {
  const cause = new Error('the key was wrong');
  const error = Object.assign(new TypeError('It broke.', { cause }), {
    code: 'E_BROKE',
    request: { headers: { authorization: 'Bearer canary-secret' } },
  });
  const [line = ''] = write([{ level: 'error', event: 'tool-failed', message: 'Failed.', errorId: 'e1', error }]);
  const { err, errorId } = JSON.parse(line);
  expect(errorId).toBe('e1');
  expect(err).toMatchObject({ type: 'TypeError', message: 'It broke.', code: 'E_BROKE' });
  expect(err.stack).toMatch(/^TypeError: It broke\.\n {4}at [\s\S]*caused by Error: the key was wrong/);
  expect(line).not.toContain('canary-secret');
});

test('whatever was thrown becomes one line', () => {
  const endless = new Error('endless');
  endless.cause = endless;
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no');
      },
      getPrototypeOf: () => {
        throw new Error('no');
      },
    },
  );
  const thrown = ['text', null, 7, endless, hostile];
  const lines = write(thrown.map((error) => ({ level: 'error', event: 'x', message: 'Failed.', error })));
  expect(lines).toHaveLength(thrown.length);
  for (const line of lines) expect(JSON.parse(line).err.stack).toEqual(expect.any(String));
});

test('what a terminal would act on is escaped, and the line stays the same JSON', () => {
  const message = 'a\u001b[2J\u202eb\u009b1m\nsecond line';
  const [line = ''] = write([{ level: 'info', event: 'x', message }]);
  expect(line).not.toMatch(/[\u001b\u202e\u009b]/);
  expect(line.trimEnd()).not.toContain('\n');
  expect(JSON.parse(line).msg).toBe(message);
});

test('lines are in the file when the call returns; after it was moved away they go on in a new one', async () => {
  const folder = makeFolder();
  const path = join(folder, 'inside/loadout.log');
  const file = await openLogFile(path, () => undefined);
  file.write('one\n');
  expect(readFileSync(path, 'utf8')).toBe('one\n');
  renameSync(path, `${path}.1`);
  file.reopen();
  file.write('two\n');
  file.close();
  expect([readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['one\n', 'two\n']);
});

test('a log file that cannot be opened is wrong usage, with a remedy, also where no folder can be made', async () => {
  const folder = makeFolder();
  for (const file of [folder, '/proc/nope/x/loadout.log', '/dev/null/x/loadout.log']) {
    const opening = openLogFile(file, () => undefined);
    await expect(opening).rejects.toThrow(UsageError);
    await expect(opening).rejects.toThrow(/cannot be opened: .* Name another one with "log\.file"/);
  }
});

test('a log file that cannot be written is told once', async () => {
  const told: string[] = [];
  const file = await openLogFile('/dev/full', (message) => told.push(message));
  for (let count = 0; count < 5; count += 1) file.write('lost\n');
  file.close();
  expect(told).toEqual([expect.stringMatching(/^The log file \/dev\/full cannot be written: /)]);
});
