import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { runTurn } from '@loadout/core';
import OpenAI from 'openai';
import { expect, onTestFinished, test } from 'vitest';
import { answerAs } from '../builders/model-responses.js';
import { openHost } from '../builders/turn-builders.js';

const question = { role: 'user', content: 'Go.' } as const;
const apis = ['chat', 'responses', 'anthropic'] as const;

/** A service that answers as `reply` does, and tells when the connection of an answer is closed. */
async function openService(reply: (response: ServerResponse) => void) {
  let closed = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      closed += 1;
    });
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      reply(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { apiKey: 'test', maxRetries: 0 };
  const openai = new OpenAI({ ...options, baseURL: `${url}/v1` });
  const anthropic = new Anthropic({ ...options, baseURL: url });
  return { clientFor: (api: string) => (api === 'anthropic' ? anthropic : openai), closed: () => closed };
}

function write(response: ServerResponse, events: readonly unknown[]): void {
  for (const event of events) {
    const { type } = event as { readonly type?: string };
    response.write(`${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`);
  }
}

async function startTurn(api: (typeof apis)[number]) {
  return (await openHost({ tools: {} })).startTurn({ model: { api } });
}

test.each(apis)('%s: a service that keeps the connection open behind the end is not waited for', async (api) => {
  const service = await openService((response) => write(response, answerAs(api, { text: 'Hi.' }).events));
  const began = performance.now();
  const run = { model: 'm', stream: true };
  expect(await runTurn(await startTurn(api), service.clientFor(api), [question], run)).toMatchObject({
    stop: 'answer',
    text: 'Hi.',
    notes: [],
    error: undefined,
  });
  expect(performance.now() - began).toBeLessThan(20_000);
  await expect.poll(() => service.closed()).toBe(1);
});

const chunk = (more: object): object => ({ id: 'c', object: 'chat.completion.chunk', choices: [], ...more });
const choice = (delta: object, reason: string | null = null): object =>
  chunk({ choices: [{ index: 0, delta, finish_reason: reason }] });
const answer = [choice({ role: 'assistant', content: 'Hi.' }), choice({}, 'stop')];

test('usage that comes behind the end is read', async () => {
  const service = await openService((response) => {
    write(response, answer);
    const usage = { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 };
    setTimeout(() => write(response, [chunk({ usage })]), 100);
    setTimeout(() => response.end('data: [DONE]\n\n'), 200);
  });
  const run = { model: 'm', stream: true };
  const result = await runTurn(await startTurn('chat'), service.clientFor('chat'), [question], run);
  expect(result).toMatchObject({ stop: 'answer', usage: { inputTokens: 2, outputTokens: 3 } });
});

test('what never ends behind the end is left, and an iterator of any kind is told', async () => {
  let returned = 0;
  let given = 0;
  const iterator = {
    next: () => Promise.resolve({ done: false, value: answer[given++] ?? chunk({}) }),
    return: () => {
      returned += 1;
      return new Promise<never>(() => undefined);
    },
  };
  const client = { chat: { completions: { create: async () => ({ [Symbol.asyncIterator]: () => iterator }) } } };
  const result = await runTurn(await startTurn('chat'), client, [question], { model: 'm', stream: true });
  expect(result).toMatchObject({ stop: 'answer', text: 'Hi.' });
  expect(returned).toBe(1);
});

test("an answer that has ended is there where the turn's time is over while the service is waited for", async () => {
  const service = await openService((response) => write(response, answer));
  const { startTurn: start } = await openHost({ tools: {} });
  const turn = await start({ model: { api: 'chat' }, limits: { maxTurnMs: 1_000 } });
  const result = await runTurn(turn, service.clientFor('chat'), [question], { model: 'm', stream: true });
  expect(result).toMatchObject({ stop: 'answer', text: 'Hi.', error: undefined });
  expect(result.messages).toMatchObject([{ role: 'assistant', content: 'Hi.' }]);
});

test('whoever cancels while the service is waited for has cancelled', async () => {
  const service = await openService((response) => write(response, answer));
  const controller = new AbortController();
  const run = { model: 'm', stream: true, signal: controller.signal, onDelta: () => void setTimeout(abort, 50) };
  const abort = (): void => controller.abort(new Error('enough'));
  const result = await runTurn(await startTurn('chat'), service.clientFor('chat'), [question], run);
  expect(result).toMatchObject({ stop: 'cancelled', text: 'Hi.', messages: [] });
});
