import type { LogEntry } from '@loadout/core';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/output/logger.js';
import { createOutput } from '../../src/output/output.js';

function log(entries: readonly LogEntry[]): string {
  const parts: string[] = [];
  const stderr = { write: (part: string) => parts.push(part) };
  const logger = createLogger({
    out: createOutput({ stdout: stderr, stderr, env: {} }),
    placeOf: (id) => (id === 'one' ? 'loadout.config.json:2:3 /companions/0' : undefined),
    level: 'warn',
  });
  for (const entry of entries) logger(entry);
  return parts.join('');
}

test('a companion is named with its place in the configuration, an error with its id and stack', () => {
  const error = new Error('boom');
  error.stack = 'Error: boom\n    at somewhere';
  expect(
    log([
      { level: 'info', event: 'x', message: 'not shown' },
      { level: 'warn', event: 'companion-failed', message: 'It threw.', companion: 'one' },
      { level: 'error', event: 'tool-failed', message: 'Failed.', bot: 'demo', tool: 'x', errorId: 'e1', error },
    ]),
  ).toBe(
    [
      'warning: It threw. [companion one, loadout.config.json:2:3 /companions/0]',
      'error: Failed. [bot demo, tool x, error e1]',
      '    Error: boom',
      '        at somewhere',
      '',
    ].join('\n'),
  );
});
