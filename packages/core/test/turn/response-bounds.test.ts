import { MODEL_APIS, type ModelApi, runTurn } from '@loadout/core';
import { describe, expect, test } from 'vitest';
import { collectLog } from '../builders/collected-log.js';
import { answerAs, type SaidCall } from '../builders/model-responses.js';
import { openHost } from '../builders/turn-builders.js';

const callsOf = (count: number): readonly SaidCall[] =>
  Array.from({ length: count }, (_, place) => ({ id: `call_${place}`, name: 'look', args: { place } }));

async function openLoop(api: ModelApi) {
  let ran = 0;
  const told: string[] = [];
  const opened = await openHost({ logger: collectLog().logger, tools: { look: () => String(++ran) } });
  const turn = await opened.startTurn({ model: { api }, limits: { maxToolCalls: 5 } });
  const loop = turn.createLoop({ onCall: ({ callId }) => void told.push(callId) });
  loop.request();
  return { ...opened, turn, loop, told, ran: () => ran };
}

describe.each(MODEL_APIS)('%s', (api) => {
  test.each(['whole', 'streamed'])('a response with 201 calls is none to work with: %s', async (how) => {
    const { host, turn, loop, told, ran } = await openLoop(api);
    const { response, events } = answerAs(api, { calls: callsOf(201) });
    let shown = 0;
    const streamed = (): ReturnType<typeof loop.accept> => {
      const stream = loop.stream();
      for (const event of events) if (!stream.isClosed) shown += stream.push(event).length;
      expect(stream.isClosed).toBe(true);
      return stream.end();
    };
    const step = how === 'whole' ? await loop.accept(response) : await streamed();
    expect(step).toMatchObject({ stop: 'model-failed', messages: [], outcomes: [] });
    expect(step.error).toMatchObject({ code: 'MODEL_RESPONSE_INVALID', message: expect.stringContaining('200') });
    expect(shown).toBeLessThanOrEqual(200);
    expect(told).toEqual([]);
    expect(ran()).toBe(0);
    await turn.end();
    expect(await host.traces.list({})).toEqual([]);
  });

  test('one with 200 calls is answered, each call', async () => {
    const { loop, ran } = await openLoop(api);
    const step = await loop.accept(answerAs(api, { calls: callsOf(200) }).response);
    expect(step.outcomes).toHaveLength(200);
    expect(ran()).toBe(5);
  });
});

const chunk = (delta: object) => ({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }] });
const million = 'x'.repeat(1_000_000);

test('a chunk with many calls is put together, and given up, in no time', async () => {
  const { loop } = await openLoop('chat');
  const toolCalls = callsOf(60_000).map(({ id, name }, index) => ({ index, id, function: { name, arguments: '{}' } }));
  const stream = loop.stream();
  const began = performance.now();
  expect(stream.push(chunk({ tool_calls: toolCalls }))).toEqual([]);
  // By comparing each with all others it takes a minute.
  expect(performance.now() - began).toBeLessThan(5_000);
  expect((await stream.end()).stop).toBe('model-failed');
});

test.each([
  ['a text', (text: string) => chunk({ content: text })],
  ['what the model thinks', (text: string) => chunk({ reasoning_content: text })],
] as const)('a stream that does not end is cut off by its length: %s', async (_, event) => {
  const { loop } = await openLoop('chat');
  const stream = loop.stream();
  let pushed = 0;
  while (!stream.isClosed && pushed < 100) {
    stream.push(event(million));
    pushed += 1;
  }
  expect(pushed).toBe(20);
  expect(stream.push(event('more'))).toEqual([]);
  expect((await stream.end()).stop).toBe('length');
});

test('arguments that do not end are cut off as well, and their call does not run', async () => {
  const { loop, ran } = await openLoop('chat');
  const stream = loop.stream();
  stream.push(chunk({ tool_calls: [{ index: 0, id: 'call_1', function: { name: 'look', arguments: '{"a":"' } }] }));
  while (!stream.isClosed) stream.push(chunk({ tool_calls: [{ index: 0, function: { arguments: million } }] }));
  const step = await stream.end();
  expect(step.outcomes).toMatchObject([{ executed: 'no' }]);
  expect(ran()).toBe(0);
});

test.each([
  ['does not end', () => chunk({ content: million }), 'length'],
  [
    'cannot be read',
    () => chunk({ tool_calls: callsOf(300).map(({ id, name }, index) => ({ index, id, function: { name } })) }),
    'model-failed',
  ],
] as const)('the runner reads no more of a stream that %s, and closes it', async (_, event, stop) => {
  const { startTurn } = await openHost({ logger: collectLog().logger, tools: { look: () => 'x' } });
  let isClosed = false;
  async function* stream() {
    try {
      for (;;) yield event();
    } finally {
      isClosed = true;
    }
  }
  const client = { chat: { completions: { create: async () => stream() } } };
  const turn = await startTurn({ model: { api: 'chat' } });
  const result = await runTurn(turn, client as never, [{ role: 'user', content: 'Go.' }], { model: 'm', stream: true });
  expect(result.stop).toBe(stop);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(true);
});

test.each([
  ['behind the end an event that cannot be read costs nothing', []],
  ['more calls behind an ending are calls, and of too many none runs', callsOf(250)],
])('%s', async (_title, late) => {
  const { loop, ran } = await openLoop('chat');
  const stream = loop.stream();
  const call = { index: 0, id: 'call_0', function: { name: 'look', arguments: '{}' } };
  const end = { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
  for (const event of [chunk({ tool_calls: [call] }), end]) stream.push(event);
  const unreadable = Object.defineProperty({}, 'choices', {
    get: () => {
      throw new Error('unreadable');
    },
  });
  expect(stream.push(unreadable)).toEqual([]);
  expect(stream).toMatchObject({ hasEnded: true, isClosed: false });
  const more = late.map(({ name }, index) => ({ index: index + 1, function: { name, arguments: '{}' } }));
  for (const one of more) stream.push(chunk({ tool_calls: [one] }));
  const isOver = more.length > 0;
  expect(await stream.end()).toMatchObject(
    isOver ? { stop: 'model-failed', outcomes: [] } : { stop: null, outcomes: [{ status: 'SUCCESS' }] },
  );
  expect(ran()).toBe(isOver ? 0 : 1);
});
