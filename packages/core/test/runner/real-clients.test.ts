import { type JsonObject, type JsonValue, runTurn } from '@loadout/core';
import { expect, test } from 'vitest';
import { expectValidRequest } from '../adapters/request-checks.js';
import { openHost } from '../builders/turn-builders.js';
import { type Answer, openModelEndpoint } from './model-endpoint.js';

const schema = { type: 'object', properties: { course: { type: 'integer' } }, required: ['course'] };

/** A conversation in which the model calls a tool so many times, one call a response, and then answers. */
function scriptCalls(count: number): readonly Answer[] {
  const calls = Array.from({ length: count }, (_, index): Answer => {
    return { calls: [{ name: 'read_course', arguments: { course: index }, id: `call_${index}` }] };
  });
  return [...calls, { text: 'All courses were read.' }];
}

/** Ids of the results in a transcript, whichever API it is for. */
function listResultIds(transcript: readonly JsonValue[]): readonly unknown[] {
  return transcript.flatMap((message) => {
    const { role, type, tool_call_id, call_id, content } = message as Record<string, unknown>;
    if (role === 'tool') return [tool_call_id];
    if (type === 'function_call_output') return [call_id];
    if (role !== 'user' || !Array.isArray(content)) return [];
    return content.filter((part) => part.type === 'tool_result').map((part) => part.tool_use_id);
  });
}

const apis = ['chat', 'responses', 'anthropic'] as const;
const rows = apis.flatMap((api) =>
  [1, 3, 20].flatMap((count) => ['whole', 'streamed'].map((way) => [api, count, way] as const)),
);

test.each(rows)('%s: a conversation with %i calls, %s', async (api, count, way) => {
  const endpoint = await openModelEndpoint(scriptCalls(count));
  const read: JsonValue[] = [];
  const { startTurn } = await openHost({
    tools: {
      read_course: {
        schema,
        policy: { kind: 'read', readOnly: true },
        run: (args: JsonObject) => {
          read.push(args.course ?? null);
          return `course ${args.course}`;
        },
      },
    },
  });
  const turn = await startTurn({ model: { api }, limits: { maxToolCalls: 30 } });
  const deltas: string[] = [];
  const given: readonly JsonValue[] = [{ role: 'user', content: 'Read the courses.' }];
  const result = await runTurn(turn, endpoint.clientFor(api), given, {
    model: 'test-model',
    system: 'Be brief.',
    stream: way === 'streamed',
    onDelta: (delta) => deltas.push(delta.type),
  });
  await turn.end();

  expect(result).toMatchObject({ stop: 'answer', text: 'All courses were read.', suspension: null, error: undefined });
  expect(read).toEqual(Array.from({ length: count }, (_, index) => index));
  expect(result.outcomes.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'SUCCESS'));
  expect(listResultIds(result.transcript)).toEqual(Array.from({ length: count }, (_, index) => `call_${index}`));
  expect(result.transcript.slice(0, 1)).toEqual(given);
  expect(result.messages).toEqual(result.transcript.slice(1));
  expect(result.usage.calls).toBe(count);
  expect(deltas.includes('text')).toBe(way === 'streamed');
  expect(endpoint.bodies).toHaveLength(count + 1);
  for (const body of endpoint.bodies) {
    expectValidRequest(api, body);
    expect(body.stream).toBe(way === 'streamed' ? true : undefined);
    expect(JSON.stringify(body)).toContain('Be brief.');
    expect(body.parallel_tool_calls).toBe(api === 'chat' ? false : undefined);
    expect(body.tools).toHaveLength(1);
  }
});

const parallel = apis.flatMap((api) => (['whole', 'streamed'] as const).map((way) => [api, way] as const));

test.each(parallel)('%s: several calls in one response are run in their order and answered, %s', async (api, way) => {
  const calls = ['c', 'a', 'b'].map((name, index) => ({ name, arguments: { course: index }, id: `call_${name}` }));
  const endpoint = await openModelEndpoint([{ calls }, { text: 'All were read.' }]);
  const ran: string[] = [];
  const tool = (name: string) => ({
    schema,
    run: (args: JsonObject) => {
      ran.push(`${name} ${args.course}`);
      if (name === 'a') throw new Error('no such course');
      return `result of ${name}`;
    },
  });
  const { startTurn } = await openHost({ tools: { a: tool('a'), b: tool('b'), c: tool('c') } });
  const turn = await startTurn({ model: { api } });
  const result = await runTurn(turn, endpoint.clientFor(api), [{ role: 'user', content: 'Read them.' }], {
    model: 'test-model',
    stream: way === 'streamed',
  });
  await turn.end();

  expect(result).toMatchObject({ stop: 'answer', text: 'All were read.' });
  expect(ran).toEqual(['c 0', 'a 1', 'b 2']);
  expect(result.outcomes.map(({ callId, status }) => [callId, status])).toEqual([
    ['call_c', 'SUCCESS'],
    ['call_a', 'ERROR'],
    ['call_b', 'SUCCESS'],
  ]);
  expect(listResultIds(result.transcript)).toEqual(['call_c', 'call_a', 'call_b']);
  expect(endpoint.bodies).toHaveLength(2);
  for (const body of endpoint.bodies) expectValidRequest(api, body);
});
