import { isRecord, type JsonObject } from '../contract/json.js';
import type { ModelCall, ModelResponse, ResponseContext } from '../contract/model-adapter.js';
import { CallIds } from './call-ids.js';
import { readSentInput, toSentInput } from './call-input.js';
import { plainNames, toSentName } from './call-names.js';
import { invalidResponse } from './invalid-response.js';
import { asJsonObject, numberOf, objectsOf, textOf, type WireObject } from './wire-values.js';

/** Why it stopped, as the API writes it; what is not here is complete. */
const endings: Readonly<Record<string, ModelResponse['ending']>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refused',
  pause_turn: 'paused',
};

/** Reads a response of Messages. Blocks of tools that the service runs itself pass through (contract 7.8). */
export function readAnthropicResponse(response: unknown, context?: ResponseContext): ModelResponse {
  if (!isRecord(response) || !Array.isArray(response.content)) {
    throw invalidResponse('Anthropic Messages', 'an object with content', response);
  }
  const salt = textOf(response.id) || JSON.stringify(response.content);
  const { blocks, calls } = readAnthropicBlocks(response.content, new CallIds(context), salt);
  const ending = endings[textOf(response.stop_reason)] ?? 'complete';
  const isPaused = ending === 'paused';
  const closed = createMessages(dropTrailingThinking(dropOpenCalls(blocks, blocks)));
  // The service goes on with its own calls after a pause, and once it has the results of ours.
  const isOpen = isPaused || response.stop_reason === 'tool_use';
  return {
    messages: isPaused ? createMessages(blocks) : isOpen ? createMessages(dropTrailingThinking(blocks)) : closed,
    ...(isPaused ? { closedMessages: closed } : {}),
    calls,
    text: blocks.map((block) => (isRecord(block) && block.type === 'text' ? textOf(block.text) : '')).join(''),
    ending,
    usage: readUsage(response.usage),
  };
}

/**
 * Blocks with their calls, each under an id of its own, and with a name and an input that the API takes; a block is changed
 * only where it had none.
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
    const input = toSentInput(block.input);
    const call = readCall(id, { ...block, input });
    calls.push(call);
    const name = toSentName(call.name, plainNames);
    const isUnchanged = id === block.id && name === block.name && input === block.input;
    return isUnchanged ? block : { ...block, id, name, input };
  });
  return { blocks, calls };
}

/** The calls among the blocks of a message of a transcript, as they stand there. */
export function listAnthropicCalls(blocks: readonly WireObject[]): readonly ModelCall[] {
  return blocks.filter((block) => block.type === 'tool_use').map((block) => readCall(textOf(block.id), block));
}

function readCall(id: string, { name, input }: WireObject): ModelCall {
  return { id, name: textOf(name), arguments: readSentInput(input) };
}

/** Without what the API gives and does not take back: texts of white space alone, and messages without content. */
function createMessages(blocks: readonly unknown[]): ModelResponse['messages'] {
  const content = blocks.filter(
    (block) => !isRecord(block) || block.type !== 'text' || textOf(block.text).trim() !== '',
  );
  return content.length === 0 ? [] : [asJsonObject({ role: 'assistant', content })];
}

/** Nor does it take thinking at the end of a message, which an answer has that was cut off, or is empty. */
function dropTrailingThinking(blocks: readonly unknown[]): readonly unknown[] {
  const isThinking = (block: unknown): boolean =>
    isRecord(block) && (block.type === 'thinking' || block.type === 'redacted_thinking');
  const isBlank = (block: unknown): boolean =>
    isRecord(block) && block.type === 'text' && textOf(block.text).trim() === '';
  return blocks.slice(0, blocks.findLastIndex((block) => !isThinking(block) && !isBlank(block)) + 1);
}

/** Nor calls of the service's own tools that have no result, where it does not go on with them. */
function dropOpenCalls(blocks: readonly unknown[], said: readonly unknown[]): readonly unknown[] {
  const needed = new Set<unknown>();
  for (const block of said.filter(isRecord)) {
    needed.add(block.tool_use_id);
    // A call of ours that code of the service's made.
    if (isRecord(block.caller)) needed.add(block.caller.tool_id);
  }
  return blocks.filter(
    (block) =>
      !isRecord(block) || (block.type !== 'server_tool_use' && block.type !== 'mcp_tool_use') || needed.has(block.id),
  );
}

/**
 * Messages of a loop that is over: whatever the service had begun when it paused, and did not go on with, is left out at
 * their end.
 */
export function closePausedMessages(messages: readonly JsonObject[]): readonly JsonObject[] {
  const end = messages.findLastIndex(({ role }) => role !== 'assistant') + 1;
  const paused = messages.slice(end);
  const said = paused.flatMap(({ content }) => objectsOf(content));
  const closed: JsonObject[] = [];
  // From the end: the last message is the last that has something left.
  for (const message of paused.toReversed()) {
    const { content } = message;
    if (!Array.isArray(content)) {
      closed.unshift(message);
      continue;
    }
    const kept = dropOpenCalls(content, said);
    const blocks = closed.length === 0 ? dropTrailingThinking(kept) : kept;
    closed.unshift(...(blocks.length === content.length ? [message] : createMessages(blocks)));
  }
  return [...messages.slice(0, end), ...closed];
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
