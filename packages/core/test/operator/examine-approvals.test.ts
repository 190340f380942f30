import { expect, test } from 'vitest';
import { createManualClock } from '../builders/manual-clock.js';
import { openHost } from '../builders/turn-builders.js';

test('a call that has waited for more than a day is worth a word, with what to do', async () => {
  const clock = createManualClock();
  const { host, startTurn } = await openHost({
    clock,
    approver: () => ({ decision: 'later' }),
    tools: { send: { policy: { approval: 'ask' }, run: () => 'sent' } },
  });
  const turn = await startTurn({ model: { api: 'chat' } });
  const loop = turn.createLoop();
  loop.request();
  const call = { id: 'c1', type: 'function', function: { name: 'send', arguments: '{}' } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  await loop.accept({ choices: [{ index: 0, finish_reason: 'tool_calls', message }] });
  const look = async () => (await host.examine()).filter(({ area }) => area === 'approvals');
  expect(await look()).toEqual([]);
  await clock.advance(24 * 60 * 60 * 1_000);
  const [approval] = await host.approvals.list();
  expect(await look()).toEqual([
    {
      level: 'warning',
      area: 'approvals',
      code: 'approval-waits',
      details: {
        approval: approval?.id,
        tool: 'send',
        bot: 'bot-a',
        since: approval?.requestedAt,
        until: approval?.expiresAt,
      },
      subject: approval?.id,
      message: expect.stringContaining('"send" by bot-a has waited'),
      remedy: expect.stringContaining(`loadout approvals allow ${approval?.id}`),
    },
  ]);
  await host.approvals.deny(approval?.id ?? '');
  expect(await look()).toEqual([]);
});
