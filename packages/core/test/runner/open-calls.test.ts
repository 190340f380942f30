import { expect, test } from 'vitest';
import { splitUserMessages } from '../../src/runner/open-calls.js';

test('what the user said since the last answer stands apart', () => {
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a' }] };
  const results = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] };
  const said = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };
  expect(splitUserMessages([call, results, said, said])).toEqual({ before: [call, results], user: [said, said] });
  expect(splitUserMessages([said])).toEqual({ before: [], user: [said] });
  expect(splitUserMessages([call])).toEqual({ before: [call], user: [] });
  const output = { type: 'function_call_output', call_id: 'a', output: '' };
  expect(splitUserMessages([output, said])).toEqual({ before: [output], user: [said] });
});
