import { describeValue } from '../catalogue/describe-value.js';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { Actor } from '../contract/actor.js';
import type { LastingApproval } from '../contract/approval.js';
import { LoadoutError } from '../contract/errors.js';
import { describeRevoking, lastingApprovalId } from '../execution/lasting-approvals.js';
import type { ConversationApproval } from '../store/records.js';
import type { StoreWriter } from '../store/roles.js';
import { type KeptCall, readSuspendedDocument, writeSuspendedDocument } from '../turn/suspended-document.js';
import { makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';

/** Approvals that hold for a conversation, newest first. See `Host.approvals.lasting`. */
export async function listLasting(
  { store }: Pick<OperatorParts, 'store'>,
  bot: string | undefined,
): Promise<readonly LastingApproval[]> {
  const all = [...(await store.listConversationApprovals(bot))];
  all.sort((a, b) => (a.approvedAt > b.approvedAt ? -1 : 1));
  return Object.freeze(all.map(describeLasting));
}

/** Takes one back. See `Host.approvals.revoke`. */
export async function revokeApproval(parts: OperatorParts, actor: Actor, id: string): Promise<LastingApproval> {
  if (typeof id !== 'string') throw wrongArgument('approvals.revoke', 'id', 'a text', id);
  const isMeant = (one: ConversationApproval): boolean => lastingApprovalId(one) === id;
  // Looked for before the change, which reads those of the one conversation only.
  const place = (await parts.store.listConversationApprovals()).find(isMeant);
  return makeChange(parts, actor, async ({ writer, changes }) => {
    const known = place && (await writer.listConversationApprovals(place.botId, place.conversationId)).find(isMeant);
    if (known === undefined) {
      const message = `No approval for a conversation holds under ${describeValue(id)}. List the approvals.`;
      throw new LoadoutError('APPROVAL_UNKNOWN', message, { details: { approval: id } });
    }
    await writer.deleteConversationApproval(known);
    await reopenCalls(writer, known);
    changes.push(describeRevoking(known));
    return describeLasting(known);
  });
}

/** What the approval decided on in turns that wait, and was not run yet, waits again. */
async function reopenCalls(writer: StoreWriter, { botId, conversationId, owner, toolName }: ConversationApproval) {
  const reopen = (kept: KeptCall): KeptCall => {
    const { approval } = kept;
    const isMeant = approval?.scope === 'conversation' && approval.owner === owner && approval.tool === toolName;
    if (kept.state !== 'open' || !isMeant) return kept;
    return { ...kept, approval: { ...approval, decision: null, scope: null, reason: null, decidedBy: null } };
  };
  for (const turn of await writer.listSuspendedTurns(botId, conversationId)) {
    const document = readSuspendedDocument(turn);
    if (document === undefined) continue;
    const calls = document.calls.map(reopen);
    if (calls.every((kept, index) => kept === document.calls[index])) continue;
    await writer.putSuspendedTurn(writeSuspendedDocument(turn, { ...document, calls }));
  }
}

function describeLasting(approval: ConversationApproval): LastingApproval {
  const { botId, conversationId, owner, toolName: tool, definitionHash, approvedAt } = approval;
  const id = lastingApprovalId(approval);
  return Object.freeze({ id, botId, conversationId, tool, owner, definitionHash, approvedAt });
}
