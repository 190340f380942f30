import type { ConversationApproval } from '@loadout/core';
import { requireBot } from './bot-store.js';
import { PAGE_SIZE, readPages } from './read-pages.js';
import type { StoreDatabase } from './schema.js';

/** Of one conversation, in order of owner and tool. */
export async function listConversationApprovals(
  database: StoreDatabase,
  botId: string,
  conversationId: string,
): Promise<readonly ConversationApproval[]> {
  const rows = await readPages<ConversationApproval>(async (last) => {
    let query = database
      .selectFrom('conversation_approvals')
      .select(['bot_id as botId', 'conversation_id as conversationId', 'owner', 'tool_name as toolName'])
      .select(['definition_hash as definitionHash', 'approved_at as approvedAt'])
      .where('bot_id', '=', botId)
      .where('conversation_id', '=', conversationId);
    if (last !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('owner', 'tool_name'), '>', tuple(last.owner, last.toolName)),
      );
    }
    return query.orderBy('owner').orderBy('tool_name').limit(PAGE_SIZE).execute();
  });
  return rows.map((row) => Object.freeze(row));
}

/** Writes over the one of the same bot, conversation, owner and tool. Throws `BOT_UNKNOWN`. */
export async function putConversationApproval(database: StoreDatabase, approval: ConversationApproval): Promise<void> {
  await requireBot(database, approval.botId);
  await database
    .insertInto('conversation_approvals')
    .values({
      bot_id: approval.botId,
      conversation_id: approval.conversationId,
      owner: approval.owner,
      tool_name: approval.toolName,
      definition_hash: approval.definitionHash,
      approved_at: approval.approvedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['bot_id', 'conversation_id', 'owner', 'tool_name']).doUpdateSet(({ ref }) => ({
        definition_hash: ref('excluded.definition_hash'),
        approved_at: ref('excluded.approved_at'),
      })),
    )
    .execute();
}
