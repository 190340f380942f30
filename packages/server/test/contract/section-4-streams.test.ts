import { expect, test } from 'vitest';
import { makeHost } from '../builders/make-host.js';
import { openEvents, start } from '../builders/start.js';

test('4.5 an open stream sees a change that another host on the same store made within 2 s', async () => {
  const { url, ...made } = await start();
  const other = await makeHost(made);
  const events = await openEvents(url, '/api/v1/events?topics=changes');
  const ready = await events.next();
  expect(ready?.event).toBe('ready');
  const startedAt = performance.now();
  await other.host.bots.add({ id: 'made-elsewhere' });
  const change = await events.next();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(change).toMatchObject({ event: 'changes', data: { revision: made.host.revision() } });
  expect(change?.data).not.toEqual(ready?.data);
});
