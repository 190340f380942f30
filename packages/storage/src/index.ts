/** `@loadout/storage`: the store in a database file. */
export { openSqliteStore, type SqliteStoreOptions } from './open-sqlite-store.js';
export { keyFileOf } from './secrets/key-file.js';
export { createLazySecretVault } from './secrets/lazy-secret-vault.js';
export { openSecretVault, type SecretStoreKind, type SecretVaultOptions } from './secrets/open-secret-vault.js';
export { makeFolder } from './sqlite/make-folder.js';
export { openSqliteTraces, type SqliteTracesOptions } from './traces/open-sqlite-traces.js';
export type { SqliteTraces, TracesRetention } from './traces/sqlite-traces.js';
export { tracesFileOf } from './traces/traces-file-of.js';
