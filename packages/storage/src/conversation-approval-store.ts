import type { ConversationApproval, ConversationApprovalKey } from '@loadout/core';
import { requireBot } from './bot-store.js';
import { PAGE_SIZE, readPages } from './read-pages.js';
import type { StoreDatabase } from './schema.js';

/** In order of bot, conversation, owner and tool; of one bot, or of one conversation, where those are given. */
export async function listConversationApprovals(
  database: StoreDatabase,
  botId: string | undefined,
  conversationId: string | undefined,
): Promise<readonly ConversationApproval[]> {
  const rows = await readPages<ConversationApproval>(async (last) => {
    let query = database
      .selectFrom('conversation_approvals')
      .select(['bot_id as botId', 'conversation_id as conversationId', 'owner', 'tool_name as toolName'])
      .select(['definition_hash as definitionHash', 'approved_at as approvedAt']);
    if (botId !== undefined) query = query.where('bot_id', '=', botId);
    if (conversationId !== undefined) query = query.where('conversation_id', '=', conversationId);
    if (last !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('bot_id', 'conversation_id', 'owner', 'tool_name'),
          '>',
          tuple(last.botId, last.conversationId, last.owner, last.toolName),
        ),
      );
    }
    for (const column of ['bot_id', 'conversation_id', 'owner', 'tool_name'] as const) query = query.orderBy(column);
    return query.limit(PAGE_SIZE).execute();
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

/** Removes it where it is there. */
export async function deleteConversationApproval(
  database: StoreDatabase,
  { botId, conversationId, owner, toolName }: ConversationApprovalKey,
): Promise<void> {
  await database
    .deleteFrom('conversation_approvals')
    .where('bot_id', '=', botId)
    .where('conversation_id', '=', conversationId)
    .where('owner', '=', owner)
    .where('tool_name', '=', toolName)
    .execute();
}
