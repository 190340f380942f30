import { createHost, type IToolImplementation } from '@loadout/core';
import { expect, test } from 'vitest';
import { collectLog } from './builders/collected-log.js';
import { createManualClock } from './builders/manual-clock.js';

function implementation(key: string, close: () => unknown): IToolImplementation {
  const texts = { displayName: () => key, description: () => key };
  return { implementationKey: key, ...texts, execute: () => '', close: close as () => void };
}

test('an implementation that cannot close does not keep the host open, and the log says which one', async () => {
  const clock = createManualClock();
  const log = collectLog();
  const closed: string[] = [];
  const implementations = [
    implementation('never', () => new Promise(() => {})),
    implementation('throws', () => {
      throw new Error('the pipe is broken');
    }),
    implementation('rejects', () => Promise.reject(undefined)),
    implementation('closes', () => void closed.push('closes')),
  ];
  const host = await createHost({ clock, logger: log.logger, implementations });
  log.clear();
  const closing = host.close();
  await clock.untilPending();
  await clock.advance(5_000);
  await closing;
  expect(closed).toEqual(['closes']);
  expect(log.warnings().sort()).toEqual([
    'The implementation "never" did not close: close of the implementation "never" did not answer within 5000 ms.',
    'The implementation "rejects" did not close: undefined was thrown',
    'The implementation "throws" did not close: the pipe is broken',
  ]);
});
