import { createHost, type LogEntry } from '@loadout/core';
import { expect, test } from 'vitest';
import { redactEntries } from '../../src/output/redact-entries.js';

test('9.5 what the host does not log itself is redacted too, whatever was thrown', async () => {
  const host = await createHost();
  host.secrets.remember('stray-canary-42');
  const log: LogEntry[] = [];
  const logger = redactEntries((entry) => void log.push(entry), host);
  for (const error of [
    new Error('with stray-canary-42', { cause: Buffer.from('stray-canary-42') }),
    { toString: () => 'stray-canary-42' },
    'stray-canary-42',
  ]) {
    logger({ level: 'error', event: 'x', message: 'has stray-canary-42', data: { 'stray-canary-42': 1 }, error });
  }
  for (const { message, data, error } of log) {
    const { stack, cause } = error as Error;
    expect([message, data]).toEqual(['has [secret]', { '[secret]': 1 }]);
    expect(stack).toContain('[secret]');
    expect(`${stack}${cause}`).not.toContain('stray-canary');
  }
  await host.close();
});
