import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Version 1: bots and their loadouts. */
export async function createBotsAndLoadouts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('bots')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('display_name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'text')
    .execute();

  await database.schema
    .createTable('bot_tools')
    .addColumn('bot_id', 'text', (column) => column.notNull().references('bots.id'))
    .addColumn('tool_name', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('definition_hash', 'text')
    .addColumn('settings_override', 'text')
    .addColumn('is_built_in', 'integer', (column) =>
      column.generatedAlwaysAs(sql`case when owner = 'builtin' then 1 else 0 end`).stored().notNull(),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('assigned_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('bot_tools_primary_key', ['bot_id', 'tool_name'])
    .execute();
}
