import type { Bot } from '@loadout/core';
import { createBotError } from '@loadout/core';
import type { Selectable } from 'kysely';
import { deleteInSlices, PAGE_SIZE, readPages } from './read-pages.js';
import type { BotsTable, StoreDatabase } from './schema.js';

/** The bot, unless there is none or it was removed. */
export async function getBot(database: StoreDatabase, botId: string): Promise<Bot | undefined> {
  const row = await database
    .selectFrom('bots')
    .selectAll()
    .where('id', '=', botId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && toBot(row);
}

/** All bots, in order of their ids. */
export function listBots(database: StoreDatabase): Promise<readonly Bot[]> {
  return readPages<Bot>(async (last) => {
    let query = database.selectFrom('bots').selectAll().where('removed_at', 'is', null);
    if (last !== undefined) query = query.where('id', '>', last.id);
    return (await query.orderBy('id').limit(PAGE_SIZE).execute()).map(toBot);
  });
}

/** Throws `BOT_EXISTS`, `BOT_ID_RETIRED`. */
export async function addBot(database: StoreDatabase, bot: Omit<Bot, 'loadoutRevision'>): Promise<void> {
  const { id, displayName, createdAt } = bot;
  const taken = await database.selectFrom('bots').select('removed_at').where('id', '=', id).executeTakeFirst();
  if (taken !== undefined) throw createBotError(taken.removed_at === null ? 'BOT_EXISTS' : 'BOT_ID_RETIRED', id);
  await database
    .insertInto('bots')
    .values({ id, display_name: displayName, created_at: createdAt, removed_at: null, loadout_revision: 0 })
    .execute();
}

/** Throws `BOT_UNKNOWN`. */
export async function renameBot(database: StoreDatabase, botId: string, displayName: string): Promise<void> {
  await requireBot(database, botId);
  await database.updateTable('bots').set({ display_name: displayName }).where('id', '=', botId).execute();
}

/** Leaves nothing of the bot but the row that keeps its id from being used again. Throws `BOT_UNKNOWN`. */
export async function removeBot(database: StoreDatabase, botId: string, removedAt: string): Promise<void> {
  await requireBot(database, botId);
  await deleteInSlices((limit) =>
    database
      .deleteFrom('bot_tools')
      .where('bot_id', '=', botId)
      .where('tool_name', 'in', (eb) =>
        eb.selectFrom('bot_tools').select('tool_name').where('bot_id', '=', botId).limit(limit),
      )
      .returning('tool_name')
      .execute(),
  );
  await deleteInSlices((limit) =>
    database
      .deleteFrom('conversations')
      .where('bot_id', '=', botId)
      .where('id', 'in', (eb) => eb.selectFrom('conversations').select('id').where('bot_id', '=', botId).limit(limit))
      .returning('id')
      .execute(),
  );
  await deleteInSlices((limit) =>
    database
      .deleteFrom('conversation_approvals')
      .where('bot_id', '=', botId)
      .where('conversation_id', 'in', (eb) =>
        eb.selectFrom('conversation_approvals').select('conversation_id').where('bot_id', '=', botId).limit(limit),
      )
      .returning('conversation_id')
      .execute(),
  );
  await deleteInSlices((limit) =>
    database
      .deleteFrom('suspended_transcripts')
      .where('turn_id', 'in', (eb) =>
        eb
          .selectFrom('suspended_transcripts')
          .innerJoin('suspended_turns', 'id', 'turn_id')
          .select('turn_id')
          .where('bot_id', '=', botId)
          .limit(limit),
      )
      .returning('turn_id')
      .execute(),
  );
  await deleteInSlices((limit) =>
    database
      .deleteFrom('suspended_turns')
      .where('id', 'in', (eb) => eb.selectFrom('suspended_turns').select('id').where('bot_id', '=', botId).limit(limit))
      .returning('id')
      .execute(),
  );
  await deleteInSlices((limit) =>
    database
      .deleteFrom('tokens')
      .where('number', 'in', (eb) => eb.selectFrom('tokens').select('number').where('bot_id', '=', botId).limit(limit))
      .returning('number')
      .execute(),
  );
  await database.updateTable('bots').set({ removed_at: removedAt }).where('id', '=', botId).execute();
}

/** Throws `BOT_UNKNOWN`. */
export async function requireBot(database: StoreDatabase, botId: string): Promise<void> {
  const row = await database
    .selectFrom('bots')
    .select('id')
    .where('id', '=', botId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw createBotError('BOT_UNKNOWN', botId);
}

function toBot(row: Selectable<BotsTable>): Bot {
  return Object.freeze({
    id: row.id,
    displayName: row.display_name,
    createdAt: row.created_at,
    loadoutRevision: row.loadout_revision,
  });
}
