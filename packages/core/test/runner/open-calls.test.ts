import { expect, test } from 'vitest';
import { splitTranscript } from '../../src/runner/open-calls.js';

test('what was said since the last answer stands apart', () => {
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a' }] };
  const results = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] };
  const said = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };
  expect(splitTranscript([call, results, said, said])).toEqual({ before: [call, results], since: [said, said] });
  expect(splitTranscript([said])).toEqual({ before: [], since: [said] });
  expect(splitTranscript([call])).toEqual({ before: [call], since: [] });
  const output = { type: 'function_call_output', call_id: 'a', output: '' };
  expect(splitTranscript([output, said])).toEqual({ before: [output], since: [said] });
  const developer = { role: 'developer', content: 'It is Monday.' };
  expect(splitTranscript([developer, call, developer, said, developer])).toEqual({
    before: [developer, call],
    since: [developer, said, developer],
  });
});
