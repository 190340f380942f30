import {
  type CallOutcome,
  type FirstToolChoice,
  type LoopCallEvent,
  type LoopOptions,
  readToolPolicy,
  searchToolPolicy,
  type TurnOptions,
  writeToolPolicy,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { createDeferred } from '../builders/deferred.js';
import { drive } from '../builders/driven-loop.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { answerAs, type Said } from '../builders/model-responses.js';
import { openHost, readText, type TestTools } from '../builders/turn-builders.js';

async function openLoop(tools: TestTools, options: Partial<TurnOptions> & { readonly loop?: LoopOptions } = {}) {
  const { loop, ...rest } = options;
  const opened = await openHost({ tools });
  const turn = await opened.startTurn({ model: { api: 'chat' }, ...rest });
  return { ...opened, turn, start: () => turn.createLoop(loop) };
}

const respond = (said: Said): object => answerAs('chat', said).response;
const done: Said = { text: 'Done.' };
const misused = expect.objectContaining({ code: 'LOOP_MISUSED' });

test('7.3 a spent budget answers what is pending, and the model is asked once more with calling switched off', async () => {
  const { turn } = await openLoop({ a: () => 'ran' }, { limits: { maxToolCalls: 1 } });
  const calls = [
    { id: 'c1', name: 'a' },
    { id: 'c2', name: 'a', text: '{"cut": ' },
    { id: 'c3', name: 'nobody' },
  ];
  const { requests, steps, stop } = await drive(turn, [{ calls }, done]);
  const texts = steps[0]?.outcomes.slice(1).map(readText);
  expect(texts).toHaveLength(2);
  for (const text of texts ?? []) expect(text).toMatch(/limit of 1 tool calls/);
  expect(requests.map(({ isFinal, number }) => [number, isFinal])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(requests[1]?.parameters.tool_choice).toBe('none');
  expect(stop).toBe('calls-spent');
});

test('7.3 the last request never ends with what the model said', async () => {
  const clock = createManualClock();
  const { startTurn } = await openHost({ tools: { a: () => 'ran' }, clock });
  const turn = await startTurn({ model: { api: 'anthropic' }, limits: { maxTurnMs: 1 } });
  await clock.advance(5);
  const { stop, transcript, requests } = await drive(turn, [{ text: 'I search.', ending: 'paused' }, done], {
    api: 'anthropic',
  });
  expect(requests.at(-1)?.isFinal).toBe(true);
  expect(stop).toBe('time-spent');
  expect(transcript.at(-2)).toMatchObject({ role: 'user', content: expect.stringContaining('Answer now') });
});

test('7.3 a response that is paused goes on, and not for ever', async () => {
  const { turn } = await openLoop({ a: () => 'ran' }, { model: { api: 'anthropic' } });
  const paused: Said = { text: 'I search.', ending: 'paused' };
  const loop = turn.createLoop();
  let asked = 0;
  while (loop.stop === null) {
    loop.request();
    asked += 1;
    await loop.accept(answerAs('anthropic', paused).response);
  }
  expect(asked).toBe(11);
  expect(loop.stop).toBe('answer');
});

test('7.3 a pause is no end: what was said before it counts, and a call of the service that is open is left out in the end', async () => {
  const { startTurn } = await openHost({ tools: {} });
  const open = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'Rome' } };
  const said = { type: 'text', text: 'I search.' };
  const pause = (...content: readonly object[]) => ({ type: 'message', content, stop_reason: 'pause_turn' });
  const endless = async (first: readonly object[]) => {
    const loop = (await startTurn({ model: { api: 'anthropic' } })).createLoop();
    const transcript: object[] = [{ role: 'user', content: 'Rome?' }];
    for (let content = first; loop.stop === null; content = [open]) {
      loop.request();
      transcript.push(...(await loop.accept(pause(...content))).messages);
    }
    return { stop: loop.stop, transcript };
  };
  const talkative = await endless([said, open]);
  expect(talkative.stop).toBe('answer');
  // While the service can go on with it, it stays.
  expect(talkative.transcript[1]).toEqual({ role: 'assistant', content: [said, open] });
  expect(talkative.transcript).toHaveLength(11);
  expect((await endless([open])).stop).toBe('empty');

  const turn = await startTurn({ model: { api: 'anthropic' }, limits: { maxToolCalls: 1 } });
  const loop = turn.createLoop();
  loop.request();
  await loop.accept(answerAs('anthropic', { calls: [{ id: 'c1', name: 'nobody' }] }).response);
  expect(loop.request().isFinal).toBe(true);
  const last = await loop.accept(pause(said, open));
  expect(last).toMatchObject({ stop: 'calls-spent', messages: [{ role: 'assistant', content: [said] }] });
});

