import { expect, test } from 'vitest';
import { findOpenPlaces } from '../../src/runner/open-calls.js';

const said = { role: 'user', content: 'Hello' };
const other = { role: 'assistant', content: 'I am another bot.' };
const chatCalls = (...ids: readonly string[]): object => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'x', arguments: '{}' } })),
});
const chatResult = (id: string): object => ({ role: 'tool', tool_call_id: id, content: '' });
const item = (id: string): object => ({ type: 'function_call', call_id: id, name: 'x', arguments: '{}' });
const output = (id: string): object => ({ type: 'function_call_output', call_id: id, output: '' });
const use = (...ids: readonly string[]): object => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'x', input: {} })),
});
const used = (...ids: readonly string[]): object => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id })),
});
const usedAndSaid = (id: string): object => ({
  role: 'user',
  content: [
    { type: 'tool_result', tool_use_id: id },
    { type: 'text', text: 'Hello' },
  ],
});

const placesOf = (transcript: readonly object[]): readonly number[] => findOpenPlaces(transcript).map(({ at }) => at);

test('what was said since the last answer stands apart', () => {
  const use1 = use('a');
  expect(findOpenPlaces([use1, used('a'), said, said])).toEqual([{ judged: [use1, used('a')], at: 2 }]);
  expect(findOpenPlaces([said])).toEqual([{ judged: [], at: 0 }]);
  expect(findOpenPlaces([use1])).toEqual([{ judged: [use1], at: 1 }]);
  expect(findOpenPlaces([output('a'), said])).toEqual([{ judged: [output('a')], at: 1 }]);
  const developer = { role: 'developer', content: 'It is Monday.' };
  expect(placesOf([developer, use1, developer, said, developer])).toEqual([2]);
});

test('what another assistant said stands behind the results; text behind results in one message, too', () => {
  for (const asked of [chatCalls('a', 'b'), item('a')]) {
    expect(findOpenPlaces([said, asked, said, other, said])).toEqual([{ judged: [asked], at: 2 }]);
  }
  const mixed = [use('a', 'b'), usedAndSaid('a')];
  expect(findOpenPlaces(mixed)).toEqual([{ judged: mixed, at: 1 }]);
});

test('earlier calls without a result have a place of their own, those with one have none', () => {
  const chat = [chatCalls('a', 'b'), chatResult('a'), said, chatCalls('c'), chatResult('c'), chatCalls('d'), said];
  expect(findOpenPlaces(chat)).toEqual([
    { judged: chat.slice(0, 2), at: 2 },
    { judged: chat.slice(5, 6), at: 6 },
  ]);
  const anthropic = [use('a', 'b'), usedAndSaid('a'), use('c'), used('c'), use('d'), said, use('e')];
  expect(findOpenPlaces(anthropic)).toEqual([
    { judged: anthropic.slice(0, 2), at: 1 },
    { judged: [use('d')], at: 5 },
    { judged: [use('e')], at: 7 },
  ]);
});

test('the items of one response of Responses are one, and results may stand behind later calls', () => {
  const items = [item('a'), output('a'), item('b'), other, item('c'), said, item('d'), output('d'), output('b'), said];
  expect(findOpenPlaces(items)).toEqual([{ judged: [...items.slice(0, 5), output('b')], at: 5 }]);
  expect(placesOf([...items.slice(0, 9), output('c')])).toEqual([10]);
});

test('ids that a service repeats are told apart by their places', () => {
  expect(placesOf([chatCalls('0'), said, chatCalls('0'), chatResult('0'), said])).toEqual([1]);
  expect(placesOf([chatCalls('0'), chatResult('0'), chatCalls('0'), chatResult('0'), said])).toEqual([4]);
});

test('a conversation of thousands of calls with the same id is looked through in no time', () => {
  const transcript = Array.from({ length: 20_000 }, () => chatCalls('0'));
  const began = performance.now();
  expect(findOpenPlaces(transcript)).toHaveLength(20_000);
  expect(performance.now() - began).toBeLessThan(2_000);
});
