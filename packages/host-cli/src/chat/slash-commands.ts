import { type Approval, type Host, isLoadoutError, type KeptTurn, LoadoutError } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import type { Output } from '../output/output.js';
import { formatTable } from '../output/table.js';
import { askApproval } from './ask-approval.js';
import type { ChatScreen } from './chat-screen.js';
import type { Endpoint } from './endpoint.js';
import type { LineReader } from './line-reader.js';

/** What can be typed beside messages. */
export const CHAT_HELP = [
  '/tools        the tools that the model is offered, and those it is not, with the reason',
  '/new          begin another conversation',
  '/resume [ID]  go on with a turn that waits for approval',
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
}

/**
 * Asks for what still waits of a turn; without an id, of the newest one of the bot. Answers the turn that can go on now;
 * undefined where none can. Throws `TURN_UNKNOWN`, also for a turn of another bot.
 */
export async function decideTurn(wanted: string | undefined, deciding: Deciding): Promise<KeptTurn | undefined> {
  const { host, bot, screen } = deciding;
  const turn = await findTurn(wanted, deciding);
  if (turn === undefined) {
    screen.say('No turn of this bot waits.');
    return undefined;
  }
  const all = await host.approvals.list({ bot });
  const waiting = all.filter((one) => one.turnId === turn.id && one.state === 'waiting');
  for (const approval of waiting) {
    if (!(await decide(approval, deciding))) return undefined;
  }
  return turn;
}

async function findTurn(
  wanted: string | undefined,
  { host, bot }: Pick<Deciding, 'host' | 'bot'>,
): Promise<KeptTurn | undefined> {
  if (wanted === undefined) return (await host.approvals.turns({ bot }))[0];
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
  if (answer.decision === 'later') screen.say(describeWaiting(approval));
  return answer.decision !== 'later';
}

/** How to decide outside of the chat. */
export function describeWaiting({ id, label }: Pick<Approval, 'id' | 'label'>): string {
  return neutraliseLine(
    `${label} waits: "loadout approvals allow ${id}" or "loadout approvals deny ${id}", then /resume.`,
  );
}
