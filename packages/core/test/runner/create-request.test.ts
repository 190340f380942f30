import { expect, test } from 'vitest';
import { createRequest, type RequestParts } from '../../src/runner/create-request.js';

const user = { role: 'user', content: 'Hello' };

function make(parts: Partial<RequestParts>) {
  return createRequest({
    api: 'chat',
    model: 'm',
    messages: [user],
    system: [],
    maxTokens: undefined,
    isStreamed: false,
    extra: {},
    parameters: {},
    ...parts,
  });
}

test('without anything to say a request has the model and the messages', () => {
  expect(make({})).toEqual({ model: 'm', messages: [user] });
  expect(make({ api: 'responses' })).toEqual({ model: 'm', input: [user] });
  expect(make({ api: 'anthropic' })).toEqual({ model: 'm', messages: [user], max_tokens: 8_192 });
});

test('the system prompt stands where the API has it, and instructions of tools follow it', () => {
  const system = ['Be brief.', '', 'Use tools.'];
  expect(make({ system }).messages).toEqual([{ role: 'system', content: 'Be brief.\n\nUse tools.' }, user]);
  expect(make({ api: 'responses', system }).instructions).toBe('Be brief.\n\nUse tools.');
  expect(make({ api: 'anthropic', system }).system).toBe('Be brief.\n\nUse tools.');
});

test('a system message of the transcript is sent as one with ours after it, and stays as it is', () => {
  const own = { role: 'developer', content: 'Own.' };
  const messages = [own, user];
  expect(make({ messages, system: ['Ours.'] }).messages).toEqual([
    { role: 'developer', content: 'Own.\n\nOurs.' },
    user,
  ]);
  expect(own.content).toBe('Own.');
  const parts = { role: 'system', content: [{ type: 'text', text: 'Own.' }] };
  expect(make({ messages: [parts, user], system: ['Ours.'] }).messages).toEqual([
    { role: 'system', content: [...parts.content, { type: 'text', text: 'Ours.' }] },
    user,
  ]);
  expect(make({ messages }).messages).toEqual(messages);
});

test('Anthropic takes no system message, so that of a transcript moves', () => {
  const messages = [{ role: 'system', content: 'Own.' }, user];
  expect(make({ api: 'anthropic', messages, system: ['Ours.'] })).toMatchObject({
    messages: [user],
    system: 'Own.\n\nOurs.',
  });
});

test('a system prompt among the extra parameters stays before ours', () => {
  expect(make({ api: 'responses', extra: { instructions: 'Own.' }, system: ['Ours.'] }).instructions).toBe(
    'Own.\n\nOurs.',
  );
  const blocks = [{ type: 'text', text: 'Own.', cache_control: { type: 'ephemeral' } }];
  expect(make({ api: 'anthropic', extra: { system: blocks }, system: ['Ours.'] }).system).toEqual([
    ...blocks,
    { type: 'text', text: 'Ours.' },
  ]);
  expect(make({ api: 'anthropic', extra: { system: blocks } }).system).toEqual(blocks);
});

test('the limit of a response has the name that the API has for it', () => {
  expect(make({ maxTokens: 5 }).max_completion_tokens).toBe(5);
  expect(make({ api: 'responses', maxTokens: 5 }).max_output_tokens).toBe(5);
  expect(make({ api: 'anthropic', maxTokens: 5 }).max_tokens).toBe(5);
  expect(make({ api: 'anthropic', extra: { max_tokens: 6 } }).max_tokens).toBe(6);
});

test('the limit of a response that is thought about is above the budget for that', () => {
  const thinking = { type: 'enabled', budget_tokens: 10_000 };
  expect(make({ api: 'anthropic', extra: { thinking } })).toMatchObject({ max_tokens: 18_192, thinking });
  expect(make({ api: 'anthropic', extra: { thinking, max_tokens: 12_000 } }).max_tokens).toBe(12_000);
  expect(make({ api: 'anthropic', extra: { thinking: { type: 'adaptive' } } }).max_tokens).toBe(8_192);
});

test('extra parameters override nothing that the runner or the loop says, nor what they leave out', () => {
  const extra = {
    temperature: 0,
    model: 'other',
    messages: [],
    input: [],
    stream: true,
    tools: [{ type: 'function', name: 'foreign' }],
    tool_choice: 'required',
    parallel_tool_calls: true,
    previous_response_id: 'resp_1',
  };
  expect(make({ extra })).toEqual({
    input: [],
    previous_response_id: 'resp_1',
    temperature: 0,
    model: 'm',
    messages: [user],
  });
  expect(make({ extra, parameters: { tools: [1], parallel_tool_calls: false } })).toMatchObject({
    tools: [1],
    parallel_tool_calls: false,
  });
  expect(make({ api: 'responses', extra })).toEqual({ messages: [], temperature: 0, model: 'm', input: [user] });
});

test('tools that the service runs itself stand after ours', () => {
  const search = { type: 'web_search' };
  const parameters = { tools: [{ type: 'function', name: 'ours' }] };
  expect(make({ api: 'responses', extra: { tools: [search, { type: 'function' }] }, parameters }).tools).toEqual([
    ...parameters.tools,
    search,
  ]);
  expect(
    make({ api: 'anthropic', extra: { tools: [{ type: 'web_search_20250305' }, { name: 'foreign' }] } }).tools,
  ).toEqual([{ type: 'web_search_20250305' }]);
});

test('a stream is asked for by its flag', () => {
  expect(make({ isStreamed: true }).stream).toBe(true);
});
