import { ToolBlockedError } from '@loadout/core/contract';
import { expect, test } from 'vitest';
import { createDeferred } from '../builders/deferred.js';
import { openHost } from '../builders/turn-builders.js';

test('an embedder hears of each call when it starts, on its way, and how it ended', async () => {
  const { host, startTurn } = await openHost({
    tools: {
      count(_args, _config, { progress }) {
        progress({ progress: 1, total: 2, message: 'half' });
        return 'ok';
      },
    },
  });
  const heard: unknown[] = [];
  const stop = [
    host.on('call-started', (event) => heard.push(['started', event])),
    host.on('call-progress', (event) => heard.push(['progress', event])),
    host.on('call-finished', (event) => heard.push(['finished', event])),
  ];
  const turn = await startTurn();
  await turn.call({ id: 'one', name: 'count' });
  const marks = { botId: 'bot-a', turnId: turn.id, callId: 'one', tool: 'count', owner: '@acme/tools' };
  expect(heard).toEqual([
    ['started', marks],
    ['progress', { ...marks, progress: 1, total: 2, message: 'half' }],
    ['finished', { ...marks, status: 'SUCCESS', executed: 'yes', durationMs: expect.any(Number) }],
  ]);

  for (const end of stop) end();
  for (const end of stop) end();
  await turn.call({ name: 'count' });
  expect(heard).toHaveLength(3);
});

test('a call that never ran is finished without having started, and says nothing of its arguments', async () => {
  const { host, startTurn } = await openHost({
    tools: {
      strict: { run: () => 'ok', schema: { type: 'object', required: ['id'] } },
      blocked() {
        throw new ToolBlockedError('not today');
      },
    },
  });
  const heard: string[] = [];
  host.on('call-started', ({ tool }) => heard.push(`started ${tool}`));
  host.on('call-finished', (event) => heard.push(JSON.stringify(event)));
  const turn = await startTurn();
  await turn.call({ name: 'strict', arguments: { secret: 'xyzzy' } });
  await turn.call({ name: 'nowhere' });
  await turn.call({ name: 'blocked' });
  expect(heard.filter((text) => text.startsWith('started'))).toEqual(['started blocked']);
  expect(heard.filter((text) => text.includes('"status":"ERROR"'))).toHaveLength(1);
  expect(heard.filter((text) => text.includes('"status":"BLOCKED"'))).toHaveLength(2);
  expect(heard.join()).not.toContain('xyzzy');
});

test('a listener that throws or rejects is logged and stops neither the call nor other listeners', async () => {
  const { host, log, startTurn } = await openHost({ tools: { ping: () => 'pong' } });
  const heard = createDeferred<string>();
  host.on('call-started', () => {
    throw new Error('broken');
  });
  host.on('call-finished', async () => {
    throw new Error('broken later');
  });
  host.on('call-finished', ({ status }) => heard.resolve(status));
  const outcome = await (await startTurn()).call({ name: 'ping' });
  expect(outcome.status).toBe('SUCCESS');
  expect(await heard.promise).toBe('SUCCESS');
  await new Promise(setImmediate);
  expect(log.filter(({ event }) => event === 'host-listener-failed').map(({ message }) => message)).toEqual([
    'A listener of "call-started" failed.',
    'A listener of "call-finished" failed.',
  ]);
});
