import { expect, test } from 'vitest';
import { checkRequest } from './request-checks.js';
import type { RequestBody } from './request-problems.js';

/*
 * The checks themselves: each of these requests is refused by its service, and for the reason that is named. The messages of
 * a valid request are changed at one place.
 */

const chatCall = (id: string): object => ({ id, type: 'function', function: { name: 'find', arguments: '{}' } });
const chatAsked = { role: 'assistant', content: null, tool_calls: [chatCall('a'), chatCall('b')] };
const chatUser = { role: 'user', content: 'Rome?' };
const chatResult = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'x' });
const chatTool = {
  type: 'function',
  function: { name: 'find', description: 'x', parameters: { type: 'object', properties: {} } },
};

const item = (id: string): object => ({ type: 'function_call', call_id: id, name: 'find', arguments: '{}' });
const output = (id: string): object => ({ type: 'function_call_output', call_id: id, output: 'x' });
const thinks = { type: 'reasoning', id: 'rs_1', summary: [] };

const use = (id: string): object => ({ type: 'tool_use', id, name: 'find', input: {} });
const used = (id: string, more: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'x',
  ...more,
});
const assistant = (...content: object[]): object => ({ role: 'assistant', content });
const results = (...content: object[]): object => ({ role: 'user', content });
const anthropicTools = [{ name: 'find', description: 'x', input_schema: { type: 'object', properties: {} } }];
const thinking = { type: 'thinking', thinking: 'x', signature: 'x' };

const geminiUser = { role: 'user', parts: [{ text: 'Rome?' }] };
const called = (...ids: (string | undefined)[]): object => ({
  role: 'model',
  parts: ids.map((id) => ({ functionCall: { ...(id === undefined ? {} : { id }), name: 'find', args: {} } })),
});
const answered = (...ids: (string | undefined)[]): object => ({
  role: 'user',
  parts: ids.map((id) => ({
    functionResponse: { ...(id === undefined ? {} : { id }), name: 'find', response: { output: 'x' } },
  })),
});

test.each<[string, readonly object[], RequestBody]>([
  ['valid', [chatUser, chatAsked, chatResult('a'), chatResult('b')], {}],
  ['the call b of', [chatUser, chatAsked, chatResult('a'), chatUser], {}],
  ['the call b of', [chatUser, chatAsked, chatResult('a')], {}],
  ['not in the order', [chatUser, chatAsked, chatResult('b'), chatResult('a')], {}],
  ['which no open call has', [chatUser, chatAsked, chatResult('a'), chatResult('b'), chatResult('b')], {}],
  ['which no open call has', [chatUser, chatResult('a')], {}],
  [
    'there twice',
    [chatUser, { ...chatAsked, tool_calls: [chatCall('a'), chatCall('a')] }, chatResult('a'), chatResult('a')],
    {},
  ],
  ['illegal id', [chatUser, { ...chatAsked, tool_calls: [chatCall('a b')] }, chatResult('a b')], {}],
  ['neither content nor calls', [chatUser, { role: 'assistant', content: null }, chatUser], {}],
  [
    'an empty result',
    [chatUser, { ...chatAsked, tool_calls: [chatCall('a')] }, { ...chatResult('a'), content: '' }],
    {},
  ],
  ['the last message', [chatUser, { role: 'assistant', content: 'x' }], {}],
  ['only allowed with tools', [chatUser], { tool_choice: 'none' }],
  ['only allowed with tools', [chatUser], { parallel_tool_calls: false }],
  ['has to be false', [chatUser], { tools: [chatTool], parallel_tool_calls: true }],
  ['is not offered', [chatUser], { tools: [chatTool], tool_choice: { type: 'function', function: { name: 'gone' } } }],
])('chat: %s', (problem, messages, more) => expectProblem('chat', { messages, ...more }, problem));

test.each<[string, readonly object[], RequestBody]>([
  ['valid', [chatUser, thinks, item('a'), item('b'), output('a'), output('b')], {}],
  ['the call b of', [chatUser, item('a'), item('b'), output('a'), chatUser], {}],
  ['which no open call has', [chatUser, output('a')], {}],
  ['a second result', [chatUser, item('a'), output('a'), output('a')], {}],
  ['reasoning that nothing', [chatUser, thinks, chatUser], {}],
  ['an empty result', [chatUser, item('a'), { ...output('a'), output: '' }], {}],
  ['the last item', [chatUser, { type: 'message', role: 'assistant', content: 'x' }], {}],
  ['belongs to Chat', [chatUser], { parallel_tool_calls: false }],
  ['strict is not written out', [chatUser], { tools: [{ type: 'function', ...chatTool.function }] }],
])('responses: %s', (problem, input, more) => expectProblem('responses', { input, ...more }, problem));

test.each<[string, readonly object[], RequestBody]>([
  ['valid', [chatUser, assistant(thinking, use('a'), use('b')), results(used('a'), used('b'))], {}],
  ['the call b of', [chatUser, assistant(use('a'), use('b')), results(used('a')), results(used('b'))], {}],
  ['something stands before', [chatUser, assistant(use('a')), results({ type: 'text', text: 'x' }, used('a'))], {}],
  ['used twice', [chatUser, assistant(use('a')), results(used('a')), assistant(use('a')), results(used('a'))], {}],
  ['white space alone', [chatUser, assistant({ type: 'text', text: ' ' }, use('a')), results(used('a'))], {}],
  ['thinking ends', [chatUser, assistant(thinking), chatUser], {}],
  ['without its signature', [chatUser, assistant({ ...thinking, signature: '' }, use('a')), results(used('a'))], {}],
  [
    'do not begin with thinking',
    [chatUser, assistant(use('a')), results(used('a'))],
    { thinking: { type: 'enabled' } },
  ],
  ['holds text alone', [chatUser, assistant(use('a')), results(used('a', { is_error: true, content: [] }))], {}],
  ['not of the user', [chatUser, assistant({ type: 'text', text: 'x' })], {}],
  ['empty content', [chatUser, assistant(), chatUser], {}],
  ['forced while thinking', [chatUser], { thinking: { type: 'enabled' }, tool_choice: { type: 'any' } }],
])('anthropic: %s', (problem, messages, more) =>
  expectProblem('anthropic', { messages, tools: anthropicTools, ...more }, problem),
);

test('anthropic: messages with calls need tools', () => {
  const messages = [chatUser, assistant(use('a')), results(used('a'))];
  expectProblem('anthropic', { messages }, 'have to be there');
});

test.each<[string, readonly object[], RequestBody]>([
  ['valid', [geminiUser, called('a', undefined), answered('a', undefined)], {}],
  ['1 results for 2 calls', [geminiUser, called('a', 'b'), answered('a')], {}],
  ['1 results for 0 calls', [geminiUser, answered('a')], {}],
  ['the id a for undefined', [geminiUser, called(undefined), answered('a')], {}],
  ['have no results', [geminiUser, called('a'), { role: 'model', parts: [{ text: 'x' }] }, geminiUser], {}],
  ['the last content', [geminiUser, { role: 'model', parts: [{ text: 'x' }] }], {}],
  ['no parts', [geminiUser, { role: 'model', parts: [] }, geminiUser], {}],
  ['only allowed with tools', [geminiUser], { toolConfig: {} }],
])('gemini: %s', (problem, contents, more) => expectProblem('gemini', { contents, ...more }, problem));

function expectProblem(api: Parameters<typeof checkRequest>[0], body: RequestBody, problem: string): void {
  const problems = checkRequest(api, body);
  if (problem === 'valid') expect(problems).toEqual([]);
  else expect(problems.join('\n')).toContain(problem);
}
