import { expect, test } from 'vitest';
import { misfitsOf } from './builders/fits.js';
import { makeHost } from './builders/make-host.js';
import { send, start } from './builders/start.js';

const counts = { modelRequests: 0, calls: 1, offered: 6, inputTokens: null, outputTokens: null };

test('turns are listed newest first, in pages, by bot', async () => {
  const made = await makeHost();
  const { url } = await start({}, { made });
  for (const text of ['one', 'two']) {
    const turn = await made.host.startTurn({ bot: 'demo', component: 'chat' });
    await turn.call({ name: 'echo', arguments: { text } });
    await turn.end();
  }
  const list = async (query: string) => (await send(url, { path: `/api/v1/turns${query}` })).body;
  const all = Object(await list(''));
  expect(misfitsOf('TurnPage', all)).toBe('');
  expect(all).toMatchObject({ turns: [counts, counts], next: null });
  expect(all.turns[0].id).toBeGreaterThan(all.turns[1].id);
  const first = Object(await list('?limit=1'));
  expect(first.turns).toEqual([all.turns[0]]);
  expect(await list(`?limit=1&cursor=${first.next}`)).toMatchObject({ turns: [all.turns[1]] });
  expect(await list('?bot=nobody')).toEqual({ turns: [], next: null });
});
