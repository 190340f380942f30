import { isRecord } from '../contract/json.js';

/** Where calls stand that an earlier turn may have left open. */
export interface OpenPlace<Message> {
  /** What tells which of them are open: the calls, with the results that they have. */
  readonly judged: readonly Message[];
  /** Where the results belong that are not there. */
  readonly at: number;
}

/**
 * Calls that an earlier turn left open are answered right behind them, before what anybody said since, also another
 * assistant in a room: every API refuses anything else between a call and its result. In their order; where none is open,
 * the place of the last ones.
 */
export function findOpenPlaces<Message>(transcript: readonly Message[]): readonly OpenPlace<Message>[] {
  const end = transcript.findLastIndex((message) => kindOf(message) !== 'said') + 1;
  const open = listAsked(transcript.slice(0, end)).filter(({ openCalls }) => openCalls > 0);
  if (open.length === 0) return [{ judged: transcript.slice(0, end), at: beforeMixed(transcript, end) }];
  return open.map((asked) => ({
    judged: [...transcript.slice(asked.start, asked.end), ...asked.lateResults],
    at: beforeMixed(transcript, asked.end),
  }));
}

/** The calls of one response, with what stands behind them until the next. */
interface Asked<Message> {
  readonly start: number;
  /** Behind their last result. */
  end: number;
  openCalls: number;
  /** Results that stand behind later calls, which Responses takes. */
  readonly lateResults: Message[];
}

function listAsked<Message>(transcript: readonly Message[]): readonly Asked<Message>[] {
  const found: Asked<Message>[] = [];
  // Services repeat ids: a result is that of the last call.
  const waiting = new Map<unknown, Asked<Message>[]>();
  let isOver = true;
  for (const [index, message] of transcript.entries()) {
    if (!isRecord(message)) continue;
    const { calls, results } = listIds(message);
    // The calls of one response of Responses are items of their own.
    if (calls.length > 0 && (isOver || message.type !== 'function_call')) {
      found.push({ start: index, end: index + 1, openCalls: 0, lateResults: [] });
      isOver = false;
    } else if (message.role !== undefined && message.role !== 'assistant') isOver = true;
    const last = found.at(-1);
    if (last === undefined) continue;
    if (calls.length > 0 || results.length > 0) last.end = index + 1;
    last.openCalls += calls.length;
    for (const id of calls) {
      const others = waiting.get(id);
      if (others === undefined) waiting.set(id, [last]);
      else others.push(last);
    }
    for (const id of results) {
      const asked = waiting.get(id)?.pop();
      if (asked === undefined) continue;
      asked.openCalls -= 1;
      if (asked !== last) asked.lateResults.push(message);
    }
  }
  return found;
}

/** Where somebody wrote behind results in one message, the others go before it: results stand first. */
function beforeMixed(transcript: readonly unknown[], end: number): number {
  let place = end;
  while (place > 0 && kindOf(transcript[place - 1]) === 'mixed') place -= 1;
  return place;
}

/** With Anthropic, results of tools are messages of the user's, in which text may follow. */
function kindOf(message: unknown): 'said' | 'tools' | 'mixed' {
  if (!isRecord(message)) return 'tools';
  const { calls, results } = listIds(message);
  if (calls.length > 0) return 'tools';
  if (results.length === 0) return 'said';
  const { content } = message;
  const isMixed = message.role !== 'tool' && Array.isArray(content) && content.length > results.length;
  return isMixed ? 'mixed' : 'tools';
}

interface CallIds {
  readonly calls: readonly unknown[];
  readonly results: readonly unknown[];
}

const none: readonly unknown[] = [];

/** Whose calls a message has, and whose results, by their ids. */
function listIds({ role, type, content, ...message }: Readonly<Record<string, unknown>>): CallIds {
  if (role === 'tool') return { calls: none, results: [message.tool_call_id] };
  if (type === 'function_call') return { calls: [message.call_id], results: none };
  if (type === 'function_call_output') return { calls: none, results: [message.call_id] };
  if (Array.isArray(message.tool_calls) && message.tool_calls.length > 0) {
    return { calls: message.tool_calls.map((call: unknown) => (isRecord(call) ? call.id : call)), results: none };
  }
  if (!Array.isArray(content)) return { calls: none, results: none };
  const parts = content.filter(isRecord);
  return {
    calls: parts.filter((part) => part.type === 'tool_use').map(({ id }) => id),
    results: parts.filter((part) => part.type === 'tool_result').map((part) => part.tool_use_id),
  };
}
