import { afterEach, expect, test, vi } from 'vitest';
import { openHost } from '../builders/turn-builders.js';
import { answer, goOn } from '../examples/run-turn.examples.js';
import { openModelEndpoint } from './model-endpoint.js';

afterEach(() => void vi.restoreAllMocks());

test('the examples of the guide run: a message, a call that waits, and the turn that goes on', async () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { openai } = await openModelEndpoint([
    { text: 'There are three.' },
    { calls: [{ name: 'careful', arguments: {} }] },
    { text: 'It ran.' },
  ]);
  const endpoint = { baseURL: openai.baseURL, apiKey: 'test' };
  const { host, addBot } = await openHost({
    tools: { careful: { policy: { approval: 'ask' }, run: () => 'ran' } },
    approver: () => ({ decision: 'later' }),
  });
  await addBot('guide', ['careful']);
  const first = await answer(host, [], endpoint);
  expect(first).toMatchObject({ stop: 'answer', text: 'There are three.' });
  expect(written.join('')).toContain('There are three.');
  const waiting = await answer(host, first.transcript, endpoint);
  expect(waiting.stop).toBe('awaiting-approval');
  const [approval] = await host.approvals.list();
  await host.approvals.allow(approval?.id ?? '');
  expect(await goOn(host, openai, waiting.suspension ?? '')).toMatchObject({ stop: 'answer', text: 'It ran.' });
});
