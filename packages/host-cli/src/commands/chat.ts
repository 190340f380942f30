import { text as readAll } from 'node:stream/consumers';
import { requireBotId } from '@loadout/core';
import { listenForChat } from '../chat/chat-interrupts.js';
import { chooseEndpoint, type EndpointFlags } from '../chat/endpoint.js';
import { createLineReader, type LineReader } from '../chat/line-reader.js';
import { MODEL_KEY_SECRET, MODEL_KEY_VARIABLE, openClient, sendsKeyInTheClear } from '../chat/open-client.js';
import { type ChatParts, runChat, runOnce } from '../chat/run-chat.js';
import { UsageError } from '../config/usage-error.js';
import { listenForInterrupt } from '../interrupt.js';
import type { Session } from '../session.js';
import { showPatiently } from './show.js';

/** What the command line says. */
export interface ChatFlags extends EndpointFlags {
  readonly json?: boolean;
}

/** One turn for one message, or a conversation. */
export async function chat(
  session: Session,
  bot: string,
  { message, ...flags }: ChatFlags & { readonly message: string | undefined },
): Promise<number> {
  requireBotId(bot);
  const { host, configuration, out } = session;
  if (flags.json && message === undefined)
    throw new UsageError('--json is for one message: give it, or "-" to read it.');
  const endpoint = chooseEndpoint(configuration.chat, flags);
  const opened = await openClient(endpoint, session, process.env);
  if (opened.problem !== undefined) out.warn(opened.problem);
  if (opened.isStored && configuration.chat.baseUrl === undefined) {
    out.note(
      `The stored key "${MODEL_KEY_SECRET}" goes to ${endpoint.baseUrl}: the configuration names no endpoint that it is for.`,
    );
  }
  if (sendsKeyInTheClear(endpoint, opened.key)) {
    out.warn(`${endpoint.baseUrl} is plain HTTP: who listens on the way reads the key and the conversation.`);
  }
  if (!endpoint.isConfigured && opened.key === undefined && (await hasStoredKey(session))) {
    out.note(`The stored key is for the configured endpoint, and is not sent to this one. ${MODEL_KEY_VARIABLE} is.`);
  }
  // A companion that has not listed its tools yet would be missed by the first turn.
  await showPatiently(host, bot, {});
  const parts: ChatParts = { session, bot, endpoint, opened };
  return message === undefined ? converse(parts) : answer(parts, { message, json: flags.json === true });
}

async function hasStoredKey({ host }: Session): Promise<boolean> {
  return (await host.secrets.list()).some(({ name }) => name === MODEL_KEY_SECRET);
}

async function converse(parts: ChatParts): Promise<number> {
  let reader: LineReader | undefined;
  const interrupts = listenForChat({
    clear: () => reader?.clear() ?? false,
    hangUp: () => reader?.hangUp() ?? false,
  });
  try {
    reader = openReader(parts, interrupts.interrupt);
    return await runChat(parts, reader, interrupts);
  } finally {
    reader?.close();
    interrupts.dispose();
  }
}

async function answer(
  parts: ChatParts,
  { message: stated, json }: { readonly message: string; readonly json: boolean },
): Promise<number> {
  const message = stated === '-' ? await readAll(process.stdin) : stated;
  if (message.trim() === '') throw new UsageError('The message is blank.');
  const interrupt = listenForInterrupt();
  // While lines are edited, Ctrl-C is no signal by itself.
  const mayAsk = stated !== '-' && !json && isTerminal();
  const reader = mayAsk ? openReader(parts, () => process.kill(process.pid, 'SIGINT')) : undefined;
  try {
    const code = await runOnce(parts, { message, json, reader, signal: interrupt.signal });
    return interrupt.exitCode() ?? code;
  } finally {
    reader?.close();
    interrupt.dispose();
  }
}

function openReader({ session }: ChatParts, onInterrupt: () => void): LineReader {
  return createLineReader({
    input: process.stdin,
    write: session.out.tell,
    columns: () => process.stderr.columns,
    isInteractive: isTerminal(),
    onInterrupt,
  });
}

/** Questions go to standard error; where the answer of the model goes does not matter. */
function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}
