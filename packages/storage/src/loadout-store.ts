import type { Assignment, LoadoutStore } from '@loadout/core';
import { mergeAssignments } from '@loadout/core';
import type { Kysely } from 'kysely';
import { toAssignment, toRow } from './assignment-row.js';
import { requireBot } from './bot-store.js';
import type { DatabaseSession } from './database-session.js';
import type { DatabaseSchema } from './schema.js';

/** Rows or names in one statement: databases limit the parameters that one may have. */
const BATCH_SIZE = 200;

/** Keeps loadouts in the table `bot_tools`. `timestamp` gives the time as ISO 8601. */
export function createLoadoutStore(session: DatabaseSession, timestamp: () => string): LoadoutStore {
  return {
    listAssignments: (botId) => session.read((database) => readAssignments(database, botId)),

    assign: (botId, assignments) =>
      session.change(async (transaction) => {
        await requireBot(transaction, botId);
        const written = mergeAssignments(await readAssignments(transaction, botId), assignments, timestamp());
        for (const batch of inBatches(written)) {
          await transaction
            .insertInto('bot_tools')
            .values(batch.map((assignment) => toRow(botId, assignment)))
            .onConflict((conflict) =>
              conflict.columns(['bot_id', 'tool_name']).doUpdateSet(({ ref }) => ({
                owner: ref('excluded.owner'),
                label: ref('excluded.label'),
                definition_hash: ref('excluded.definition_hash'),
                settings_override: ref('excluded.settings_override'),
                updated_at: ref('excluded.updated_at'),
              })),
            )
            .execute();
        }
      }),

    unassign: (botId, toolNames) =>
      session.change(async (transaction) => {
        await requireBot(transaction, botId);
        const asked = [...new Set(toolNames)];
        const removed = new Set<string>();
        for (const batch of inBatches(asked)) {
          const rows = await transaction
            .deleteFrom('bot_tools')
            .where('bot_id', '=', botId)
            .where('tool_name', 'in', batch)
            .returning('tool_name')
            .execute();
          for (const row of rows) removed.add(row.tool_name);
        }
        return asked.filter((toolName) => removed.has(toolName));
      }),
  };
}

async function readAssignments(database: Kysely<DatabaseSchema>, botId: string): Promise<readonly Assignment[]> {
  const rows = await database
    .selectFrom('bot_tools')
    .selectAll()
    .where('bot_id', '=', botId)
    .orderBy('position')
    .execute();
  return rows.map(toAssignment);
}

function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE);
}
