/** `@loadout/storage`: the store in a database file. */
export { openSqliteStore, type SqliteStoreOptions } from './open-sqlite-store.js';
export { makeFolder } from './sqlite/make-folder.js';
export { openSqliteTraces, type SqliteTracesOptions } from './traces/open-sqlite-traces.js';
export type { SqliteTraces, TracesRetention } from './traces/sqlite-traces.js';
export { tracesFileOf } from './traces/traces-file-of.js';
