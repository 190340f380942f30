/*
 * A conversation as it is shown: what its streams have told, in order. The server keeps nothing of it but a turn that waits;
 * what the model is sent again is the transcript that came with the last event.
 */
import type { ApiSchemas } from '@loadout/server/client';
import type { ServerEvent } from '../../api/read-events.js';
import { type ConfidenceLevel, confidenceLevels } from '../../api/words.js';

export type Outcome = ApiSchemas['CallOutcome'];
export type Approval = ApiSchemas['Approval'];

export interface Source {
  readonly url: string;
  readonly title: string;
}

/** One thing that happened. */
export type Entry = { readonly id: number } & (
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly callId: string;
      readonly tool: string;
      readonly label: string;
      readonly arguments: object;
      /** Milliseconds since 1970. */
      readonly startedAt: number;
      readonly durationMs: number | undefined;
      readonly outcome: Outcome | undefined;
    }
  | { readonly kind: 'note'; readonly message: string }
  | { readonly kind: 'level'; readonly level: ConfidenceLevel }
  | {
      readonly kind: 'approval';
      readonly approval: Approval;
      /** A message was sent instead of a decision. */
      readonly isGivenUp?: boolean;
    }
  | { readonly kind: 'sources'; readonly sources: readonly Source[] }
  /** Why it did not end with an answer. */
  | { readonly kind: 'stop'; readonly reason: string; readonly detail: string | undefined }
  | { readonly kind: 'failure'; readonly error: unknown }
);

/** What the entry of a kind holds, before it has its place. */
type NewEntry = Entry extends infer One ? (One extends Entry ? Omit<One, 'id'> : never) : never;

/** A conversation of this tab. */
export interface Chat {
  readonly id: string;
  readonly bot: string;
  /** `waiting`: for decisions. `unknown`: another tab or process began it. */
  readonly state: 'idle' | 'running' | 'waiting' | 'unknown';
  readonly entries: readonly Entry[];
  /** What the model is sent before the next message. */
  readonly messages: readonly object[];
  /** The turn that waits. */
  readonly suspension: string | null;
  /** What the conversation requires of a model by now. */
  readonly level: ConfidenceLevel;
}

/** What the last event of a stream has. */
interface End {
  readonly reason: string;
  readonly messages?: readonly object[];
  readonly suspension?: string | null;
  readonly error?: string;
}

/** Adds an entry. */
export function addEntry(chat: Chat, entry: NewEntry): Chat {
  const added = { ...entry, id: (chat.entries.at(-1)?.id ?? 0) + 1 } as Entry; // an entry without its id, and the id
  return { ...chat, entries: [...chat.entries, added] };
}

/** The conversation after an event of its stream. */
export function applyEvent(chat: Chat, { event, data }: ServerEvent, now: number): Chat {
  switch (event) {
    case 'text':
    case 'reasoning':
      return appendText(chat, event, (data as { readonly text: string }).text);
    case 'call': {
      const call = data as Pick<Extract<Entry, { kind: 'call' }>, 'callId' | 'tool' | 'label' | 'arguments'>;
      return addEntry(chat, { kind: 'call', ...call, startedAt: now, durationMs: undefined, outcome: undefined });
    }
    case 'result':
      return endCall(chat, data as Outcome & { readonly label: string }, now);
    case 'note':
      return addEntry(chat, { kind: 'note', message: (data as { readonly message: string }).message });
    case 'approval':
      return addEntry(withoutOpenCall(chat, data as Approval), { kind: 'approval', approval: data as Approval });
    case 'sources':
      return addEntry(chat, { kind: 'sources', sources: (data as { readonly sources: readonly Source[] }).sources });
    case 'end':
      return endTurn(chat, data as End);
    default:
      return chat;
  }
}

/** The calls that the conversation waits for. */
export function listWaiting({ entries, state, suspension }: Chat): readonly Approval[] {
  if (state !== 'waiting') return [];
  return entries
    .flatMap((entry) => (entry.kind === 'approval' ? [entry.approval] : []))
    .filter(({ turnId }) => turnId === suspension);
}

/** The conversation where nobody decides any more on what waits. */
export function giveUpCalls(chat: Chat): Chat {
  const waiting = listWaiting(chat);
  const isOpen = (entry: Entry): boolean => entry.kind === 'approval' && waiting.includes(entry.approval);
  return { ...chat, entries: chat.entries.map((entry) => (isOpen(entry) ? { ...entry, isGivenUp: true } : entry)) };
}

function appendText(chat: Chat, kind: 'text' | 'reasoning', text: string): Chat {
  const last = chat.entries.at(-1);
  if (last === undefined || last.kind !== kind) return addEntry(chat, { kind, text });
  const longer: Entry = { ...last, text: last.text + text };
  return { ...chat, entries: [...chat.entries.slice(0, -1), longer] };
}

/** What waits did not begin; it stands there again when it does. */
function withoutOpenCall(chat: Chat, { callId }: Approval): Chat {
  const isOpen = (entry: Entry): boolean =>
    entry.kind === 'call' && entry.callId === callId && entry.outcome === undefined;
  return { ...chat, entries: chat.entries.filter((entry) => !isOpen(entry)) };
}

/** A result without a beginning is of a call that was refused before it began. */
function endCall(chat: Chat, outcome: Outcome & { readonly label: string }, now: number): Chat {
  const place = chat.entries.findLastIndex((entry) => entry.kind === 'call' && entry.callId === outcome.callId);
  const begun = chat.entries[place];
  const asked = chat.entries.findLast((entry) => entry.kind === 'approval' && entry.approval.callId === outcome.callId);
  const ended =
    begun?.kind === 'call'
      ? {
          ...chat,
          entries: chat.entries.with(place, { ...begun, outcome, durationMs: now - begun.startedAt }),
        }
      : addEntry(chat, {
          kind: 'call',
          callId: outcome.callId,
          tool: outcome.tool,
          label: outcome.label,
          arguments: asked?.kind === 'approval' ? asked.approval.arguments : {},
          startedAt: now,
          durationMs: undefined,
          outcome,
        });
  return raiseLevel(ended, outcome);
}

/** A result may require more of models than those before it; that holds from here on. */
function raiseLevel(chat: Chat, outcome: Outcome): Chat {
  const stated = outcome._meta?.['loadout/requiredConfidence'];
  const level = confidenceLevels.find((one) => one === stated);
  if (level === undefined || confidenceLevels.indexOf(level) <= confidenceLevels.indexOf(chat.level)) return chat;
  return addEntry({ ...chat, level }, { kind: 'level', level });
}

function endTurn(chat: Chat, { reason, messages, suspension = null, error }: End): Chat {
  const ended: Chat = {
    ...chat,
    state: reason === 'awaiting-approval' && suspension !== null ? 'waiting' : 'idle',
    messages: messages ?? chat.messages,
    suspension,
  };
  if (reason === 'answer' || ended.state === 'waiting') return ended;
  return addEntry(ended, { kind: 'stop', reason, detail: error });
}
