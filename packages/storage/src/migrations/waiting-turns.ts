import type { Kysely } from 'kysely';

/** Version 5: secrets as their vault sealed them, turns that wait for a person, approvals that hold for a conversation. */
export async function createSecretsAndWaitingTurns(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();

  await database.schema
    .createTable('conversation_approvals')
    .addColumn('bot_id', 'text', (column) => column.notNull().references('bots.id'))
    .addColumn('conversation_id', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('tool_name', 'text', (column) => column.notNull())
    .addColumn('definition_hash', 'text', (column) => column.notNull())
    .addColumn('approved_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('conversation_approvals_primary_key', ['bot_id', 'conversation_id', 'owner', 'tool_name'])
    .execute();

  await database.schema
    .createTable('suspended_turns')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bot_id', 'text', (column) => column.notNull().references('bots.id'))
    .addColumn('conversation_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('suspended_turns_by_bot')
    .on('suspended_turns')
    .columns(['bot_id', 'conversation_id'])
    .execute();
  await database.schema
    .createIndex('suspended_turns_by_time')
    .on('suspended_turns')
    .columns(['created_at', 'id'])
    .execute();

  await database.schema
    .createTable('suspended_transcripts')
    .addColumn('turn_id', 'text', (column) => column.primaryKey().notNull().references('suspended_turns.id'))
    .addColumn('transcript', 'text', (column) => column.notNull())
    .execute();
}
