import type { Host } from '@loadout/core';
import type { MadeHost } from './make-host.js';

/**
 * A turn of `demo` that waits for a call of `echo`, or does no more, because that was allowed, or was left behind by a
 * process that died while the call ran; answers its id and that of the approval. No change of an operator's.
 */
export async function keepTurn(
  { store }: Pick<MadeHost, 'store'>,
  state: 'waiting' | 'allowed' | 'running' = 'waiting',
): Promise<{ readonly turn: string; readonly approval: string }> {
  const now = Date.now();
  const approval = {
    id: `approval-${state}`,
    owner: '@acme/tools',
    tool: 'echo',
    label: 'Echo',
    definitionHash: 'a1',
    argumentsHash: 'b2',
    arguments: { text: 'hello' },
    requestedAt: new Date(now).toISOString(),
    decision: state === 'waiting' ? null : ('allow' as const),
    scope: state === 'waiting' ? null : ('once' as const),
    reason: null,
    decidedBy: state === 'waiting' ? null : ({ name: 'ada', via: 'http' } as const),
  };
  const call = { id: 'c1', name: 'echo', arguments: '{"text":"hello"}' };
  const message = { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: call }] };
  await store.change(async (writer) => {
    await writer.putSuspendedTurn({
      id: `turn-${state}`,
      botId: 'demo',
      conversationId: null,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 1_000_000).toISOString(),
      document: {
        version: 1,
        options: { component: 'chat', model: { api: 'chat' } },
        usage: { calls: 0, resultCharacters: 0, elapsedMs: 0 },
        progress: { approved: [], run: { name: '', arguments: null, length: 0, counts: [] }, sources: [] },
        requiredConfidence: 'NONE',
        calls: [{ call, state: state === 'running' ? state : 'open', mayRepeat: false, approval, outcome: null }],
        claim: null,
      },
    });
    await writer.putSuspendedTranscript(`turn-${state}`, [{ role: 'user', content: 'Say it.' }, message]);
  });
  return { turn: `turn-${state}`, approval: approval.id };
}

/** Lets `demo` ask a model that calls `echo`, which needs approval; answers the id of the turn that waits. */
export async function suspendTurn(host: Host): Promise<string> {
  await host.decisions.set('approval', 'echo', 'ask');
  const turn = await host.startTurn({
    bot: 'demo',
    model: { api: 'chat' },
    approver: () => ({ decision: 'later' }),
    user: { id: 'u-1' },
    conversation: { id: 'room' },
  });
  const loop = turn.createLoop();
  loop.request();
  const call = { id: 'c1', type: 'function', function: { name: 'echo', arguments: '{"text":"hello"}' } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  const { suspension } = await loop.accept({ choices: [{ index: 0, finish_reason: 'tool_calls', message }] });
  await turn.end();
  if (suspension === null) throw new Error('The turn does not wait.');
  return suspension;
}

/** Lets calls of `demo` go on without a question in one conversation; answers the id of the approval. */
export async function keepApproval({ store, host }: Pick<MadeHost, 'store' | 'host'>): Promise<string> {
  await store.change((writer) =>
    writer.putConversationApproval({
      botId: 'demo',
      conversationId: 'room',
      owner: '@acme/tools',
      toolName: 'echo',
      definitionHash: 'a1',
      approvedAt: new Date(0).toISOString(),
    }),
  );
  return (await host.approvals.lasting())[0]?.id ?? '';
}
