import type { Kysely } from 'kysely';

/** Version 4: the audit log has the id of the token through which a change came in. Names of tokens are not unique. */
export async function addAuditToken(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('audit').addColumn('actor_token', 'text').execute();
}
