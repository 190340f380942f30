import { isRecord } from '../contract/json.js';
import type { ModelCall, ModelResponse, ResponseContext } from '../contract/model-adapter.js';
import { CallIds } from './call-ids.js';
import { plainNames, toSentName } from './call-names.js';
import { invalidResponse, readErrorBody } from './invalid-response.js';
import { asJsonObject, numberOf, objectsOf, textOf, type WireObject, without } from './wire-values.js';

/** Reads a response of Responses. Items of tools that the service runs itself pass through (contract 7.8). */
export function readResponsesResponse(response: unknown, context?: ResponseContext): ModelResponse {
  if (!isRecord(response) || !Array.isArray(response.output)) {
    throw invalidResponse('Responses', 'an object with output', response);
  }
  const status = textOf(response.status);
  if (status === 'failed' || (readErrorBody(response) !== null && status !== 'completed')) {
    throw invalidResponse('Responses', 'an answer', isRecord(response.error) ? response : { error: 'no message' });
  }
  if (status === 'queued' || status === 'in_progress' || status === 'cancelled') {
    throw invalidResponse('Responses', `a finished response and no ${status} one`, response);
  }
  const salt = textOf(response.id) || JSON.stringify(response.output);
  const { items, calls } = readResponsesItems(response.output, new CallIds(context), salt);
  const { text, refusal } = readText(items);
  return {
    messages: dropUnfinished(items).map(asJsonObject),
    calls,
    text: text === '' ? refusal : text,
    ending: readEnding(response, status, refusal),
    usage: readUsage(response.usage),
  };
}

/**
 * Output items with their calls, each under an id of its own and a name that the API takes; an item is changed only where
 * it had none.
 */
function readResponsesItems(
  output: readonly unknown[],
  ids: CallIds,
  salt: string,
): { readonly items: readonly unknown[]; readonly calls: readonly ModelCall[] } {
  const calls: ModelCall[] = [];
  const items = output.map((item) => {
    if (!isRecord(item)) return item;
    if (item.type === 'message') return withoutParsed(item);
    if (item.type !== 'function_call') return item;
    const id = ids.take(item.call_id, salt);
    const call = readCall(id, item);
    calls.push(call);
    const name = toSentName(call.name, plainNames);
    const clean = without(item, 'parsed_arguments');
    return id === item.call_id && name === item.name ? clean : { ...clean, call_id: id, name };
  });
  return { items, calls };
}

/** The calls among the items of a transcript, as they stand there. */
export function listResponsesCalls(items: readonly WireObject[]): readonly ModelCall[] {
  return items.filter((item) => item.type === 'function_call').map((item) => readCall(textOf(item.call_id), item));
}

function readCall(id: string, { name, arguments: args }: WireObject): ModelCall {
  return { id, name: textOf(name), arguments: args };
}

/** What the openai package's helpers add to a message, and the API does not take back. */
function withoutParsed(item: WireObject): WireObject {
  const content = objectsOf(item.content);
  if (!content.some((part) => Object.hasOwn(part, 'parsed'))) return item;
  return { ...item, content: content.map((part) => without(part, 'parsed')) };
}

/**
 * Of a response that was cut off, or says nothing: the API refuses reasoning that nothing follows, and messages without
 * content, in every later request.
 */
function dropUnfinished(items: readonly unknown[]): readonly WireObject[] {
  const kept = objectsOf(items).filter(
    (item) => !(item.type === 'message' && Array.isArray(item.content) && item.content.length === 0),
  );
  while (kept.length > 0) {
    const last = kept.at(-1);
    if (last?.type !== 'reasoning') break;
    kept.pop();
  }
  return kept;
}

function readEnding(response: WireObject, status: string, refusal: string): ModelResponse['ending'] {
  const details = response.incomplete_details;
  if (refusal !== '' || (isRecord(details) && details.reason === 'content_filter')) return 'refused';
  return status === 'incomplete' ? 'length' : 'complete';
}

function readText(items: readonly unknown[]): { readonly text: string; readonly refusal: string } {
  let text = '';
  let refusal = '';
  for (const item of items) {
    if (!isRecord(item) || item.type !== 'message') continue;
    for (const part of objectsOf(item.content)) {
      text += textOf(part.text);
      refusal += textOf(part.refusal);
    }
  }
  return { text, refusal };
}

function readUsage(usage: unknown): ModelResponse['usage'] {
  if (!isRecord(usage)) return null;
  return { inputTokens: numberOf(usage.input_tokens), outputTokens: numberOf(usage.output_tokens) };
}
