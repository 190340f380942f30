import type { HostEventMap, TraceFilter } from '@loadout/core';
import type { ApiRequest, ApiResponse } from '../route.js';
import type { EventStream, StreamEvent } from './event-stream.js';
import { watchToken } from './watch-token.js';

/** What a stream may be about. */
export type Topic = 'changes' | 'traces' | 'calls';

const pageSize = 100;

/** Of calls that begin while the reader is behind the last ones are told; the others are told when they end. */
const mostStarted = 100;

/** What has happened since the stream looked last. */
interface Pending {
  changed: boolean;
  started: boolean;
  traced: boolean;
  ping: boolean;
}

/**
 * Answers with a stream of what happens. What happens while the reader is behind is kept as flags, and traces are read
 * page by page as there is room for them, so a slow reader costs no memory.
 */
export async function follow(
  request: ApiRequest<unknown, unknown>,
  topics: ReadonlySet<Topic>,
  filter: TraceFilter,
): Promise<ApiResponse> {
  const { host, signal } = request;
  const [newest] = await host.traces.list({ limit: 1 });
  const resumed = readLastEventId(request.header('last-event-id'));
  const newestId = newest?.id ?? 0;
  const firstId = Math.min(resumed ?? newestId, newestId);
  const stream = request.openStream();
  // Nothing awaits it: it ends with the stream, and what it throws ends the stream.
  run(request, stream, topics, filter, firstId).catch(() => endStream(stream, 'failed'));
  signal.addEventListener('abort', () => endStream(stream, 'closing'), { once: true });
  return { status: 200, stream };
}

async function run(
  { host, caller, feed }: ApiRequest,
  stream: EventStream,
  topics: ReadonlySet<Topic>,
  filter: TraceFilter,
  firstId: number,
): Promise<void> {
  let lastId = firstId;
  let wake = (): void => {};
  // Traces of before are sent to a client that comes back.
  const pending: Pending = { changed: false, started: false, traced: topics.has('traces'), ping: false };
  const mark = (kind: keyof Pending): void => {
    pending[kind] = true;
    wake();
  };
  const unsubscribe = feed.subscribe({
    changed: () => mark('changed'),
    traced: () => mark('traced'),
    ping: () => mark('ping'),
  });
  const begun: HostEventMap['call-started'][] = [];
  const stopListening = topics.has('calls')
    ? host.on('call-started', (call) => {
        if (begun.push(call) > mostStarted) begun.shift();
        mark('started');
      })
    : undefined;
  const stopWatching = watchToken({ feed, caller }, () => endStream(stream, 'token-invalid'));
  void stream.closed.then(() => wake());
  // Between two looks nothing is delivered to a token that has ended.
  const deliver = async (event: StreamEvent): Promise<boolean> => {
    if (await caller.isStillValid()) return stream.write(event);
    endStream(stream, 'token-invalid');
    return false;
  };
  try {
    await deliver({ event: 'ready', data: { topics: [...topics], revision: host.revision() } });
    while (stream.isOpen) {
      const { changed, traced, ping } = pending;
      Object.assign(pending, { changed: false, started: false, traced: false, ping: false });
      if (changed && topics.has('changes')) {
        await deliver({ event: 'changes', data: { revision: host.revision() } });
      }
      for (const call of begun.splice(0)) await deliver({ event: 'call-started', data: call });
      if (traced && topics.has('traces')) lastId = await sendTraces(lastId);
      if (ping) await stream.ping();
      if (pending.changed || pending.started || pending.traced || pending.ping || !stream.isOpen) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stopWatching();
    stopListening?.();
    unsubscribe();
  }

  async function sendTraces(afterId: number): Promise<number> {
    let last = afterId;
    while (stream.isOpen) {
      const traces = await host.traces.list({ ...filter, afterId: last, limit: pageSize });
      for (const trace of traces) {
        last = trace.id;
        // Its end comes under another id.
        if (!trace.hasEnded) continue;
        if (!(await deliver({ event: 'trace', id: String(trace.id), data: trace }))) return last;
      }
      if (traces.length < pageSize) return last;
    }
    return last;
  }
}

function endStream(stream: EventStream, reason: 'closing' | 'token-invalid' | 'failed'): void {
  stream.end({ event: 'end', data: { reason } });
}

function readLastEventId(header: string | undefined): number | undefined {
  return header !== undefined && /^[0-9]{1,15}$/.test(header) ? Number(header) : undefined;
}
