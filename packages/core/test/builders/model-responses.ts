import type { ModelApi } from '@loadout/core';

/** What a model says in a test. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly SaidCall[];
  readonly ending?: 'length' | 'refused' | 'paused';
}

/** A call of the model's; `text` are arguments that are no JSON. */
export interface SaidCall {
  readonly name: string;
  readonly id: string;
  readonly args?: object;
  readonly text?: string;
}

/** What the service of an API answers, whole, and as the events of a stream. */
export interface ServiceAnswer {
  readonly response: object;
  readonly events: readonly object[];
}

/** Writes down what a model says as the service of the API does. */
export function answerAs(api: ModelApi, said: Said): ServiceAnswer {
  return services[api](said);
}

/** A user's message. */
export function userMessage(api: ModelApi, text: string) {
  return api === 'gemini' ? { role: 'user', parts: [{ text }] } : { role: 'user', content: text };
}

const services: Readonly<Record<ModelApi, (said: Said) => ServiceAnswer>> = {
  chat({ text = '', calls = [], ending }) {
    const made = calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.text ?? JSON.stringify(call.args ?? {}) },
    }));
    const plain = made.length > 0 ? 'tool_calls' : 'stop';
    const reason = ending === 'length' ? 'length' : ending === 'refused' ? 'content_filter' : plain;
    const content = text === '' && made.length > 0 ? null : text;
    const message = { role: 'assistant', content, ...(made.length === 0 ? {} : { tool_calls: made }) };
    const head = { id: 'chatcmpl-1', created: 1, model: 'test' };
    const chunk = (delta: object, finishReason: string | null = null) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    });
    return {
      response: { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: reason }] },
      events: [
        chunk({ role: 'assistant', content: '' }),
        ...(text === '' ? [] : [chunk({ content: text })]),
        ...made.map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
        chunk({}, reason),
      ],
    };
  },
  responses({ text = '', calls = [], ending }) {
    const message = {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [] }],
    };
    const output = [
      ...(text === '' ? [] : [message]),
      ...calls.map((call, index) => ({
        id: `fc_${index}`,
        type: 'function_call',
        status: 'completed',
        call_id: call.id,
        name: call.name,
        arguments: call.text ?? JSON.stringify(call.args ?? {}),
      })),
    ];
    const reason = ending === 'length' ? 'max_output_tokens' : 'content_filter';
    const isWhole = ending === undefined || ending === 'paused';
    const response = {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      model: 'test',
      error: null,
      incomplete_details: isWhole ? null : { reason },
      status: isWhole ? 'completed' : 'incomplete',
      output,
    };
    return {
      response,
      events: [
        { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
        ...output.flatMap((item, index) => [
          { type: 'response.output_item.added', output_index: index, item },
          { type: 'response.output_item.done', output_index: index, item },
        ]),
        { type: isWhole ? 'response.completed' : 'response.incomplete', response },
      ],
    };
  },
  anthropic({ text = '', calls = [], ending }) {
    const content = [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: call.text === undefined ? (call.args ?? {}) : { INVALID_JSON: call.text },
      })),
    ];
    const cut = { length: 'max_tokens', refused: 'refusal', paused: 'pause_turn' } as const;
    const reason = ending === undefined ? (calls.length > 0 ? 'tool_use' : 'end_turn') : cut[ending];
    const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'test' };
    const usage = { input_tokens: 1, output_tokens: 1 };
    return {
      response: { ...head, content, stop_reason: reason, stop_sequence: null, usage },
      events: [
        { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage } },
        ...content.flatMap((block, index) => {
          const isText = block.type === 'text';
          const args = JSON.stringify('input' in block ? block.input : {});
          const first = isText ? { ...block, text: '' } : { ...block, input: {} };
          const delta = isText ? { type: 'text_delta', text } : { type: 'input_json_delta', partial_json: args };
          return [
            { type: 'content_block_start', index, content_block: first },
            { type: 'content_block_delta', index, delta },
            { type: 'content_block_stop', index },
          ];
        }),
        { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
        { type: 'message_stop' },
      ],
    };
  },
  gemini({ text = '', calls = [], ending }) {
    const parts = [
      ...(text === '' ? [] : [{ text }]),
      ...calls.map((call) => ({ functionCall: { id: call.id, name: call.name, args: call.args ?? {} } })),
    ];
    const reasons = { length: 'MAX_TOKENS', refused: 'SAFETY', paused: 'MALFORMED_FUNCTION_CALL' } as const;
    const finishReason = ending === undefined ? 'STOP' : reasons[ending];
    const candidate = (more: object) => ({ candidates: [{ index: 0, ...more }] });
    return {
      response: candidate({ content: { role: 'model', parts }, finishReason }),
      events: [
        ...parts.map((part) => candidate({ content: { role: 'model', parts: [part] } })),
        candidate({ finishReason }),
      ],
    };
  },
};
