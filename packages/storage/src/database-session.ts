import type { Kysely, Transaction } from 'kysely';
import type { DatabaseSchema } from './schema.js';

/**
 * How the parts of a store reach their database. They speak Kysely and nothing else, so the same parts
 * serve every database that Kysely knows. Failures of the database reject with `STORE_UNAVAILABLE`; all other
 * errors pass through.
 */
export interface DatabaseSession {
  /** One query. */
  read<T>(query: (database: Kysely<DatabaseSchema>) => Promise<T>): Promise<T>;
  /**
   * One transaction, which no other writer comes between: what it reads is still so when it commits. It is
   * rolled back when `work` rejects, and on disk when the promise resolves.
   */
  change<T>(work: (transaction: Transaction<DatabaseSchema>) => Promise<T>): Promise<T>;
}
