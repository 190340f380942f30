import { LoadoutError } from '@loadout/core';
import type { Kysely, Transaction } from 'kysely';
import type { Migration } from './migrations.js';
import { migrations } from './migrations.js';
import type { DatabaseSchema } from './schema.js';

/** What a migration needs to know beside the database. */
export interface MigrationOptions {
  /** Name of the database in messages. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called first in the transaction. Throws for a database that is not empty and not ours. */
  readonly requireOwn?: () => void;
  /** Default: all there are. */
  readonly steps?: readonly Migration[];
}

/**
 * Brings the schema to the newest version, all steps or none: several processes may open a database at
 * once, and the first one's transaction makes the others wait. Throws `STORE_NEWER`, having changed nothing,
 * for a database with steps that this version does not know.
 */
export async function migrateDatabase(
  database: Kysely<DatabaseSchema>,
  { name, now, requireOwn, steps = migrations }: MigrationOptions,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    requireOwn?.();
    const found = await readVersion(transaction);
    const known = Math.max(0, ...steps.map(({ version }) => version));
    if (found > known) throw createNewerError(name, found, known);
    for (const step of steps) {
      if (step.version <= found) continue;
      // A step is written against the schema of its day, which no type describes any more.
      await step.up(transaction as Transaction<unknown>);
      const row = { version: step.version, name: step.name, applied_at: new Date(now()).toISOString() };
      await transaction.insertInto('schema_migrations').values(row).execute();
    }
  });
}

/** The version of the schema; 0 for an empty database, which gets its table of versions here. */
async function readVersion(transaction: Transaction<DatabaseSchema>): Promise<number> {
  await transaction.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
  const row = await transaction
    .selectFrom('schema_migrations')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}

function createNewerError(name: string, found: number, known: number): LoadoutError {
  return new LoadoutError(
    'STORE_NEWER',
    `The database "${name}" has version ${found} of the schema, and this Loadout knows versions up to ${known}. ` +
      'Update Loadout, or name another database.',
    { details: { file: name, found, known } },
  );
}
