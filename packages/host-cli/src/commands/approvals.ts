import type { Approval, LastingApproval } from '@loadout/core';
import { requireBotId } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { requireChoice } from './require-choice.js';

interface Flags {
  readonly json?: boolean;
}

const scopes = ['once', 'turn', 'conversation'] as const;

/** Calls that wait for a person, and approvals that hold for a conversation, newest first. */
export async function listApprovals(
  { host, out }: Session,
  { json, bot }: Flags & { readonly bot?: string },
): Promise<number> {
  const of = bot === undefined ? {} : { bot: requireBotId(bot) };
  const [approvals, lasting] = [await host.approvals.list(of), await host.approvals.lasting(of)];
  if (json) {
    out.printJson({ approvals, lasting });
    return 0;
  }
  if (approvals.length === 0) out.print('No call waits for approval.');
  else {
    const rows = approvals.map((one) => [
      one.id,
      one.botId,
      one.tool,
      describeState(one),
      one.requestedAt,
      JSON.stringify(one.arguments),
    ]);
    const titles = ['APPROVAL', 'BOT', 'TOOL', 'STATE', 'ASKED', 'ARGUMENTS'];
    for (const line of formatTable({ titles, rows, last: 'cut' }, out)) out.print(line);
  }
  if (lasting.length > 0) printLasting(lasting, out);
  return 0;
}

function printLasting(lasting: readonly LastingApproval[], out: Session['out']): void {
  const rows = lasting.map((one) => [one.id, one.botId, one.tool, one.approvedAt, one.conversationId]);
  const titles = ['FOR A CONVERSATION', 'BOT', 'TOOL', 'ALLOWED', 'CONVERSATION'];
  out.print('');
  for (const line of formatTable({ titles, rows, last: 'cut' }, out)) out.print(line);
}

/** Allows a call. The embedder resumes its turn. */
export async function allowCall(
  { host, out }: Session,
  id: string,
  { json, scope }: Flags & { readonly scope?: string },
): Promise<number> {
  const chosen = scope === undefined ? 'once' : requireChoice('--scope', scope, scopes);
  const approval = await host.approvals.allow(id, { scope: chosen });
  if (json) out.printJson(approval);
  else {
    const { tool, turnId, botId } = approval;
    out.print(
      `The call of ${neutraliseLine(tool)} is allowed ${describeScope(approval)}. It runs when the turn goes on.`,
    );
    out.note(
      `This is the turn ${turnId}. A chat goes on with it: "loadout chat ${botId}", and there /resume ${turnId}`,
    );
  }
  return 0;
}

/** Denies a call. */
export async function denyCall(
  { host, out }: Session,
  id: string,
  { json, reason }: Flags & { readonly reason?: string },
): Promise<number> {
  const approval = await host.approvals.deny(id, reason === undefined ? {} : { reason });
  if (json) out.printJson(approval);
  else out.print(`The call of ${neutraliseLine(approval.tool)} is denied. The model is told when the turn goes on.`);
  return 0;
}

/** Takes back what holds for a conversation. */
export async function revokeApproval({ host, out }: Session, id: string, { json }: Flags): Promise<number> {
  const lasting = await host.approvals.revoke(id);
  if (json) out.printJson(lasting);
  else {
    const { tool, botId, conversationId } = lasting;
    out.print(neutraliseLine(`${tool} of ${botId} needs approval again in the conversation ${conversationId}.`));
  }
  return 0;
}

function describeState({ state, scope, decidedBy }: Approval): string {
  const who = decidedBy === null ? '' : ` by ${decidedBy.name}`;
  return state === 'allowed' && scope !== null && scope !== 'once'
    ? `allowed for the ${scope}${who}`
    : `${state}${who}`;
}

function describeScope({ scope }: Approval): string {
  return scope === null || scope === 'once' ? 'once' : `for the ${scope}`;
}
