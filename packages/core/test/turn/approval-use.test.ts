import { setImmediate } from 'node:timers/promises';
import { createMemoryStore } from '@loadout/core';
import { expect, test } from 'vitest';
import { answerAs } from '../builders/model-responses.js';
import { openHost } from '../builders/turn-builders.js';

test.each(['once', 'turn'] as const)(
  'an idempotent call that was allowed for "%s" and died is answered by that',
  async (scope) => {
    let runs = 0;
    const store = createMemoryStore();
    const { startTurn, host } = await openHost({
      store,
      approver: () => ({ decision: 'later' }),
      tools: {
        send: {
          policy: { approval: 'ask', idempotent: true },
          run: () => {
            runs += 1;
            return runs === 1 ? new Promise<string>(() => {}) : 'sent';
          },
        },
      },
    });
    const turn = await startTurn({ model: { api: 'chat' }, conversation: { id: 'room' } });
    const loop = turn.createLoop();
    loop.request();
    const { suspension } = await loop.accept(answerAs('chat', { calls: [{ name: 'send', id: '1' }] }).response);
    await turn.end();
    const [approval] = await host.approvals.list();
    await host.approvals.allow(approval?.id ?? '', { scope });
    const first = await host.resumeTurn(suspension ?? '');
    void first.loop.resume();
    while (runs === 0) await setImmediate();

    // As a process that was killed leaves it: its claim does not hold.
    const kept = await store.getSuspendedTurn(suspension ?? '');
    await store.change(async (writer) => {
      if (kept !== undefined) await writer.putSuspendedTurn({ ...kept, document: { ...kept.document, claim: null } });
    });
    const second = await host.resumeTurn(suspension ?? '');
    const { outcomes } = await second.loop.resume();

    expect(runs).toBe(scope === 'once' ? 1 : 2);
    const text = scope === 'once' ? 'may have run' : 'sent';
    expect(outcomes[0]?.content).toMatchObject([{ text: expect.stringContaining(text) }]);
  },
);
