/*
 * The conversations of this tab over a reload. The host keeps none, and has taken the secrets out of what it told. What
 * does not fit is not kept, the oldest first.
 */
import { ApiProblem, isApiProblem } from '../../api/problem.js';
import { queryClient } from '../../api/query-client.js';
import { aboutQuery } from '../../api/session.js';
import { keep, recall } from '../../api/tab-memory.js';
import { addEntry, type Chat, type Entry } from './chat-entries.js';

const name = 'loadout.chats';

/** Browsers take about five million for all of a tab. */
const mostCharacters = 2_000_000;

/** What was kept for whoever is signed in, last used first. */
export function recallChats(): readonly Chat[] {
  const session = sessionId();
  const kept = session === undefined ? undefined : recall(name, session);
  return Array.isArray(kept) ? (kept as readonly Chat[]).map(revive) : []; // only `keepChats` writes them
}

/** Keeps conversations, last used first, as far as they fit. */
export function keepChats(chats: readonly Chat[]): void {
  const session = sessionId();
  if (session === undefined) return;
  let left = mostCharacters;
  const fitting = chats.filter((chat) => {
    if (chat.entries.length === 0) return false;
    left -= JSON.stringify(chat).length;
    return left >= 0;
  });
  keep(
    name,
    session,
    fitting.map((chat) => ({ ...chat, entries: chat.entries.map(toPlainEntry) })),
  );
}

function sessionId(): string | undefined {
  return queryClient.getQueryData(aboutQuery.queryKey)?.you.token;
}

/** An error as it can be written; of one that is none of the API's, what it says. */
interface PlainError {
  readonly status: number;
  readonly detail: string;
  readonly code: string | undefined;
  readonly errorId: string | undefined;
}

function toPlainEntry(entry: Entry): Entry {
  if (entry.kind !== 'failure') return entry;
  const { error } = entry;
  if (!isApiProblem(error)) return { ...entry, error: String(error) };
  const { status, message, code, errorId } = error;
  return { ...entry, error: { status, detail: message, code, errorId } satisfies PlainError };
}

/** Whoever leaves the page stops the turn that runs. */
function revive(chat: Chat): Chat {
  const entries = chat.entries.map((entry): Entry => {
    if (entry.kind !== 'failure' || typeof entry.error !== 'object') return entry;
    const { status, ...document } = entry.error as PlainError; // as `toPlainEntry` wrote it
    return { ...entry, error: new ApiProblem(status, document as object) };
  });
  const revived = { ...chat, entries };
  if (chat.state !== 'running') return revived;
  return addEntry({ ...revived, state: 'idle' }, { kind: 'stop', reason: 'left', detail: undefined });
}
