import type { Conversation } from '@loadout/core';
import { requireBot } from './bot-store.js';
import type { StoreDatabase } from './schema.js';

/** What is remembered of a conversation. */
export async function getConversation(
  database: StoreDatabase,
  botId: string,
  id: string,
): Promise<Conversation | undefined> {
  const row = await database
    .selectFrom('conversations')
    .selectAll()
    .where('bot_id', '=', botId)
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row &&
    Object.freeze({
      botId: row.bot_id,
      id: row.id,
      requiredConfidence: row.required_confidence,
      updatedAt: row.updated_at,
    })
  );
}

/** Writes over the one of the same bot and id. Throws `BOT_UNKNOWN`. */
export async function putConversation(database: StoreDatabase, conversation: Conversation): Promise<void> {
  await requireBot(database, conversation.botId);
  await database
    .insertInto('conversations')
    .values({
      bot_id: conversation.botId,
      id: conversation.id,
      required_confidence: conversation.requiredConfidence,
      updated_at: conversation.updatedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['bot_id', 'id']).doUpdateSet(({ ref }) => ({
        required_confidence: ref('excluded.required_confidence'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .execute();
}
