/*
 * One stream of events for a tab: opened when the tab is first seen, closed a while after it is hidden, because a browser
 * gives all tabs together six connections to a host. What changed is not in the event: whatever is shown is read again.
 */
import type { ApiSchemas } from '@loadout/server/client';
import { connection } from './connection.js';
import { queryClient } from './query-client.js';
import { session } from './session-state.js';

/** Waits at most so long between two tries. */
const longestWaitMs = 30_000;
const hiddenMs = 5_000;
/** Several changes within this time are one. */
const gatherMs = 250;

type Trace = ApiSchemas['Trace'];

/** A call that has begun. */
export interface StartedCall {
  readonly callId: string;
  readonly turnId: string;
  readonly botId: string;
  readonly tool: string;
}

const startListeners = new Set<(call: StartedCall) => void>();

const traceListeners = new Set<(trace: Trace) => void>();
let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;
let gathering: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let wasConnected = false;

/** Follows events until the answered function is called. */
export function followEvents(): () => void {
  const onVisibility = (): void => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(stop, hiddenMs);
    else if (source === undefined) open();
  };
  const unsubscribe = session.subscribe(() => {
    if (session.get() === 'signed-in') onVisibility();
    else if (session.get() === 'signed-out') stop();
  });
  document.addEventListener('visibilitychange', onVisibility);
  if (session.get() === 'signed-in') onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    unsubscribe();
    stop();
  };
}

/** Tells of calls as they begin, in the process that served the page. */
export function onCallStarted(listener: (call: StartedCall) => void): () => void {
  startListeners.add(listener);
  return () => startListeners.delete(listener);
}

/** Tells of calls as they end. */
export function onTrace(listener: (trace: Trace) => void): () => void {
  traceListeners.add(listener);
  return () => traceListeners.delete(listener);
}

/** Tries at once instead of after the wait. */
export function retryNow(): void {
  if (connection.get().state === 'lost') open();
}

/** What is read by a view only while it asks for it (`meta.isLive` false) stays. */
function refreshAll(): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive !== false });
}

function open(): void {
  stop();
  if (session.get() === 'signed-out') return;
  if (failures === 0) connection.set({ state: 'connecting' });
  source = new EventSource('/api/v1/events?topics=changes,traces,calls');
  source.addEventListener('ready', () => {
    failures = 0;
    connection.set({ state: 'connected' });
    // What happened while nobody listened is not told again.
    if (wasConnected) refreshAll();
    wasConnected = true;
  });
  source.addEventListener('changes', () => {
    clearTimeout(gathering);
    gathering = setTimeout(refreshAll, gatherMs);
  });
  source.addEventListener('trace', ({ data }) => {
    const trace = JSON.parse(data as string) as Trace; // the API's own words
    for (const listener of traceListeners) listener(trace);
  });
  source.addEventListener('call-started', ({ data }) => {
    const call = JSON.parse(data as string) as StartedCall; // the API's own words
    for (const listener of startListeners) listener(call);
  });
  source.addEventListener('end', lose);
  source.addEventListener('error', lose);
}

function stop(): void {
  clearTimeout(timer);
  clearTimeout(hiding);
  source?.close();
  source = undefined;
}

function lose(): void {
  stop();
  failures += 1;
  const before = connection.get();
  const waitMs = Math.min(longestWaitMs, failures === 1 ? 1_000 : 5_000 * 2 ** Math.min(failures - 2, 3));
  const since = before.state === 'lost' ? before.since : Date.now();
  connection.set({ state: 'lost', since, retryAt: Date.now() + waitMs });
  timer = setTimeout(() => {
    void probe();
  }, waitMs);
}

/** The stream itself cannot tell a server that is not there from one that wants a session. */
async function probe(): Promise<void> {
  const status = await fetch('/api/v1', { headers: { 'x-loadout-page': '1' } }).then(
    (response) => response.status,
    () => 0,
  );
  if (status === 401) {
    session.set('signed-out');
    connection.set({ state: 'idle' });
    return;
  }
  if (status === 200) open();
  else lose();
}