test('7.5 calls of one response are taken in order, one after the other', async () => {
  const log: string[] = [];
  const step = (name: string) => async () => {
    log.push(`${name} began`);
    await settle();
    log.push(`${name} ended`);
    return name;
  };
  const { turn } = await openLoop({
    a: { policy: readToolPolicy(), run: step('a') },
    b: { policy: readToolPolicy(), run: step('b') },
  });
  await drive(turn, [
    {
      calls: [
        { id: '1', name: 'b' },
        { id: '2', name: 'a' },
      ],
    },
    done,
  ]);
  expect(log).toEqual(['b began', 'b ended', 'a began', 'a ended']);
});

test('7.5 neighbouring read-only calls overlap where the embedder allows it, any other waits, and the transcript stays', async () => {
  const running = new Set<string>();
  const seen: string[][] = [];
  const first = createDeferred<void>();
  const { turn } = await openLoop({
    slow: {
      policy: readToolPolicy(),
      run: async () => {
        running.add('slow');
        seen.push([...running]);
        await first.promise;
        running.delete('slow');
        return 'slow';
      },
    },
    quick: {
      policy: readToolPolicy(),
      run: async () => {
        running.add('quick');
        seen.push([...running]);
        // The second ends before the first.
        running.delete('quick');
        first.resolve();
        return 'quick';
      },
    },
    write: {
      policy: writeToolPolicy(),
      run: () => {
        seen.push([...running, 'write']);
        return 'wrote';
      },
    },
  });
  const calls = [
    { id: '1', name: 'slow' },
    { id: '2', name: 'quick' },
    { id: '3', name: 'write' },
    { id: '4', name: 'quick' },
  ];
  const { steps } = await drive(turn, [{ calls }, done], { loop: { overlapReadOnly: true } });
  expect(seen).toEqual([['slow'], ['slow', 'quick'], ['write'], ['quick']]);
  expect(steps[0]?.outcomes.map(({ callId }) => callId)).toEqual(['1', '2', '3', '4']);
  expect(steps[0]?.messages.slice(1)).toMatchObject(calls.map(({ id }) => ({ role: 'tool', tool_call_id: id })));
});

test('7.5 overlapping calls that repeat themselves count in the order of the response', async () => {
  const { turn } = await openLoop({ a: { policy: readToolPolicy({ identicalCallLimit: 2 }), run: async () => 'ran' } });
  const calls = ['1', '2', '3'].map((id) => ({ id, name: 'a', args: { q: 1 } }));
  const { steps } = await drive(turn, [{ calls }, done], { loop: { overlapReadOnly: true } });
  expect(steps[0]?.outcomes.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'BLOCKED']);
});

test('7.5 a response that was cut off runs none of its calls', async () => {
  let ran = 0;
  const { turn } = await openLoop({ a: () => ++ran });
  const { steps, stop } = await drive(turn, [{ calls: [{ id: '1', name: 'a' }], ending: 'length' }, done]);
  expect(ran).toBe(0);
  expect(steps[0]?.outcomes).toMatchObject([{ status: 'ERROR', executed: 'no' }]);
  expect(stop).toBe('answer');
});

