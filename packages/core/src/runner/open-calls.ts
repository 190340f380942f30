import { isJsonObject, type JsonValue } from '../contract/json.js';

/** A transcript without the messages of the user's at its end, and those. */
export interface SplitTranscript {
  readonly before: readonly JsonValue[];
  readonly user: readonly JsonValue[];
}

/**
 * Calls that an earlier turn left open are answered before what the user said since: every API refuses text between a
 * call and its result.
 */
export function splitUserMessages(transcript: readonly JsonValue[]): SplitTranscript {
  let end = transcript.length;
  while (end > 0 && isUserMessage(transcript[end - 1])) end -= 1;
  return { before: transcript.slice(0, end), user: transcript.slice(end) };
}

/** With Anthropic, results of tools are messages of the user's too: those are none here. */
function isUserMessage(message: JsonValue | undefined): boolean {
  if (!isJsonObject(message) || message.role !== 'user') return false;
  const parts: readonly JsonValue[] = Array.isArray(message.content) ? message.content : [];
  return !parts.some((part) => isJsonObject(part) && part.type === 'tool_result');
}
