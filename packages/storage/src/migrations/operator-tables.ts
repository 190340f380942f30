import type { Kysely } from 'kysely';

/** Version 2: what the operator chooses, what is remembered of companions and conversations, tokens and the audit log. */
export async function createOperatorTables(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('bots')
    .addColumn('loadout_revision', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await createChoices(database);
  await createMemories(database);
  await createTokens(database);
  await createAudit(database);
}

async function createChoices(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('tool_settings')
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('tool_name', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('tool_settings_primary_key', ['owner', 'tool_name', 'field'])
    .execute();

  await database.schema
    .createTable('decisions')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('decisions_primary_key', ['kind', 'subject'])
    .execute();
}

async function createMemories(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('companion_snapshots')
    .addColumn('owner', 'text', (column) => column.primaryKey().notNull())
    .addColumn('companion_id', 'text', (column) => column.notNull())
    .addColumn('tools', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('listed_at', 'text', (column) => column.notNull())
    .execute();

  await database.schema
    .createTable('definitions')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .execute();

  await database.schema
    .createTable('conversations')
    .addColumn('bot_id', 'text', (column) => column.notNull().references('bots.id'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('required_confidence', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('conversations_primary_key', ['bot_id', 'id'])
    .execute();
}

async function createTokens(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('tokens')
    .addColumn('number', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text')
    .addColumn('bot_id', 'text', (column) => column.references('bots.id'))
    .addColumn('confidence', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .execute();
  await database.schema.createIndex('tokens_by_bot').on('tokens').column('bot_id').execute();
}

async function createAudit(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('audit')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('actor_via', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('bot_id', 'text')
    .addColumn('tool_name', 'text')
    .addColumn('subject', 'text')
    .addColumn('value_before', 'text', (column) => column.notNull())
    .addColumn('value_after', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('audit_by_bot').on('audit').columns(['bot_id', 'id']).execute();
  await database.schema.createIndex('audit_by_tool').on('audit').columns(['tool_name', 'id']).execute();
}
