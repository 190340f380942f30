import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startModelServer } from '../chat/model-server.js';
import { makeProject, runLoadout } from './run-loadout.js';
import { end, serve } from './serve.js';

/** The events of a chat, in their order. */
async function chat(url: string, token: string, body: object): Promise<readonly [event: string, data: unknown][]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const stream = await new Promise<string>((resolve, reject) => {
    const sent = request(`${url}/api/v1/bots/demo/chat`, { method: 'POST', headers }, (answer) =>
      resolve(text(answer)),
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
  return [...stream.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event = '', data = 'null']) => [
    event,
    JSON.parse(data),
  ]);
}

test('the server chats through the configured endpoint, with the key that is set while it runs', async () => {
  const model = await startModelServer([
    { call: 'echo', arguments: { text: 'x' } },
    { text: 'Done.' },
    { status: 401, message: 'no key sk-set-meanwhile' },
    { status: 400, message: `no key ${Buffer.from('sk-set-meanwhile').toString('hex')}` },
    { text: 'It is sk-set-meanwhile.' },
  ]);
  const cwd = makeProject({
    companions: ['@acme/tools'],
    chat: { baseUrl: model.baseUrl, model: 'test', modelProvider: { id: 'acme', confidence: 'MEDIUM' } },
  });
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  await runLoadout(['assign', 'demo', 'echo'], { cwd });
  const env = { LOADOUT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  const server = await serve(cwd, [], { env });
  const events = await chat(server.url, server.token, { message: 'Go.' });
  expect(events.map(([event]) => event)).toEqual(['call', 'result', ...Array(5).fill('text'), 'end']);
  expect(events.at(-1)?.[1]).toMatchObject({ reason: 'answer', text: 'Done.' });
  expect(model.received[0]?.key).toBe('Bearer none');

  await server.ask('PUT', '/secrets/model-endpoint', { value: 'sk-set-meanwhile' });
  const failed = await chat(server.url, server.token, { message: 'Go on.' });
  expect(model.received[2]?.key).toBe('Bearer sk-set-meanwhile');
  expect(failed.at(-1)?.[1]).toMatchObject({
    reason: 'model-failed',
    error: expect.stringContaining('401 no key [secret]'),
  });
  const hex = Buffer.from('sk-set-meanwhile').toString('hex');
  const encoded = await chat(server.url, server.token, { message: 'Go on.' });
  expect(encoded.at(-1)?.[1]).toMatchObject({ error: expect.stringContaining('400 no key [secret]') });
  const repeated = await chat(server.url, server.token, { message: 'Go on.' });
  expect(repeated.map(([, data]) => (data as { text?: string }).text ?? '').join('')).toContain('It is [secret].');
  expect(JSON.stringify([encoded, repeated])).not.toMatch(new RegExp(`sk-set-meanwhile|${hex}`));
  const { stdout, stderr } = await end(server);
  expect(stdout + stderr).not.toMatch(new RegExp(`sk-set-meanwhile|${hex}`));
});
