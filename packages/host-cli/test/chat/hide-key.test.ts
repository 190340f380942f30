import { expect, test } from 'vitest';
import { hideKey } from '../../src/chat/hide-key.js';

const key = 'sk-very-secret';

function clientOf(create: () => unknown) {
  const client = { chat: { completions: { create: async () => create() } } };
  return hideKey(client, key) as typeof client;
}

const refuse = (): never => {
  const cause = new Error(`no ${key}`);
  throw Object.assign(new Error(`401 wrong key ${key}`, { cause }), { status: 401, headers: { authorization: key } });
};

test('an error of a service that repeats the key has it nowhere', async () => {
  const error = await clientOf(refuse)
    .chat.completions.create()
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: '401 wrong key [secret]', status: 401, cause: { message: 'no [secret]' } });
  expect((error as Error).stack).not.toContain(key);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(key);
});

test('a stream goes through as it is, and its error without the key', async () => {
  const read: unknown[] = [];
  const events = (await clientOf(async function* () {
    yield 1;
    refuse();
  } as () => unknown).chat.completions.create()) as AsyncIterable<unknown>;
  const reading = (async () => {
    for await (const event of events) read.push(event);
  })();
  await expect(reading).rejects.toThrow('401 wrong key [secret]');
  expect(read).toEqual([1]);
});

test('a response goes through as it is, and without a key the client is the same', async () => {
  const response = {};
  expect(await clientOf(() => response).chat.completions.create()).toBe(response);
  const client = { chat: { completions: { create: async () => response } } };
  expect(hideKey(client, undefined)).toBe(client);
});
