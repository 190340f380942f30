/** `@loadout/storage`: the store in a database file. */
export { openSqliteStore, type SqliteStoreOptions } from './open-sqlite-store.js';
