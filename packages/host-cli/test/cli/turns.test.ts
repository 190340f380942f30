import { join } from 'node:path';
import type { TurnTrace } from '@loadout/core';
import { openSqliteTraces } from '@loadout/storage';
import { expect, test } from 'vitest';
import { makeProject, runLoadout } from './run-loadout.js';

function newTurn(botId: string, tokens: Pick<TurnTrace, 'inputTokens' | 'outputTokens'>): TurnTrace {
  return {
    botId,
    turnId: `turn-of-${botId}`,
    conversationId: null,
    component: 'chat',
    modelProviderId: null,
    modelApi: 'chat',
    startedAt: Date.UTC(2026, 0, 2),
    durationMs: 1_234.5,
    modelRequests: 3,
    calls: 2,
    resultCharacters: 40,
    offered: 5,
    withheld: 0,
    stop: 'answer',
    ...tokens,
  };
}

test('turns are listed with the newest last, with what they used, and as one line of JSON each', async () => {
  const cwd = makeProject();
  const run = async (...args: readonly string[]) => (await runLoadout(['turns', ...args], { cwd })).stdout;
  expect(await run()).toBe('No turn was recorded.\n');
  const traces = await openSqliteTraces({ file: join(cwd, '.loadout/loadout.traces.sqlite') });
  traces.recordTurn(newTurn('guide', { inputTokens: 1_200, outputTokens: 34 }));
  traces.recordTurn(newTurn('other', { inputTokens: null, outputTokens: null }));
  await traces.close();
  const [titles, first, second] = (await run()).split('\n');
  expect(titles).toMatch(/^STARTED +BOT +STOP +REQUESTS +CALLS +CHARACTERS +TOKENS +MS /);
  expect(first).toMatch(/^2026-01-02T00:00:00.000Z +guide +answer +3 +2 +40 +1200\+34 +123[45] +chat +turn-of-guide/);
  expect(second).toMatch(/ other +answer +3 +2 +40 +123[45] /);
  const lines = (await run('--json', '--bot', 'guide')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { botId: 'guide', inputTokens: 1_200, outputTokens: 34, startedAt: '2026-01-02T00:00:00.000Z' },
  ]);
  expect(await runLoadout(['turns', '--bot', 'nobody'], { cwd })).toMatchObject({
    code: 0,
    stdout: 'There is no such turn.\n',
    stderr: 'note: Which bots there are, "loadout bots list" says.\n',
  });
});
