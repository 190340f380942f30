import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openHost, openHostWithApprover, runTurn } from './examples/embed.examples.js';
import { makeFolder } from './temporary-folder.js';

test('the examples of the guide to embedding run', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  const host = await openHost(join(makeFolder(), 'loadout.sqlite'));
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'guide' });
  await host.assign('guide', ['course_search']);
  const { turn, status } = await runTurn(host);
  expect(turn.offered.map(({ name, label }) => [name, label])).toEqual([['course_search', 'Kurse suchen']]);
  expect(status).toBe('SUCCESS');
  const asking = await openHostWithApprover(async () => true);
  await asking.close();
});
