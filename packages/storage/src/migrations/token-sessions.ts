import type { Kysely } from 'kysely';

/** Version 7: a token may be a session of another one. */
export async function addTokenSessions(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('tokens').addColumn('session_of', 'text').execute();
}