test('6.1 every call of a response is traced once, also those that were not run', async () => {
  const { turn, host } = await openLoop({ a: () => 'ran' }, { limits: { maxToolCalls: 1 } });
  const calls = ['1', '2', '3'].map((id) => ({ id, name: 'a' }));
  await drive(turn, [{ calls }, done]);
  const traces = await host.traces.list({ turnId: turn.id });
  expect(traces.map(({ callId, status }) => `${callId} ${status}`)).toEqual(['3 BLOCKED', '2 BLOCKED', '1 SUCCESS']);
});

test('the methods of a loop have their order', async () => {
  const { turn, start, startTurn } = await openLoop({ a: () => 'ran' });
  const loop = start();
  expect(() => loop.accept({})).toThrow(misused);
  expect(() => loop.stream()).toThrow(misused);
  await expect(loop.resume()).rejects.toEqual(misused);
  const request = loop.request();
  expect(loop.request(), 'whoever sends it again gets the same').toBe(request);
  const working = loop.accept(respond({ calls: [{ id: '1', name: 'a' }] }));
  expect(() => loop.request()).toThrow(misused);
  expect(() => loop.fail(new Error('no'))).toThrow(misused);
  await working;
  const stale = ((): ReturnType<typeof loop.stream> => {
    loop.request();
    return loop.stream();
  })();
  await loop.accept(respond(done));
  expect(() => stale.end()).toThrow(misused);
  expect(() => loop.request()).toThrow(misused);
  expect(() => turn.createLoop()).toThrow(misused);
  const without = await startTurn();
  expect(() => without.createLoop()).toThrow(misused);
});

test('what is no response ends the loop, and says so in the log', async () => {
  for (const response of [null, 'text', {}, { choices: [] }]) {
    const { start, log } = await openLoop({ a: () => 'ran' });
    const loop = start();
    loop.request();
    expect(await loop.accept(response)).toMatchObject({ stop: 'model-failed', messages: [], outcomes: [] });
    expect(log.map(({ event }) => event)).toContain('model-response-invalid');
  }
});

const search = {
  policy: searchToolPolicy(),
  schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  run: () => 'found',
};

test('the first request asks for what is wished, as far as it can be had', async () => {
  const optional = { ...search, schema: { type: 'object', properties: { query: { type: 'string' } } } };
  const tools = { optional, find: search, other: search };
  const cases: readonly [FirstToolChoice, unknown, number][] = [
    ['auto', 'auto', 0],
    ['required', 'required', 0],
    [{ tool: 'other' }, { function: { name: 'other' } }, 0],
    [{ tool: 'nobody' }, 'auto', 1],
    ['search', { function: { name: 'find' } }, 0],
  ];
  const { startTurn } = await openHost({ tools });
  for (const [firstToolChoice, expected, notes] of cases) {
    const turn = await startTurn({ model: { api: 'chat' } });
    const { requests } = await drive(turn, [{ calls: [{ id: '1', name: 'find', args: { query: 'x' } }] }, done], {
      loop: { firstToolChoice },
    });
    const said = requests.map(({ parameters }) => parameters.tool_choice ?? 'auto');
    expect(said[0], JSON.stringify(firstToolChoice)).toEqual(
      typeof expected === 'string' ? expected : expect.objectContaining(expected as object),
    );
    expect(said[1]).toBe('auto');
    expect(requests[0]?.notes).toHaveLength(notes);
  }
  const none = await startTurn({ model: { api: 'chat' }, select: ['optional'] });
  expect(none.createLoop({ firstToolChoice: 'search' }).request().notes).toHaveLength(1);
  const thinking = await startTurn({ model: { api: 'anthropic', isThinking: true } });
  expect(thinking.createLoop({ firstToolChoice: 'search' }).request().notes).toHaveLength(1);
});

