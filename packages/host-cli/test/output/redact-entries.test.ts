import { createHost, type LogEntry } from '@loadout/core';
import { expect, test } from 'vitest';
import { formatWhole } from '../../src/output/describe-error.js';
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

test('9.5 an error is redacted before it is cut: no half of a secret is at its end, however many shrink before it', async () => {
  const host = await createHost();
  const secret = 'stray-canary-0123456789';
  host.secrets.remember(secret);
  const redact = (text: string): string => host.secrets.redact(text);
  for (let before = 19_975; before < 20_005; before += 1) {
    expect(formatWhole('.'.repeat(before) + secret, redact)).not.toContain('stray');
    expect(formatWhole(`${'.'.repeat(before)}${secret}${'.'.repeat(50_000)}`, redact)).not.toContain('stray');
  }
  for (let before = 0; before < 24; before += 1) {
    expect(formatWhole('.'.repeat(before) + secret.repeat(5_000), redact)).not.toContain('stray');
  }
  await host.close();
});
