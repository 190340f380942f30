/*
 * The conversations of this tab. They go on while another view is shown, and are there again after a reload; the host keeps
 * none, because results may be sensitive.
 */
import { createObservable, type Observable } from '../../api/observable.js';
import { approvalsQuery } from '../../api/queries.js';
import { queryClient } from '../../api/query-client.js';
import { readEvents } from '../../api/read-events.js';
import { onOtherPerson } from '../../api/tab-memory.js';
import { getLanguage } from '../../texts/language.js';
import { addEntry, applyEvent, type Chat, giveUpCalls } from './chat-entries.js';
import { keepChats, recallChats } from './kept-chats.js';

/** Text comes in small pieces; the page is painted at most so often. */
const gatherMs = 60;

/** Those used last are the last. */
const chats = new Map<string, Observable<Chat>>();
const controllers = new Map<string, AbortController>();

let isRecalled = false;

onOtherPerson(() => {
  const open = [...chats.values()];
  chats.clear();
  for (const controller of controllers.values()) controller.abort();
  // One that is shown begins anew.
  for (const chat of open) {
    chat.set({ ...chat.get(), state: 'idle', entries: [], messages: [], suspension: null, level: 'NONE' });
  }
});

/** When the document was about to be left; browsers end its streams before it is hidden. */
let leftAt = Number.NEGATIVE_INFINITY;
const leavingMs = 2_000;

/** The conversation with an id, which may be new, or be one of another tab. */
export function openChat(id: string, bot: string, state: 'idle' | 'unknown'): Observable<Chat> {
  if (!isRecalled) recallAll();
  const known = chats.get(id);
  if (known !== undefined) return known;
  const chat = createObservable<Chat>({
    id,
    bot,
    state,
    entries: [],
    messages: [],
    suspension: null,
    level: 'NONE',
  });
  chats.set(id, chat);
  return chat;
}

function recallAll(): void {
  isRecalled = true;
  for (const chat of recallChats().toReversed()) chats.set(chat.id, createObservable(chat));
  addEventListener('beforeunload', () => {
    leftAt = Date.now();
  });
  addEventListener('pagehide', keepAll);
}

function keepAll(): void {
  keepChats([...chats.values()].map((chat) => chat.get()).reverse());
}

/** Sends what the user says. A call that waits is given up by it. */
export function sendMessage(chat: Observable<Chat>, message: string): void {
  const { bot, id, messages } = chat.get();
  chat.set(
    addEntry({ ...giveUpCalls(chat.get()), state: 'running', suspension: null }, { kind: 'user', text: message }),
  );
  const body = {
    message,
    conversation: id,
    locale: getLanguage(),
    ...(messages.length === 0 ? {} : { messages }),
  };
  void follow(chat, `/api/v1/bots/${encodeURIComponent(bot)}/chat`, body);
}

/** Goes on with a turn that waited. */
export function resumeChat(chat: Observable<Chat>, turn: string): void {
  chat.set({ ...chat.get(), state: 'running' });
  void follow(chat, `/api/v1/turns/${encodeURIComponent(turn)}/resume`, undefined);
}

/** Ends the turn that runs. What it did stays done; the model is not told of it. */
export function cancelTurn({ id }: Chat): void {
  controllers.get(id)?.abort();
}

async function follow(chat: Observable<Chat>, path: string, body: unknown): Promise<void> {
  const { id, state, suspension } = chat.get();
  chats.delete(id);
  chats.set(id, chat);
  const controller = new AbortController();
  controllers.set(id, controller);
  let current = chat.get();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    clearTimeout(timer);
    timer = undefined;
    // It may have been another person's.
    if (chats.get(id) === chat) chat.set(current);
  };
  const { signal } = controller;
  let hasEnded = false;
  try {
    for await (const event of readEvents(path, { signal, ...(body === undefined ? {} : { body }) })) {
      current = applyEvent(current, event, Date.now());
      hasEnded ||= event.event === 'end';
      if (event.event === 'approval') void queryClient.invalidateQueries({ queryKey: approvalsQuery.queryKey });
      timer ??= setTimeout(show, gatherMs);
    }
    if (!hasEnded)
      current = addEntry({ ...current, state: 'idle' }, { kind: 'stop', reason: 'failed', detail: undefined });
  } catch (error) {
    const isCancelled = signal.aborted;
    const isLeft = Date.now() - leftAt < leavingMs;
    // A turn that could not go on still waits.
    const isKept = !isCancelled && body === undefined && suspension !== null && state === 'running';
    const next: Chat = { ...current, state: isKept ? 'waiting' : 'idle' };
    current =
      isCancelled || isLeft
        ? addEntry(next, { kind: 'stop', reason: isCancelled ? 'cancelled' : 'left', detail: undefined })
        : addEntry(next, { kind: 'failure', error });
  }
  controllers.delete(id);
  show();
  keepAll();
}

/** An id for a conversation, also where the page is served without TLS. */
export function createChatId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `chat-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
