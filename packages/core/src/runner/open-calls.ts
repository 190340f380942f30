import { isRecord } from '../contract/json.js';

/** A transcript up to the last word of the model's with its results, and what was said since. */
export interface SplitTranscript<Message> {
  readonly before: readonly Message[];
  readonly since: readonly Message[];
}

/**
 * Calls that an earlier turn left open are answered before what anybody said since: every API refuses text between a call
 * and its result.
 */
export function splitTranscript<Message>(transcript: readonly Message[]): SplitTranscript<Message> {
  const end = transcript.findLastIndex((message) => !isSaidToModel(message)) + 1;
  return { before: transcript.slice(0, end), since: transcript.slice(end) };
}

/** By the user, or by whoever has built the bot. With Anthropic, results of tools are messages of the user's too. */
function isSaidToModel(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { role, content } = message;
  if (role === 'system' || role === 'developer') return true;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return role === 'user' && !parts.some((part) => isRecord(part) && part.type === 'tool_result');
}
