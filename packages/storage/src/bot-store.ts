import type { Bot, BotStore } from '@loadout/core';
import { createBotError, requireNewBot } from '@loadout/core';
import type { Selectable, Transaction } from 'kysely';
import type { DatabaseSession } from './database-session.js';
import type { BotsTable, DatabaseSchema } from './schema.js';

/** Keeps bots in the table `bots`. `timestamp` gives the time as ISO 8601. */
export function createBotStore(session: DatabaseSession, timestamp: () => string): BotStore {
  return {
    async addBot(bot) {
      const { id, displayName } = requireNewBot(bot);
      const added: Bot = Object.freeze({ id, displayName, createdAt: timestamp() });
      await session.change(async (transaction) => {
        const taken = await transaction.selectFrom('bots').select('removed_at').where('id', '=', id).executeTakeFirst();
        if (taken !== undefined) throw createBotError(taken.removed_at === null ? 'BOT_EXISTS' : 'BOT_ID_RETIRED', id);
        await transaction
          .insertInto('bots')
          .values({ id, display_name: added.displayName, created_at: added.createdAt, removed_at: null })
          .execute();
      });
      return added;
    },

    async getBot(botId) {
      const row = await session.read((database) =>
        database
          .selectFrom('bots')
          .selectAll()
          .where('id', '=', botId)
          .where('removed_at', 'is', null)
          .executeTakeFirst(),
      );
      return row && toBot(row);
    },

    async listBots() {
      const rows = await session.read((database) =>
        database.selectFrom('bots').selectAll().where('removed_at', 'is', null).orderBy('id').execute(),
      );
      return rows.map(toBot);
    },

    removeBot: (botId) =>
      session.change(async (transaction) => {
        await requireBot(transaction, botId);
        await transaction.deleteFrom('bot_tools').where('bot_id', '=', botId).execute();
        await transaction.updateTable('bots').set({ removed_at: timestamp() }).where('id', '=', botId).execute();
      }),
  };
}

/** Throws `BOT_UNKNOWN`. */
export async function requireBot(transaction: Transaction<DatabaseSchema>, botId: string): Promise<void> {
  const row = await transaction
    .selectFrom('bots')
    .select('id')
    .where('id', '=', botId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw createBotError('BOT_UNKNOWN', botId);
}

function toBot(row: Selectable<BotsTable>): Bot {
  return Object.freeze({ id: row.id, displayName: row.display_name, createdAt: row.created_at });
}
