import { isRecord } from '../contract/json.js';
import type { ModelCall, ModelResponse, ResponseContext } from '../contract/model-adapter.js';
import { CallIds } from './call-ids.js';
import { readSentInput, toSentInput } from './call-input.js';
import { dottedNames, toSentName } from './call-names.js';
import { invalidResponse } from './invalid-response.js';
import { asJsonObject, numberOf, objectsOf, textOf, type WireObject } from './wire-values.js';

/** Why it finished, as the API writes it; what is not here is complete. */
const endings: Readonly<Record<string, ModelResponse['ending']>> = {
  MAX_TOKENS: 'length',
  CONTINUATION: 'length',
  SAFETY: 'refused',
  RECITATION: 'refused',
  LANGUAGE: 'refused',
  BLOCKLIST: 'refused',
  PROHIBITED_CONTENT: 'refused',
  SPII: 'refused',
  IMAGE_SAFETY: 'refused',
  IMAGE_PROHIBITED_CONTENT: 'refused',
  IMAGE_RECITATION: 'refused',
};

/** Reads a response of Gemini. Of several candidates the first counts. */
export function readGeminiResponse(response: unknown, context?: ResponseContext): ModelResponse {
  if (!isRecord(response) || (!Array.isArray(response.candidates) && !isRecord(response.promptFeedback))) {
    throw invalidResponse('Gemini', 'an object with candidates', response);
  }
  const usage = readUsage(response.usageMetadata);
  const candidate = objectsOf(response.candidates)[0];
  if (candidate === undefined) {
    const isBlocked = isRecord(response.promptFeedback) && response.promptFeedback.blockReason !== undefined;
    return { messages: [], calls: [], text: '', ending: isBlocked ? 'refused' : 'complete', usage };
  }
  const content = isRecord(candidate.content) ? candidate.content : {};
  const all = objectsOf(content.parts);
  const { parts, calls } = readGeminiParts(all, new CallIds(context));
  const sent = parts.filter((part) => !isBlank(part));
  const isUnchanged = sent.length === all.length && sent.every((part, index) => part === all[index]);
  // The model tried to call, and wrote something that the service could not read. Asked again from where it was, it mostly
  // succeeds; what it said on the way is dropped, because a request must not end with a content of the model.
  const isMalformed = candidate.finishReason === 'MALFORMED_FUNCTION_CALL' && calls.length === 0;
  const message = isUnchanged && content.role === 'model' ? content : { ...content, role: 'model', parts: sent };
  return {
    messages: sent.length === 0 || isMalformed ? [] : [asJsonObject(message)],
    calls,
    text: all.map((part) => (part.thought === true ? '' : textOf(part.text))).join(''),
    ending: isMalformed ? 'paused' : (endings[textOf(candidate.finishReason)] ?? 'complete'),
    usage,
  };
}

/**
 * The calls among the parts of a content. A call without an id stays without one, because services that give none refuse
 * the field; the id that the host knows it by is made of the call itself, so that a transcript tells it again.
 */
export function readGeminiParts(
  content: readonly WireObject[],
  ids: CallIds,
): { readonly parts: readonly WireObject[]; readonly calls: readonly ModelCall[] } {
  const calls: ModelCall[] = [];
  const parts = content.map((part) => {
    const given = part.functionCall;
    if (!isRecord(given)) return part;
    const call = toSentCall(given);
    const sent = call === given ? part : { ...part, functionCall: call };
    // Made of what goes back, because that is what a transcript has.
    const id = takeGeminiId(sent, ids);
    calls.push({ id, name: textOf(given.name), arguments: readSentInput(call.args) });
    return hasId(given) && id !== given.id ? { ...sent, functionCall: { ...call, id } } : sent;
  });
  return { parts, calls };
}

/** The calls of each content of a transcript, as they stand there; those without an id under the one that they were read with. */
export function listGeminiCalls(contents: readonly WireObject[]): readonly (readonly ModelCall[])[] {
  const ids = new CallIds();
  return contents.map((content) =>
    objectsOf(content.parts).flatMap((part) => {
      const call = part.functionCall;
      if (!isRecord(call)) return [];
      const id = hasId(call) ? textOf(call.id) : ids.takeUnsent(JSON.stringify(part));
      return [{ id, name: textOf(call.name), arguments: readSentInput(call.args) }];
    }),
  );
}

/** A call with a name and arguments that the API takes back; the same one where it has them. None at all are none. */
function toSentCall(call: WireObject): WireObject {
  const name = toSentName(textOf(call.name), dottedNames);
  const args = call.args === undefined ? undefined : toSentInput(call.args);
  if (name === call.name && args === call.args) return call;
  return { ...call, name, ...(args === undefined ? {} : { args }) };
}

/** The id by which the host knows the call of a part. */
function takeGeminiId(part: WireObject, ids: CallIds): string {
  const call = isRecord(part.functionCall) ? part.functionCall : {};
  return hasId(call) ? ids.take(call.id, JSON.stringify(part)) : ids.takeUnsent(JSON.stringify(part));
}

function hasId(call: WireObject): boolean {
  return typeof call.id === 'string' && call.id !== '';
}

/** Streams end with an empty text, which the API refuses to take back unless it carries a signature. */
function isBlank(part: WireObject): boolean {
  return part.text === '' && Object.keys(part).every((name) => name === 'text' || name === 'thought');
}

function readUsage(usage: unknown): ModelResponse['usage'] {
  if (!isRecord(usage)) return null;
  return {
    inputTokens: numberOf(usage.promptTokenCount) + numberOf(usage.toolUsePromptTokenCount),
    outputTokens: numberOf(usage.candidatesTokenCount) + numberOf(usage.thoughtsTokenCount),
  };
}
