import { type JsonValue, LoadoutError, type SuspendedTurn } from '@loadout/core';
import type { Selectable } from 'kysely';
import { requireBot } from './bot-store.js';
import { parseJsonArray, parseJsonObject } from './parse-json.js';
import { readPages } from './read-pages.js';
import type { StoreDatabase, SuspendedTurnsTable } from './schema.js';

/** Documents have the results of calls. */
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

/** What is kept beside a turn. */
export async function getSuspendedTranscript(
  database: StoreDatabase,
  turnId: string,
): Promise<readonly JsonValue[] | undefined> {
  const row = await database
    .selectFrom('suspended_transcripts')
    .selectAll()
    .where('turn_id', '=', turnId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const place = { table: 'suspended_transcripts', column: 'transcript', row: `turn_id "${turnId}"` };
  return parseJsonArray(row.transcript, place);
}

/** Writes over the one of the same turn. Throws `TURN_UNKNOWN`. */
export async function putSuspendedTranscript(
  database: StoreDatabase,
  turnId: string,
  transcript: readonly JsonValue[],
): Promise<void> {
  const turn = await database.selectFrom('suspended_turns').select('id').where('id', '=', turnId).executeTakeFirst();
  if (turn === undefined) {
    throw new LoadoutError('TURN_UNKNOWN', `No turn ${JSON.stringify(turnId)} is kept. List the approvals.`, {
      details: { turn: turnId },
    });
  }
  await database
    .insertInto('suspended_transcripts')
    .values({ turn_id: turnId, transcript: JSON.stringify(transcript) })
    .onConflict((conflict) =>
      conflict.column('turn_id').doUpdateSet(({ ref }) => ({ transcript: ref('excluded.transcript') })),
    )
    .execute();
}

/** Removes it where it is there. */
export async function deleteSuspendedTurn(database: StoreDatabase, id: string): Promise<void> {
  await database.deleteFrom('suspended_transcripts').where('turn_id', '=', id).execute();
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
