// #region embedding
import { builtinTools } from '@loadout/builtin-tools';
import { createHost } from '@loadout/core';
// #endregion

/** What the README shows, with the text that the model gets. */
export async function embedHost(): Promise<string> {
  // #region embedding
  const host = await createHost({ ...builtinTools(), companions: ['@loadout/example-provider'] });
  await host.bots.add({ id: 'guide' });
  await host.assign('guide', ['course_search', 'read_web_page']);

  const turn = await host.startTurn({ bot: 'guide' });
  console.log(turn.toolsJson); // what the model is offered
  const outcome = await turn.call({ name: 'course_search', arguments: { query: 'statistik' } });
  console.log(outcome.content); // what the model gets back
  await turn.end();

  await host.close();
  // #endregion
  return outcome.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
