/*
 * What this tab keeps over a reload, in its session storage. It is of one session: it goes when somebody signs out or the
 * session ends, and whoever signs in later does not read it.
 */
import { session } from './session-state.js';

interface Kept {
  readonly session: string;
  readonly value: unknown;
}

let isOver = false;
const forgetters = new Set<() => void>();

/** What was kept under a name in the session with an id; undefined: nothing. */
export function recall(name: string, id: string): unknown {
  const kept = tryStorage((storage) => JSON.parse(storage.getItem(name) ?? 'null') as Kept | null); // only `keep` writes it
  return kept?.session === id ? kept.value : undefined;
}

/** Keeps something for the session with an id. Where there is no room for it, nothing is kept under the name. */
export function keep(name: string, id: string, value: unknown): void {
  tryStorage((storage) => {
    storage.removeItem(name);
    if (!isOver && session.get() !== 'signed-out') storage.setItem(name, JSON.stringify({ session: id, value }));
  });
}

/** Forgets all of it; until the document is left nothing is kept any more. */
export function forgetTab(): void {
  isOver = true;
  clear();
}

/** Tells that somebody else signed in in this tab: what was done and said by the one before is not theirs. */
export function onOtherPerson(forget: () => void): void {
  forgetters.add(forget);
}

/** Forgets what the one before did and said, in storage and in memory. */
export function forgetPerson(): void {
  clear();
  for (const forget of forgetters) forget();
}

session.subscribe(() => {
  if (session.get() === 'signed-out') clear();
});

function clear(): void {
  tryStorage((storage) => storage.clear());
}

/** Storage may be refused, or be full: then nothing is kept. */
function tryStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
