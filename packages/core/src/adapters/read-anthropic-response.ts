import { isRecord } from '../contract/json.js';
import type { ModelCall, ModelResponse, ResponseContext } from '../contract/model-adapter.js';
import { CallIds } from './call-ids.js';
import { plainNames, toSentName } from './call-names.js';
import { invalidResponse } from './invalid-response.js';
import { asJsonObject, numberOf, textOf, type WireObject } from './wire-values.js';

/** Why it stopped, as the API writes it; what is not here is complete. */
const endings: Readonly<Record<string, ModelResponse['ending']>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refused',
  pause_turn: 'paused',
};

/** Under this name the text of arguments that are no JSON stands in a call's input, which has to be an object. */
export const INVALID_JSON = 'INVALID_JSON';

/** Reads a response of Messages. Blocks of tools that the service runs itself pass through (contract 7.8). */
export function readAnthropicResponse(response: unknown, context?: ResponseContext): ModelResponse {
  if (!isRecord(response) || !Array.isArray(response.content)) {
    throw invalidResponse('Anthropic Messages', 'an object with content', response);
  }
  const salt = textOf(response.id) || JSON.stringify(response.content);
  const { blocks, calls } = readAnthropicBlocks(response.content, new CallIds(context), salt);
  const ending = endings[textOf(response.stop_reason)] ?? 'complete';
  const content = dropUnsendable(blocks, ending);
  return {
    messages: content.length === 0 ? [] : [asJsonObject({ role: 'assistant', content })],
    calls,
    text: blocks.map((block) => (isRecord(block) && block.type === 'text' ? textOf(block.text) : '')).join(''),
    ending,
    usage: readUsage(response.usage),
  };
}

/**
 * Blocks with their calls, each under an id of its own and a name that the API takes; a block is changed only where it had
 * none.
 */
function readAnthropicBlocks(
  content: readonly unknown[],
  ids: CallIds,
  salt: string,
): { readonly blocks: readonly unknown[]; readonly calls: readonly ModelCall[] } {
  const calls: ModelCall[] = [];
  const blocks = content.map((block) => {
    if (!isRecord(block) || block.type !== 'tool_use') return block;
    const id = ids.take(block.id, salt);
    const call = readCall(id, block);
    calls.push(call);
    const name = toSentName(call.name, plainNames);
    return id === block.id && name === block.name ? block : { ...block, id, name };
  });
  return { blocks, calls };
}

/** The calls among the blocks of a message of a transcript, as they stand there. */
export function listAnthropicCalls(blocks: readonly WireObject[]): readonly ModelCall[] {
  return blocks.filter((block) => block.type === 'tool_use').map((block) => readCall(textOf(block.id), block));
}

function readCall(id: string, { name, input }: WireObject): ModelCall {
  return { id, name: textOf(name), arguments: readInput(input) };
}

/** Arguments that were no JSON come as the text they were, so that the host says what is wrong with them. */
function readInput(input: unknown): unknown {
  if (!isRecord(input) || Object.keys(input).length !== 1) return input;
  const text = input[INVALID_JSON];
  return typeof text === 'string' ? text : input;
}

/**
 * What the API gives and does not take back: texts of white space alone, and thinking at the end of a message, which an
 * answer that was cut off has, or one that is empty. What paused goes on from all that it had.
 */
function dropUnsendable(blocks: readonly unknown[], ending: ModelResponse['ending']): readonly unknown[] {
  const kept = blocks.filter((block) => !isRecord(block) || block.type !== 'text' || textOf(block.text).trim() !== '');
  while (ending !== 'paused' && kept.length > 0) {
    const last = kept.at(-1);
    if (!isRecord(last) || (last.type !== 'thinking' && last.type !== 'redacted_thinking')) break;
    kept.pop();
  }
  return kept;
}

/** What was read from a cache, or written into one, are tokens of the input too. */
function readUsage(usage: unknown): ModelResponse['usage'] {
  if (!isRecord(usage)) return null;
  const input =
    numberOf(usage.input_tokens) +
    numberOf(usage.cache_creation_input_tokens) +
    numberOf(usage.cache_read_input_tokens);
  return { inputTokens: input, outputTokens: numberOf(usage.output_tokens) };
}
