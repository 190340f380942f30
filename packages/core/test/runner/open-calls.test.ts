import { expect, test } from 'vitest';
import { splitTranscript } from '../../src/runner/open-calls.js';

test('what was said since the last answer stands apart', () => {
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a' }] };
  const results = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] };
  const said = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };
  expect(splitTranscript([call, results, said, said])).toMatchObject({ before: [call, results], since: [said, said] });
  expect(splitTranscript([said])).toMatchObject({ before: [], since: [said] });
  expect(splitTranscript([call])).toMatchObject({ before: [call], since: [] });
  const output = { type: 'function_call_output', call_id: 'a', output: '' };
  expect(splitTranscript([output, said])).toMatchObject({ before: [output], since: [said] });
  const developer = { role: 'developer', content: 'It is Monday.' };
  expect(splitTranscript([developer, call, developer, said, developer])).toMatchObject({
    before: [developer, call],
    since: [developer, said, developer],
  });
});

test('what another assistant said stands behind the results; text behind results in one message, too', () => {
  const call = { role: 'assistant', content: null, tool_calls: [{ id: 'a' }, { id: 'b' }] };
  const item = { type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' };
  const said = { role: 'user', content: 'Hello' };
  const other = { role: 'assistant', content: 'I am another bot.' };
  for (const asked of [call, item]) {
    expect(splitTranscript([said, asked, said, other, said])).toEqual({
      judged: [said, asked],
      before: [said, asked],
      since: [said, other, said],
    });
  }
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a' }] };
  const mixed = {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'a' },
      { type: 'text', text: 'Hello' },
    ],
  };
  expect(splitTranscript([use, mixed])).toEqual({ judged: [use, mixed], before: [use], since: [mixed] });
});
