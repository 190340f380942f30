import { isLoadoutError, type RunResult } from '@loadout/core';
import { describeError } from '../output/describe-error.js';
import type { Session } from '../session.js';
import { createApprover } from './ask-approval.js';
import type { ChatInterrupts } from './chat-interrupts.js';
import { type ChatScreen, createChatScreen } from './chat-screen.js';
import { Conversation, type ConversationParts, isForgotten } from './conversation.js';
import { describeFailure } from './describe-failure.js';
import type { Endpoint } from './endpoint.js';
import type { LineReader } from './line-reader.js';
import type { OpenedClient } from './open-client.js';
import { CHAT_HELP, decideTurn, describeWaiting, printTools } from './slash-commands.js';

/** What a chat is made of. */
export interface ChatParts {
  readonly session: Session;
  readonly bot: string;
  readonly endpoint: Endpoint;
  readonly opened: OpenedClient;
}

/** A chat with a person, or with the lines of a pipe, until there are no more. Answers the exit code. */
export async function runChat(parts: ChatParts, reader: LineReader, interrupts: ChatInterrupts): Promise<number> {
  const { session, bot, endpoint, opened } = parts;
  const { host, out } = session;
  const screen = createChatScreen(out);
  const make = (): Conversation => new Conversation(toConversation(parts, screen, reader));
  let conversation = make();
  let hasFailed = false;
  let forgotten: string | undefined;
  if (reader.isInteractive) {
    screen.say(
      `${out.errorStyle.bold(bot)} through ${endpoint.model} at ${endpoint.baseUrl}. /help says what there is.`,
    );
  }

  /** A turn that Ctrl-C cancels. */
  const inTurn = async (work: (signal: AbortSignal) => Promise<RunResult | undefined>): Promise<void> => {
    const signal = interrupts.beginTurn();
    forgotten = undefined;
    try {
      const result = await work(signal);
      if (result !== undefined) hasFailed = !(await tellEnd(result, { parts, screen, isInChat: reader.isInteractive }));
      if (forgotten !== undefined) out.note(forgotten);
    } catch (error) {
      screen.breakLine();
      // The host refused, as for a bot that was removed: the chat goes on.
      if (!isLoadoutError(error) || error.code === 'HOST_CLOSED') throw error;
      out.error(describeError(error).message);
      hasFailed = true;
    } finally {
      interrupts.endTurn();
    }
  };

  /** A message gives up what waits in its conversation. A person is told; a pipe could not have decided by now. */
  const mayGoOn = async (): Promise<boolean> => {
    const { suspension } = conversation;
    const isKept =
      suspension !== undefined && (await host.approvals.turns({ bot })).some(({ id }) => id === suspension);
    if (!isKept) return true;
    if (reader.isInteractive) {
      screen.say(`This message supersedes the turn ${suspension}: what waited in it does not run.`);
      return true;
    }
    out.error(
      `The next message would give up what waits, so it is not sent, nor what follows it. First decide and resume the turn ${suspension}.`,
    );
    return false;
  };

  while (!interrupts.hasEnded) {
    const line = await reader.read('> ', { signal: interrupts.ended });
    if (line === null) break;
    const [command = '', ...words] = line.trimEnd().split(/\s+/);
    switch (line.startsWith('/') ? command : '') {
      case '':
        if (line.trim() === '') break;
        if (!(await mayGoOn())) return 1;
        await inTurn(async (signal) => {
          const result = await conversation.say(line.trim(), signal);
          if (isForgotten(result)) forgotten = 'The message is no part of the conversation. Send it again, or another.';
          return result;
        });
        break;
      case '/quit':
      case '/exit':
        return hasFailed && !reader.isInteractive ? 1 : 0;
      case '/help':
        for (const each of CHAT_HELP) screen.say(each);
        break;
      case '/tools':
        await printTools(host, out, { bot, endpoint });
        break;
      case '/new':
        conversation = make();
        screen.say('A new conversation.');
        break;
      case '/resume':
        await inTurn(async (signal) => {
          const { id: conversationId } = conversation;
          const turn = await decideTurn(words[0], { host, bot, screen, reader, signal, conversationId });
          if (turn === undefined) return undefined;
          if (conversation.hasBegun && turn.conversationId !== null && turn.conversationId !== conversationId) {
            screen.say(`What was said here is left: the chat goes on with the conversation ${turn.conversationId}.`);
          }
          const result = await conversation.resume(turn, signal);
          if (turn.conversationId === null) {
            screen.say('That turn is of no conversation: the next message does not follow on from it.');
          }
          return result;
        });
        break;
      default:
        out.warn(`There is no ${command}. /help says what there is.`);
    }
  }
  if (reader.isInteractive) out.tell('\n');
  return interrupts.exitCode() ?? (hasFailed && !reader.isInteractive ? 1 : 0);

  function toConversation({ session }: ChatParts, screen: ChatScreen, reader: LineReader): ConversationParts {
    return {
      host: session.host,
      bot,
      endpoint,
      client: opened.client,
      approver: createApprover(reader, screen),
      stream: true,
      onDelta: screen.onDelta,
      onCall: screen.onCall,
    };
  }
}

/** One message, one turn. Answers the exit code. */
export async function runOnce(
  parts: ChatParts,
  {
    message,
    json,
    reader,
    signal,
  }: {
    readonly message: string;
    readonly json: boolean;
    readonly reader: LineReader | undefined;
    readonly signal: AbortSignal;
  },
): Promise<number> {
  const { session, bot, endpoint, opened } = parts;
  const screen = createChatScreen(session.out);
  const conversation = new Conversation({
    host: session.host,
    bot,
    endpoint,
    client: opened.client,
    approver: createApprover(reader, screen),
    stream: !json,
    onDelta: screen.onDelta,
    onCall: json ? () => {} : screen.onCall,
  });
  const result = await conversation.say(message, signal);
  if (!json) return (await tellEnd(result, { parts, screen, isInChat: false })) ? 0 : 1;
  const { error, notes: stated, ...rest } = result;
  const notes = session.host.secrets.redact(stated);
  session.out.printJson({ ...rest, notes, error: error === undefined ? null : describeFailure(error, session.host) });
  return isGood(result) ? 0 : 1;
}

/** Says how a turn ended; answers whether it did what was asked. */
async function tellEnd(
  result: RunResult,
  { parts, screen, isInChat }: { readonly parts: ChatParts; readonly screen: ChatScreen; readonly isInChat: boolean },
): Promise<boolean> {
  const { host, out } = parts.session;
  // A note may say what the service or its client said.
  screen.finish({ ...result, notes: host.secrets.redact(result.notes) });
  if (result.stop === 'model-failed') out.error(describeFailure(result.error, host));
  if (result.suspension !== null) {
    const all = await host.approvals.list({ bot: parts.bot });
    const waiting = all.filter(({ turnId, state }) => turnId === result.suspension && state === 'waiting');
    out.note(`The turn ${result.suspension} waits for a person.`);
    const next = isInChat ? 'then /resume' : `then "loadout chat ${parts.bot}", and there /resume ${result.suspension}`;
    for (const approval of waiting) out.note(describeWaiting(approval, next));
  }
  return isGood(result);
}

function isGood({ stop }: RunResult): boolean {
  return stop === 'answer' || stop === 'awaiting-approval';
}
