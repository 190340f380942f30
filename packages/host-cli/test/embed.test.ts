import { join } from 'node:path';
import { createHost, createMemoryStore } from '@loadout/core';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  changeAndUndo,
  decide,
  moveTo,
  openHost,
  openHostWithApprover,
  runTurn,
  serve,
} from './examples/embed.examples.js';
import { followCalls } from './examples/follow.examples.js';
import { testStore } from './examples/own-store.examples.js';
import { makeFolder } from './temporary-folder.js';

beforeEach(() => {
  for (const method of ['error', 'log', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  return () => void vi.restoreAllMocks();
});

/** The host of the guide with its bot. */
async function openGuide() {
  vi.stubEnv('BOT_DATABASE', join(makeFolder(), 'bots.sqlite'));
  const { host, close } = await openHost();
  vi.unstubAllEnvs();
  onTestFinished(close);
  await host.bots.add({ id: 'guide' });
  await host.assign('guide', ['course_search']);
  return host;
}

test('the examples of the guide to embedding run', async () => {
  const host = await openGuide();
  const { turn, status } = await runTurn(host);
  expect(turn.offered.map(({ name, label }) => [name, label])).toEqual([['course_search', 'Kurse suchen']]);
  expect(status).toBe('SUCCESS');
  expect(await host.traces.list()).toMatchObject([{ tool: 'course_search', status: 'SUCCESS' }]);
  const asking = await openHostWithApprover(async () => true);
  await asking.close();
});

test('who follows as the guide does hears of each call', async () => {
  const host = await openGuide();
  const lines: string[] = [];
  const stop = followCalls(host, (line) => lines.push(line));
  await runTurn(host);
  stop();
  await runTurn(host);
  expect(lines).toEqual(['guide calls course_search', expect.stringMatching(/^course_search: SUCCESS in \d+ ms$/)]);
});

test('what the guide changes, it takes back', async () => {
  const host = await openGuide();
  const before = (await host.show('guide')).assignments;
  expect(await changeAndUndo(host)).toMatchObject({ changed: expect.arrayContaining(['read_web_page']) });
  const after = (await host.show('guide')).assignments;
  const kept = ({ toolName, owner, settingsOverride }: (typeof before)[number]) => [toolName, owner, settingsOverride];
  expect(after.map(kept)).toEqual(before.map(kept));
  expect((await host.audit()).map(({ actor }) => actor.name)).toContain('ada@example.org');
});

test('what the guide sets and decides is in the log, and goes along to another host', async () => {
  const host = await openGuide();
  expect(await decide(host)).toEqual(expect.arrayContaining(['setting-set', 'decision-set', 'decision-unset']));
  const other = await createHost({ logger: () => {} });
  onTestFinished(() => other.close());
  expect(await moveTo(host, other)).toBeGreaterThan(0);
  expect(await other.export()).toEqual(await host.export());
});

test('the server of the guide serves', async () => {
  expect(await serve(await openGuide(), 0)).toEqual(['guide']);
});

describe('a store of your own', () => testStore(async () => createMemoryStore()));
