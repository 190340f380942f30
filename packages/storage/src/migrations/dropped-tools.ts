import type { Kysely } from 'kysely';

/** Version 6: a snapshot has the last definitions of tools that are no longer listed. */
export async function addDroppedTools(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('companion_snapshots')
    .addColumn('dropped_tools', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
