import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHost, LoadoutError } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { chooseEndpoint } from '../../src/chat/endpoint.js';
import { openClient } from '../../src/chat/open-client.js';
import { UsageError } from '../../src/config/usage-error.js';

/** A service that answers everything the same way; what it was asked, by its paths. */
async function serve(status: number, headers: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status, headers).end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}`, asked };
}

async function open(baseUrl: string, api: string, env: Readonly<Record<string, string>>, stored?: string) {
  const host = await createHost();
  onTestFinished(() => host.close());
  const endpoint = chooseEndpoint({ baseUrl, model: 'test', api: api as 'chat' });
  const opened = await openClient(endpoint, { host, readSecret: async () => stored }, env);
  return { host, ...opened };
}

const requests = {
  chat: (client: never) =>
    (client as { chat: { completions: { create: (body: object) => Promise<unknown> } } }).chat.completions.create({
      model: 'test',
      messages: [],
    }),
  responses: (client: never) =>
    (client as { responses: { create: (body: object) => Promise<unknown> } }).responses.create({
      model: 'test',
      input: [],
    }),
  anthropic: (client: never) =>
    (client as { messages: { create: (body: object) => Promise<unknown> } }).messages.create({
      model: 'test',
      messages: [],
      max_tokens: 1,
    }),
} as const;

for (const [api, request] of Object.entries(requests)) {
  for (const status of [301, 302, 307, 308]) {
    test(`a client for ${api} follows no redirect: ${status}`, async () => {
      const other = await serve(200);
      const service = await serve(status, { location: `${other.url}/v1/elsewhere` });
      const { client } = await open(`${service.url}/v1`, api, { LOADOUT_MODEL_KEY: 'sk-live-canary-42' });
      await expect(request(client as never)).rejects.toMatchObject({ status });
      expect(service.asked).toHaveLength(1);
      expect(other.asked).toEqual([]);
    });
  }
}

test('9.5 the key is redacted by the host from then on, from the environment and from the secrets', async () => {
  const { url } = await serve(200);
  const fromEnvironment = await open(url, 'chat', { LOADOUT_MODEL_KEY: 'sk-live-canary-42\n' });
  expect(fromEnvironment.key).toBe('sk-live-canary-42');
  expect(fromEnvironment.host.secrets.redact({ a: 'is sk-live-canary-42' })).toEqual({ a: 'is [secret]' });
  const stored = await open(url, 'chat', { LOADOUT_MODEL_KEY: '' }, 'sk-stored-canary-42');
  expect(stored.host.secrets.redact('is sk-stored-canary-42')).toBe('is [secret]');
});

test('a key that no header carries as it is, is refused without being said', async () => {
  const { url } = await serve(200);
  for (const key of [' sk-canary', 'sk-canary ', 'sk-a\nsk-b', 'sk-\u0000canary', 'sk-c\u00e4nary', 'sk-canary\n\n']) {
    const opening = open(url, 'chat', { LOADOUT_MODEL_KEY: key });
    await expect(opening).rejects.toBeInstanceOf(UsageError);
    await expect(opening).rejects.not.toThrow(/sk-/);
  }
});

test('a stored key that cannot be read counts as not set, and is said by its name with the way around it', async () => {
  const host = await createHost();
  onTestFinished(() => host.close());
  const readSecret = async (): Promise<string> => {
    throw new LoadoutError('SECRET_UNAVAILABLE', 'It is sealed with another key.');
  };
  const endpoint = chooseEndpoint({ baseUrl: 'http://127.0.0.1:1', model: 'test' });
  const { key, isStored, problem } = await openClient(endpoint, { host, readSecret }, {});
  expect([key, isStored]).toEqual([undefined, false]);
  expect(problem).toMatch(/no key: the secret "model-endpoint" cannot be read\..* LOADOUT_MODEL_KEY/);
  expect(await openClient(endpoint, { host, readSecret }, { LOADOUT_MODEL_KEY: 'sk-given' })).toMatchObject({
    key: 'sk-given',
    isStored: false,
  });
});
