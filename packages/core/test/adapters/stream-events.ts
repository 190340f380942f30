import fc from 'fast-check';

/*
 * Responses of the four APIs, and the events in which their services stream them, cut at places that fast-check chooses.
 */

/** A response and its events. */
export interface StreamedResponse {
  readonly response: Readonly<Record<string, unknown>>;
  readonly events: readonly unknown[];
}

/** Cuts a text into pieces of these lengths, over and over; the pieces together are the text. */
function cut(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, index = 0; at < text.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1;
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

const lengths = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });
const text = fc.string({ maxLength: 40, unit: 'grapheme' });
const filled = text.filter((value) => value !== '');
/** As JSON text gives it back: without a negative zero. */
const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const args = fc.dictionary(fc.constantFrom('query', 'limit', 'deep'), json);
const calls = fc.array(fc.record({ name: fc.constantFrom('find_course', 'list_rooms'), args }), { maxLength: 3 });

export const chatStreams: fc.Arbitrary<StreamedResponse> = fc
  .record({ lengths, content: text, reasoning: text, calls, isIndexed: fc.boolean(), isRepeated: fc.boolean() })
  .map(({ lengths: sizes, content, reasoning, calls: made, isIndexed, isRepeated }) => {
    const toolCalls = made.map((call, index) => ({
      id: `call_${index}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.args) },
    }));
    const head = { id: 'chatcmpl-1', created: 1, model: 'gpt-5.1' };
    const chunk = (delta: object, finishReason: string | null = null): object => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    });
    const finishReason = toolCalls.length > 0 ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    return {
      response: {
        ...head,
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: content === '' && toolCalls.length > 0 ? null : content,
              refusal: null,
              ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
              ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
            },
            finish_reason: finishReason,
          },
        ],
        usage,
      },
      events: [
        chunk({ role: 'assistant', content: '', refusal: null }),
        ...cut(reasoning, sizes).map((piece) => chunk({ reasoning_content: piece })),
        ...cut(content, sizes).map((piece) => chunk({ content: piece })),
        ...toolCalls.flatMap(({ id, type, function: fn }, index) => {
          const place = isIndexed ? { index } : {};
          const again = isRepeated || !isIndexed ? { id } : {};
          const name = isRepeated ? { name: fn.name } : {};
          return [
            chunk({ tool_calls: [{ ...place, id, type, function: { name: fn.name, arguments: '' } }] }),
            ...cut(fn.arguments, sizes).map((piece) =>
              chunk({ tool_calls: [{ ...place, ...again, function: { ...name, arguments: piece } }] }),
            ),
          ];
        }),
        chunk({}, finishReason),
        { ...head, object: 'chat.completion.chunk', choices: [], usage },
      ],
    };
  });

export const anthropicStreams: fc.Arbitrary<StreamedResponse> = fc
  .record({ lengths, content: text, thinking: text, calls, isServed: fc.boolean() })
  .map(({ lengths: sizes, content, thinking, calls: made, isServed }) => {
    const blocks = [
      ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: 'EqQBCgIYAhIM' }]),
      ...(isServed
        ? [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'Rome' } }]
        : []),
      ...(isServed ? [{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }] : []),
      ...(content === ''
        ? []
        : [{ type: 'text', text: content, citations: isServed ? [{ type: 'char_location' }] : null }]),
      ...made.map((call, index) => ({ type: 'tool_use', id: `toolu_${index}`, name: call.name, input: call.args })),
    ];
    const stopReason = made.length > 0 ? 'tool_use' : 'end_turn';
    const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5' };
    const started = { ...head, content: [], stop_reason: null, stop_sequence: null };
    return {
      response: {
        ...head,
        content: blocks,
        stop_reason: stopReason,
        stop_sequence: null,
        usage: { input_tokens: 20, output_tokens: 30 },
      },
      events: [
        { type: 'message_start', message: { ...started, usage: { input_tokens: 20, output_tokens: 1 } } },
        { type: 'ping' },
        ...blocks.flatMap((block, index) => streamBlock(block, index, sizes)),
        {
          type: 'message_delta',
          delta: { stop_reason: stopReason, stop_sequence: null },
          usage: { output_tokens: 30 },
        },
        { type: 'message_stop' },
      ],
    };
  });

function streamBlock(block: Readonly<Record<string, unknown>>, index: number, sizes: readonly number[]): object[] {
  const start = (first: object): object => ({ type: 'content_block_start', index, content_block: first });
  const delta = (more: object): object => ({ type: 'content_block_delta', index, delta: more });
  const stop = { type: 'content_block_stop', index };
  switch (block.type) {
    case 'thinking':
      return [
        start({ type: 'thinking', thinking: '', signature: '' }),
        ...cut(String(block.thinking), sizes).map((thinking) => delta({ type: 'thinking_delta', thinking })),
        delta({ type: 'signature_delta', signature: block.signature }),
        stop,
      ];
    case 'text':
      return [
        start({ type: 'text', text: '', citations: null }),
        ...cut(String(block.text), sizes).map((piece) => delta({ type: 'text_delta', text: piece })),
        ...((block.citations ?? []) as object[]).map((citation) => delta({ type: 'citations_delta', citation })),
        stop,
      ];
    case 'tool_use':
    case 'server_tool_use':
      return [
        start({ ...block, input: {} }),
        delta({ type: 'input_json_delta', partial_json: '' }),
        ...cut(JSON.stringify(block.input), sizes).map((piece) =>
          delta({ type: 'input_json_delta', partial_json: piece }),
        ),
        stop,
      ];
    default:
      return [start(block), stop];
  }
}

export const geminiStreams: fc.Arbitrary<StreamedResponse> = fc
  .record({ lengths, content: filled, thought: text, calls, isSigned: fc.boolean(), isLate: fc.boolean() })
  .map(({ lengths: sizes, content, thought, calls: made, isSigned, isLate }) => {
    const before = [...(thought === '' ? [] : [{ text: thought, thought: true }]), { text: content }];
    const behind = [
      ...made.map((call, index) => ({
        functionCall: { ...(isSigned ? { id: `id${index}` } : {}), name: call.name, args: call.args },
        ...(isSigned && index === 0 ? { thoughtSignature: 'CiQBjz1r' } : {}),
      })),
      ...(isLate ? [{ text: '', thoughtSignature: 'CiQBjz1s' }] : []),
    ];
    const head = { modelVersion: 'gemini-3-pro', responseId: 'r1' };
    const chunk = (part: object, more: object = {}): object => ({
      ...head,
      candidates: [{ content: { parts: [part], role: 'model' }, index: 0, ...more }],
      usageMetadata: { promptTokenCount: 10 },
    });
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5 };
    return {
      response: {
        ...head,
        candidates: [{ content: { parts: [...before, ...behind], role: 'model' }, index: 0, finishReason: 'STOP' }],
        usageMetadata,
      },
      events: [
        ...before.flatMap((part) => cut(part.text, sizes).map((piece) => chunk({ ...part, text: piece }))),
        ...behind.map((part) => chunk(part)),
        { ...head, candidates: [{ index: 0, finishReason: 'STOP' }], usageMetadata },
      ],
    };
  });

export const responsesStreams: fc.Arbitrary<StreamedResponse> = fc
  .record({ lengths, content: text, calls, isThinking: fc.boolean(), isShort: fc.boolean() })
  .map(({ lengths: sizes, content, calls: made, isThinking, isShort }) => {
    const output = [
      ...(isThinking ? [{ id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAAAA' }] : []),
      ...(content === '' ? [] : [messageOf(content)]),
      ...made.map((call, index) => ({
        id: `fc_${index}`,
        type: 'function_call',
        status: 'completed',
        call_id: `call_${index}`,
        name: call.name,
        arguments: JSON.stringify(call.args),
      })),
    ];
    const head = {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      model: 'gpt-5.1',
      error: null,
      incomplete_details: null,
    };
    const response = { ...head, status: 'completed', output, usage: { input_tokens: 1, output_tokens: 2 } };
    const started = { ...head, status: 'in_progress', output: [], usage: null };
    return {
      response,
      events: [
        { type: 'response.created', response: started },
        { type: 'response.in_progress', response: started },
        ...output.flatMap((item, index) => streamItem(item, index, sizes)),
        { type: 'response.completed', response: isShort ? { ...response, output: [] } : response },
      ],
    };
  });

function messageOf(content: string): Readonly<Record<string, unknown>> {
  return {
    id: 'msg_1',
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: content, annotations: [] }],
  };
}

function streamItem(item: Readonly<Record<string, unknown>>, index: number, sizes: readonly number[]): object[] {
  const place = { output_index: index, item_id: item.id };
  const done = { type: 'response.output_item.done', output_index: index, item };
  const added = (more: object): object => ({
    type: 'response.output_item.added',
    output_index: index,
    item: { ...item, status: 'in_progress', ...more },
  });
  if (item.type === 'function_call') {
    return [
      added({ arguments: '' }),
      ...cut(String(item.arguments), sizes).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        ...place,
        delta,
      })),
      { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
      done,
    ];
  }
  if (item.type !== 'message') return [added({}), done];
  const [part] = item.content as { text: string }[];
  return [
    added({ content: [] }),
    {
      type: 'response.content_part.added',
      ...place,
      content_index: 0,
      part: { type: 'output_text', text: '', annotations: [] },
    },
    ...cut(part?.text ?? '', sizes).map((delta) => ({
      type: 'response.output_text.delta',
      ...place,
      content_index: 0,
      delta,
    })),
    done,
  ];
}
