import { type Approval, type Host, isLoadoutError, type KeptTurn, LoadoutError } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import type { Output } from '../output/output.js';
import { formatTable } from '../output/table.js';
import { askApproval } from './ask-approval.js';
import { briefArguments } from './brief-value.js';
import type { ChatScreen } from './chat-screen.js';
import type { Endpoint } from './endpoint.js';
import type { LineReader } from './line-reader.js';

/** What can be typed beside messages. */
export const CHAT_HELP = [
  '/tools        the tools that the model is offered, and those it is not, with the reason',
  '/new          begin another conversation',
  '/resume [ID]  go on with a turn that waits for approval: the one of this conversation, or the one of that id',
  '/help         this',
  '/quit         end; Ctrl-D does the same',
  'Ctrl-C cancels the turn that runs. A message that begins with "/" is sent with a space before it.',
] as const;

/** Prints what the model is offered, and what not. */
export async function printTools(
  host: Host,
  out: Output,
  { bot, endpoint }: { readonly bot: string; readonly endpoint: Endpoint },
): Promise<void> {
  const { offered, withheld } = await host.show(bot, {
    confidence: endpoint.modelProvider.confidence,
    model: { api: endpoint.api },
  });
  if (offered.length + withheld.length === 0) {
    out.print(`${bot} has no tools. Give it some with "loadout assign ${bot} TOOL".`);
    return;
  }
  const rows = [
    ...offered.map(({ name, label }) => [name, label, 'offered']),
    ...withheld.map(({ name, label, reason }) => [name, label, `withheld: ${reason}`]),
  ];
  for (const line of formatTable({ titles: ['TOOL', 'LABEL', 'STATE'], rows, last: 'wrap' }, out)) out.print(line);
}

/** Where approvals are asked for and decided. */
export interface Deciding {
  readonly host: Host;
  readonly bot: string;
  readonly screen: ChatScreen;
  readonly reader: LineReader;
  readonly signal: AbortSignal;
  /** The conversation that the chat is in. */
  readonly conversationId: string;
}

/**
 * Asks for what still waits of a turn; without an id, of the one of this conversation, or of the newest of another one, if
 * somebody says that it is meant. Answers the turn that can go on now; undefined where none can. Throws `TURN_UNKNOWN`, also
 * for a turn of another bot.
 */
export async function decideTurn(wanted: string | undefined, deciding: Deciding): Promise<KeptTurn | undefined> {
  const { host, bot } = deciding;
  const turn = wanted === undefined ? await findOwnTurn(deciding) : await findTurn(wanted, deciding);
  if (turn === undefined) return undefined;
  const all = await host.approvals.list({ bot });
  const waiting = all.filter((one) => one.turnId === turn.id && one.state === 'waiting');
  for (const approval of waiting) {
    if (!(await decide(approval, deciding))) return undefined;
  }
  return turn;
}

/** The newest turn of the conversation; where none waits, the newest of the bot, which nobody has to have meant. */
async function findOwnTurn(deciding: Deciding): Promise<KeptTurn | undefined> {
  const { host, bot, screen, reader, signal, conversationId } = deciding;
  const turns = await host.approvals.turns({ bot });
  const own = turns.find((turn) => turn.conversationId === conversationId);
  if (own !== undefined) return own;
  const [other] = turns;
  if (other === undefined) {
    screen.say('No turn of this bot waits.');
    return undefined;
  }
  const where = other.conversationId === null ? 'of no conversation' : `of the conversation ${other.conversationId}`;
  screen.say(
    neutraliseLine(
      `No turn of this conversation waits. The newest of ${bot} is ${other.id}, ${where}, from ${other.createdAt}:`,
    ),
  );
  const calls = (await host.approvals.list({ bot })).filter(({ turnId }) => turnId === other.id);
  for (const { label, tool, state, arguments: args } of calls) {
    screen.say(`  ${neutraliseLine(`${label} (${tool}), ${state}:`)} ${briefArguments(args, Infinity)}`);
  }
  if (!reader.isInteractive) {
    screen.say(`Go on with it by "/resume ${other.id}".`);
    return undefined;
  }
  const answer = await reader.read('Go on with it, and with its conversation? [y]es, [n]o: ', {
    signal,
    isFresh: true,
  });
  return /^y(es)?$/i.test(answer?.trim() ?? '') ? other : undefined;
}

async function findTurn(wanted: string, { host, bot }: Pick<Deciding, 'host' | 'bot'>): Promise<KeptTurn | undefined> {
  const turn = (await host.approvals.turns()).find(({ id }) => id === wanted);
  if (turn?.botId === bot) return turn;
  const name = JSON.stringify(wanted);
  const why =
    turn === undefined
      ? `No turn ${name} waits: it went on, was superseded, or has expired.`
      : `The turn ${name} is of ${turn.botId}, and this chat is with ${bot}. Go on with it in "loadout chat ${turn.botId}".`;
  throw new LoadoutError('TURN_UNKNOWN', why, { details: { turn: wanted } });
}

async function decide(approval: Approval, { host, screen, reader, signal }: Deciding): Promise<boolean> {
  const answer = await askApproval(approval, { reader, screen, signal });
  try {
    if (answer.decision === 'allow') await host.approvals.allow(approval.id, { scope: answer.scope });
    if (answer.decision === 'deny') {
      await host.approvals.deny(approval.id, answer.reason === undefined ? {} : { reason: answer.reason });
    }
  } catch (error) {
    // Somebody else was faster: what they said counts.
    if (!isLoadoutError(error, 'APPROVAL_DECIDED')) throw error;
  }
  if (answer.decision === 'later') screen.say(describeWaiting(approval, `then /resume ${approval.turnId}`));
  return answer.decision !== 'later';
}

/** How to decide outside of the chat, and how to go on. */
export function describeWaiting({ id, label }: Pick<Approval, 'id' | 'label'>, next: string): string {
  return neutraliseLine(`${label} waits: "loadout approvals allow ${id}" or "loadout approvals deny ${id}", ${next}.`);
}
