import { isRecord } from '../contract/json.js';

/** A transcript, parted where results belong that an earlier turn did not leave. */
export interface SplitTranscript<Message> {
  /** Up to the last calls, with the results that they have. */
  readonly judged: readonly Message[];
  readonly before: readonly Message[];
  readonly since: readonly Message[];
}

/**
 * Calls that an earlier turn left open are answered before what anybody said since, also another assistant in a room: every
 * API refuses text between a call and its result.
 */
export function splitTranscript<Message>(transcript: readonly Message[]): SplitTranscript<Message> {
  const end = transcript.findLastIndex((message) => kindOf(message) !== 'said') + 1;
  let place = end;
  // Where somebody wrote behind results in one message, the others go before it: results stand first.
  while (place > 0 && kindOf(transcript[place - 1]) === 'mixed') place -= 1;
  return { judged: transcript.slice(0, end), before: transcript.slice(0, place), since: transcript.slice(place) };
}

/** With Anthropic, results of tools are messages of the user's, in which text may follow. */
function kindOf(message: unknown): 'said' | 'tools' | 'mixed' {
  if (!isRecord(message)) return 'tools';
  const { role, type, content, tool_calls: calls } = message;
  if (role === 'tool' || type === 'function_call' || type === 'function_call_output') return 'tools';
  if (Array.isArray(calls) && calls.length > 0) return 'tools';
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const has = (wanted: string): boolean => parts.some((part) => isRecord(part) && part.type === wanted);
  if (has('tool_use')) return 'tools';
  if (!has('tool_result')) return 'said';
  return parts.every((part) => isRecord(part) && part.type === 'tool_result') ? 'tools' : 'mixed';
}
