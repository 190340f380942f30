import type { StoreReader, StoreWriter } from '@loadout/core';
import type { StoreDatabase } from './schema.js';

/**
 * How the parts of a store are read. They speak Kysely and nothing else, so the same parts serve every database that
 * Kysely knows. Failures of the database reject with `STORE_UNAVAILABLE`; all other errors pass through.
 */
export interface ReadAccess {
  /** For one query that gives few rows. */
  read<T>(query: (database: StoreDatabase) => Promise<T>): Promise<T>;
  /** For several queries: all of them see the same state, however long they take. */
  readWhole<T>(queries: (database: StoreDatabase) => Promise<T>): Promise<T>;
}

/** How a store reaches its database. */
export interface DatabaseSession extends ReadAccess {
  /** All that `work` reads is of one moment. */
  readMoment<T>(work: (reader: StoreReader) => Promise<T>): Promise<T>;
  /**
   * One transaction, which no other writer comes between: what it reads is still so when it commits. It is rolled back
   * when `work` rejects, and on disk when the promise resolves.
   */
  change<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>;
}