test('options of a loop that cannot be read are refused by name', async () => {
  const { startTurn } = await openHost({ tools: { a: () => 'ran' } });
  for (const options of [{ firstToolChoice: 'always' }, { overlapReadOnly: 1 }, { onCall: true }, null]) {
    const turn = await startTurn({ model: { api: 'chat' } });
    const create = (): unknown => turn.createLoop(options as unknown as LoopOptions);
    expect(create, JSON.stringify(options)).toThrow(expect.objectContaining({ code: 'CONFIGURATION_INVALID' }));
  }
});

test('whoever follows a turn hears of each call before it runs and after; a listener that fails changes nothing', async () => {
  const events: LoopCallEvent[] = [];
  const { turn } = await openLoop({ a: { label: 'Tool A', run: () => 'ran' } });
  const onCall = (event: LoopCallEvent): void => {
    events.push(event);
    throw new Error('listener');
  };
  const calls = [
    { id: '1', name: 'a', args: { x: 1 } },
    { id: '2', name: 'nobody', text: 'no json' },
  ];
  await drive(turn, [{ calls }, done], { loop: { onCall } });
  const heard = events.map((event) => [event.type, event.callId, event.label]);
  expect(heard).toEqual([
    ['started', '1', 'Tool A'],
    ['finished', '1', 'Tool A'],
    ['started', '2', 'nobody'],
    ['finished', '2', 'nobody'],
  ]);
  expect(events[0]).toMatchObject({ arguments: { x: 1 } });
  expect(events[1]).toMatchObject({ outcome: { status: 'SUCCESS' } });
  // What of a name that nobody has is sensitive, nobody can say.
  expect(events[2]).toMatchObject({ arguments: null });
});

test('sources of results are collected once each, and what is no web address is left out', async () => {
  const sources = [
    { url: 'https://example.org/a', title: ' A \n page ' },
    { url: 'https://example.org/a', title: 'again' },
    { url: 'javascript:alert(1)' },
    { url: 'file:///etc/passwd' },
    { url: 7 },
    null,
    { url: 'http://example.org/b' },
  ];
  const many = Array.from({ length: 200 }, (_, n) => ({ url: `https://example.org/many/${n}` }));
  const result = (listed: unknown): Partial<CallOutcome> => ({
    content: [{ type: 'text', text: 'found' }],
    _meta: { 'loadout/sources': listed as never },
  });
  const { turn } = await openLoop({ a: () => result(sources), b: () => result('none'), c: () => result(many) });
  const calls = ['a', 'b', 'c'].map((name) => ({ id: name, name }));
  const { loop } = await drive(turn, [{ calls }, done]);
  expect(loop.sources.slice(0, 2)).toEqual([
    { url: 'https://example.org/a', title: 'A page' },
    { url: 'http://example.org/b', title: 'http://example.org/b' },
  ]);
  expect(loop.sources).toHaveLength(100);
});

test('nothing more is asked once another turn of the conversation requires more than this model provider has', async () => {
  const demand = (level: string): TestTools[string] => ({
    run: () => ({ content: [{ type: 'text', text: level }], _meta: { 'loadout/requiredConfidence': level } }),
  });
  const { startTurn } = await openHost({ tools: { low: demand('LOW'), high: demand('HIGH') } });
  const shared = { model: { api: 'chat' }, conversation: { id: 'room' } } as const;
  const turn = await startTurn({ ...shared, modelProvider: { id: 'a', confidence: 'MEDIUM' } });
  const other = await startTurn({ ...shared, modelProvider: { id: 'b', confidence: 'HIGH' } });
  const beforeResponse = () => other.call({ name: 'high' });
  const { stop, requests } = await drive(turn, [{ calls: [{ id: '1', name: 'low' }] }, done], { beforeResponse });
  expect(stop).toBe('confidence');
  expect(requests).toHaveLength(1);
  expect(turn.requiredConfidence).toBe('HIGH');
});
