/*
 * Streams that answer a request of the page's own: a call that reports progress, a chat. The browser's own `EventSource`
 * can only GET, and would ask again by itself.
 */
import { pageHeaders } from './client.js';
import { ApiProblem } from './problem.js';
import { loadSentences } from './problem-sentences.js';
import { session } from './session-state.js';

/** One event of a stream. */
export interface ServerEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface EventsRequest {
  readonly body?: unknown;
  /** Ends the stream; a call behind it is cancelled by that. */
  readonly signal: AbortSignal;
}

/** Asks, and yields what comes. Throws an `ApiProblem`; what `signal` ends throws its `AbortError`. */
export async function* readEvents(path: string, { body, signal }: EventsRequest): AsyncGenerator<ServerEvent> {
  const response = await open(path, body, signal);
  if (!response.ok || response.body === null) throw await toProblem(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await readPiece(reader, signal);
      if (done) return;
      const blocks = `${rest}${value}`.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function open(path: string, body: unknown, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: {
        ...pageHeaders,
        accept: 'text/event-stream',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiProblem(0, {}, error);
  }
}

async function readPiece(
  reader: ReadableStreamDefaultReader<string>,
  signal: AbortSignal,
): Promise<ReadableStreamReadResult<string>> {
  try {
    return await reader.read();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiProblem(0, {}, error);
  }
}

async function toProblem(response: Response): Promise<ApiProblem> {
  if (response.status === 401) session.set('signed-out');
  const document = await response.json().catch(() => ({}));
  await loadSentences();
  return new ApiProblem(response.status, document as object);
}

/** Lines that begin with a colon are comments: they say that the stream lives. */
function parseEvent(block: string): ServerEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event = value ?? '';
    else if (field === 'data') data.push(value ?? '');
  }
  return data.length === 0 ? undefined : { event, data: JSON.parse(data.join('\n')) };
}
