import type { SuspendedTurn } from '@loadout/core';
import type { Selectable } from 'kysely';
import { requireBot } from './bot-store.js';
import { parseJsonObject } from './parse-json.js';
import { readPages } from './read-pages.js';
import type { StoreDatabase, SuspendedTurnsTable } from './schema.js';

/** Documents may be large. */
const TURNS_AT_ONCE = 8;

/** In order of their times and ids; of one bot, or of one conversation, where those are given. */
export async function listSuspendedTurns(
  database: StoreDatabase,
  botId: string | undefined,
  conversationId: string | undefined,
): Promise<readonly SuspendedTurn[]> {
  const rows = await readPages<Selectable<SuspendedTurnsTable>>((last) => {
    let query = database.selectFrom('suspended_turns').selectAll();
    if (botId !== undefined) query = query.where('bot_id', '=', botId);
    if (conversationId !== undefined) query = query.where('conversation_id', '=', conversationId);
    if (last !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(last.created_at, last.id)),
      );
    }
    return query.orderBy('created_at').orderBy('id').limit(TURNS_AT_ONCE).execute();
  }, TURNS_AT_ONCE);
  return rows.map(toSuspendedTurn);
}

/** One by its id. */
export async function getSuspendedTurn(database: StoreDatabase, id: string): Promise<SuspendedTurn | undefined> {
  const row = await database.selectFrom('suspended_turns').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSuspendedTurn(row);
}

/** Writes over the one of the same id. Throws `BOT_UNKNOWN`. */
export async function putSuspendedTurn(database: StoreDatabase, turn: SuspendedTurn): Promise<void> {
  await requireBot(database, turn.botId);
  await database
    .insertInto('suspended_turns')
    .values({
      id: turn.id,
      bot_id: turn.botId,
      conversation_id: turn.conversationId,
      created_at: turn.createdAt,
      expires_at: turn.expiresAt,
      document: JSON.stringify(turn.document),
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        bot_id: ref('excluded.bot_id'),
        conversation_id: ref('excluded.conversation_id'),
        created_at: ref('excluded.created_at'),
        expires_at: ref('excluded.expires_at'),
        document: ref('excluded.document'),
      })),
    )
    .execute();
}

/** Removes it where it is there. */
export async function deleteSuspendedTurn(database: StoreDatabase, id: string): Promise<void> {
  await database.deleteFrom('suspended_turns').where('id', '=', id).execute();
}

function toSuspendedTurn(row: Selectable<SuspendedTurnsTable>): SuspendedTurn {
  return Object.freeze({
    id: row.id,
    botId: row.bot_id,
    conversationId: row.conversation_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    document: parseJsonObject(row.document, {
      table: 'suspended_turns',
      column: 'document',
      row: `id "${row.id}"`,
    }),
  });
}
