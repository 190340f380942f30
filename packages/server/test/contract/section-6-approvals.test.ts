import { expect, test } from 'vitest';
import { EventReader, open, send, start } from '../builders/start.js';

const path = '/api/v1/bots/demo/calls';

test('6.8 a call over HTTP is asked for of whoever says so; without somebody to ask it does not run', async () => {
  const { url } = await start();
  const call = (body: object, accept: string) => ({
    method: 'POST',
    path,
    body: JSON.stringify({ tool: 'asks', arguments: { text: 'hello' }, ...body }),
    headers: { accept },
  });
  for (const accept of ['application/json', 'text/event-stream']) {
    const text = await new Response((await open(url, call({}, accept))) as never).text();
    expect([accept, text]).toEqual([accept, expect.stringContaining('"status":"BLOCKED","executed":"no"')]);
  }
  const events = new EventReader(await open(url, call({ approval: 'ask' }, 'text/event-stream')));
  const { id } = Object((await events.next())?.data);
  await send(url, { method: 'POST', path: `${path}/${id}/approval`, body: JSON.stringify({ allow: true }) });
  expect(await events.next()).toMatchObject({ event: 'result', data: { status: 'SUCCESS', executed: 'yes' } });
});
