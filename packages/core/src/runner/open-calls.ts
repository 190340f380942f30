import { isRecord } from '../contract/json.js';

/** A transcript without the messages of the user's at its end, and those. */
export interface SplitTranscript<Message> {
  readonly before: readonly Message[];
  readonly user: readonly Message[];
}

/**
 * Calls that an earlier turn left open are answered before what the user said since: every API refuses text between a
 * call and its result.
 */
export function splitUserMessages<Message>(transcript: readonly Message[]): SplitTranscript<Message> {
  let end = transcript.length;
  while (end > 0 && isUserMessage(transcript[end - 1])) end -= 1;
  return { before: transcript.slice(0, end), user: transcript.slice(end) };
}

/** With Anthropic, results of tools are messages of the user's too: those are none here. */
function isUserMessage(message: unknown): boolean {
  if (!isRecord(message) || message.role !== 'user') return false;
  const parts: readonly unknown[] = Array.isArray(message.content) ? message.content : [];
  return !parts.some((part) => isRecord(part) && part.type === 'tool_result');
}
