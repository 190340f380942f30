import { isRecord } from '../contract/json.js';
import type { ModelCall, ModelResponse, ResponseContext } from '../contract/model-adapter.js';
import { CallIds } from './call-ids.js';
import { plainNames, toSentName } from './call-names.js';
import { invalidResponse, readErrorBody } from './invalid-response.js';
import { asJsonObject, numberOf, objectsOf, textOf, type WireObject, without } from './wire-values.js';

/** How a choice ended, as services write it; what is not here is complete. */
const endings: Readonly<Record<string, ModelResponse['ending']>> = {
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  insufficient_system_resource: 'length',
  content_filter: 'refused',
};

/** Reads a response of Chat Completions. Of several choices the first counts. */
export function readChatResponse(response: unknown, context?: ResponseContext): ModelResponse {
  const choice = isRecord(response) ? objectsOf(response.choices)[0] : undefined;
  if (!isRecord(response) || choice === undefined || !isRecord(choice.message)) {
    throw invalidResponse('Chat Completions', 'an object with choices', response);
  }
  if (choice.finish_reason === 'error' || readErrorBody(choice) !== null) {
    throw invalidResponse('Chat Completions', 'an answer', isRecord(choice.error) ? choice : { error: 'no message' });
  }
  const salt = textOf(response.id) || JSON.stringify(choice.message);
  const { message, calls } = readChatCalls(choice.message, new CallIds(context), salt);
  const refusal = textOf(message.refusal);
  const text = readText(message.content);
  const isEmpty = calls.length === 0 && text === '' && refusal === '' && !hasOtherContent(message);
  return {
    messages: isEmpty ? [] : [asJsonObject(message)],
    calls,
    text: text === '' ? refusal : text,
    ending: refusal === '' ? (endings[textOf(choice.finish_reason)] ?? 'complete') : 'refused',
    usage: readUsage(response.usage),
  };
}

/**
 * An assistant's message with its calls, each under an id of its own and a name that the API takes; the message is changed
 * only where one had none.
 */
function readChatCalls(
  given: WireObject,
  ids: CallIds,
  salt: string,
): { readonly message: WireObject; readonly calls: readonly ModelCall[] } {
  const message = modernise(without(given, 'parsed'));
  if (!Array.isArray(message.tool_calls)) return { message, calls: [] };
  const calls: ModelCall[] = [];
  let isChanged = false;
  const toolCalls = message.tool_calls.map((entry: unknown) => {
    if (!isRecord(entry) || !isRecord(entry.function)) return entry;
    const id = ids.take(entry.id, salt);
    const call = readCall(id, entry.function);
    calls.push(call);
    const name = toSentName(call.name, plainNames);
    const parsed = without(entry.function, 'parsed_arguments');
    const fn = name === parsed.name ? parsed : { ...parsed, name };
    if (id === entry.id && fn === entry.function && entry.type !== undefined) return entry;
    isChanged = true;
    return { type: 'function', ...entry, id, function: fn };
  });
  // Some services send an empty list with a plain answer, which the API does not take back.
  if (toolCalls.length === 0) return { message: without(message, 'tool_calls'), calls };
  return { message: isChanged ? { ...message, tool_calls: toolCalls } : message, calls };
}

/** The calls of a message of a transcript, as they stand there. */
export function listChatCalls(message: WireObject): readonly ModelCall[] {
  return objectsOf(message.tool_calls).flatMap((entry) =>
    isRecord(entry.function) ? [readCall(textOf(entry.id), entry.function)] : [],
  );
}

function readCall(id: string, { name, arguments: args }: WireObject): ModelCall {
  return { id, name: textOf(name), arguments: args };
}

/**
 * The one call of the API before `tool_calls`, and a message without a role, in today's form: a result can only be
 * matched to a call with an id.
 */
function modernise(message: WireObject): WireObject {
  const withRole = message.role === undefined ? { role: 'assistant', ...message } : message;
  const legacy = withRole.function_call;
  if (legacy === undefined) return withRole;
  const rest = without(withRole, 'function_call');
  if (!isRecord(legacy) || objectsOf(rest.tool_calls).length > 0) return legacy === null ? withRole : rest;
  return { ...rest, tool_calls: [{ type: 'function', function: legacy }] };
}

function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  return objectsOf(content)
    .map((part) => textOf(part.text) || textOf(part.refusal))
    .join('');
}

/** A recording, or calls of tools that are not ours. */
function hasOtherContent(message: WireObject): boolean {
  return isRecord(message.audio) || objectsOf(message.tool_calls).length > 0;
}

function readUsage(usage: unknown): ModelResponse['usage'] {
  if (!isRecord(usage)) return null;
  return { inputTokens: numberOf(usage.prompt_tokens), outputTokens: numberOf(usage.completion_tokens) };
}
