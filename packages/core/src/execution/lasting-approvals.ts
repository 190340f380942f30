import { hash as digest } from 'node:crypto';
import type { Change } from '../contract/audit.js';
import type { ConversationApproval, ConversationApprovalKey } from '../store/records.js';
import type { StoreWriter } from '../store/roles.js';

/** So many hold for one conversation, and so many for all conversations of a bot: beyond, the oldest do not any more. */
const MAX_PER_CONVERSATION = 100;
const MAX_PER_BOT = 1_000;

/** By what people name one: the same for the same bot, conversation, owner and tool. */
export function lastingApprovalId({ botId, conversationId, owner, toolName }: ConversationApprovalKey): string {
  return digest('sha256', JSON.stringify([botId, conversationId, owner, toolName])).slice(0, 24);
}

/** Writes one down, and lets go of those that are too many; answers these, for the audit log. */
export async function putLastingApproval(
  writer: StoreWriter,
  approval: ConversationApproval,
): Promise<readonly Change[]> {
  await writer.putConversationApproval(approval);
  const id = lastingApprovalId(approval);
  const others = (await writer.listConversationApprovals(approval.botId))
    .filter((one) => lastingApprovalId(one) !== id)
    .sort((a, b) => (a.approvedAt < b.approvedAt ? -1 : 1));
  const beside = others.filter(({ conversationId }) => conversationId === approval.conversationId);
  const tooMany = new Set([
    ...beside.slice(0, Math.max(0, beside.length + 1 - MAX_PER_CONVERSATION)),
    ...others.slice(0, Math.max(0, others.length + 1 - MAX_PER_BOT)),
  ]);
  for (const one of tooMany) await writer.deleteConversationApproval(one);
  return [...tooMany].map(describeRevoking);
}

/** What the audit log says of one that does not hold any more. */
export function describeRevoking(approval: ConversationApproval): Change {
  const { botId: bot, toolName: tool, conversationId: conversation, approvedAt } = approval;
  const before = { scope: 'conversation', conversation, approvedAt };
  return { action: 'approval-revoked', bot, tool, subject: lastingApprovalId(approval), before, after: null };
}
