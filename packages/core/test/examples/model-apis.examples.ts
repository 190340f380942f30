import type { Host, Turn } from '@loadout/core';

/** A turn for a model behind Anthropic's API. */
export async function startModelTurn(host: Host): Promise<Turn> {
  // #region model-turn
  const turn = await host.startTurn({ bot: 'guide', model: { api: 'anthropic', isThinking: true } });
  // #endregion
  return turn;
}
