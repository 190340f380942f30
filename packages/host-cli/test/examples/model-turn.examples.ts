import { createHost } from '@loadout/core';

export async function startModelTurn(): Promise<void> {
  const host = await createHost();
  // #region model-turn
  const turn = await host.startTurn({
    bot: 'guide',
    conversation: { id: 'c-7' },
    component: 'assistant',
    model: { api: 'chat' },
    modelProvider: { id: 'acme-cloud', confidence: 'MEDIUM' },
  });
  const body = {
    messages: [{ role: 'system', content: `You are a guide.\n\n${turn.instructions}` }],
    tools: JSON.parse(turn.toolsJson),
  };
  for (const { name, code, reason } of turn.withheld) console.error(name, code, reason);
  // #endregion
  void body;
  await host.close();
}
