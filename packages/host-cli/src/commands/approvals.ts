import type { Approval } from '@loadout/core';
import { requireBotId } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { requireChoice } from './require-choice.js';

interface Flags {
  readonly json?: boolean;
}

const scopes = ['once', 'turn', 'conversation'] as const;

/** Calls that wait for a person, newest first. */
export async function listApprovals(
  { host, out }: Session,
  { json, bot }: Flags & { readonly bot?: string },
): Promise<number> {
  const approvals = await host.approvals.list(bot === undefined ? {} : { bot: requireBotId(bot) });
  if (json) out.printJson({ approvals });
  else if (approvals.length === 0) out.print('No call waits for approval.');
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
  return 0;
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
    const { tool, turnId } = approval;
    out.print(
      `The call of ${neutraliseLine(tool)} is allowed ${describeScope(approval)}. It runs when the turn goes on.`,
    );
    out.note(`This is the turn ${turnId}.`);
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

function describeState({ state, scope, decidedBy }: Approval): string {
  const who = decidedBy === null ? '' : ` by ${decidedBy.name}`;
  return state === 'allowed' && scope !== null && scope !== 'once'
    ? `allowed for the ${scope}${who}`
    : `${state}${who}`;
}

function describeScope({ scope }: Approval): string {
  return scope === null || scope === 'once' ? 'once' : `for the ${scope}`;
}
