import type { Host, JsonObject } from '@loadout/core';

/** Lets a bot's model call a tool that needs approval, in a turn that is kept; answers the id of the approval. */
export async function askForApproval(
  host: Host,
  {
    bot = 'support',
    tool = 'crm_merge',
    arguments: given = { from: 'Ada', into: 'Bob' },
    conversation = 'room',
  }: {
    readonly bot?: string;
    readonly tool?: string;
    readonly arguments?: JsonObject;
    readonly conversation?: string;
  } = {},
): Promise<string> {
  const turn = await host.startTurn({
    bot,
    model: { api: 'chat' },
    approver: () => ({ decision: 'later' }),
    user: { id: 'ana' },
    conversation: { id: conversation },
  });
  const loop = turn.createLoop();
  loop.request();
  const call = { id: 'c1', type: 'function', function: { name: tool, arguments: JSON.stringify(given) } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  const { suspension } = await loop.accept({ choices: [{ index: 0, finish_reason: 'tool_calls', message }] });
  await turn.end();
  const waiting = await host.approvals.list({ bot });
  const found = waiting.find(({ turnId }) => turnId === suspension);
  if (found === undefined) throw new Error('The call does not wait.');
  return found.id;
}
