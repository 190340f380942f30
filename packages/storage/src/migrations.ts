import type { Kysely } from 'kysely';
import { addAuditToken } from './migrations/audit-token.js';
import { createBotsAndLoadouts } from './migrations/bots-and-loadouts.js';
import { addDroppedTools } from './migrations/dropped-tools.js';
import { createOperatorTables } from './migrations/operator-tables.js';
import { addTokenSessions } from './migrations/token-sessions.js';
import { indexBotTools } from './migrations/tool-indexes.js';
import { createSecretsAndWaitingTurns } from './migrations/waiting-turns.js';

/** One step from a version of the schema to the next. There is no way back. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  up(database: Kysely<unknown>): Promise<void>;
}

/** All steps, ascending. A published one is never changed: what it did wrong, a later one puts right. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'bots-and-loadouts', up: createBotsAndLoadouts },
  { version: 2, name: 'operator-tables', up: createOperatorTables },
  { version: 3, name: 'tool-indexes', up: indexBotTools },
  { version: 4, name: 'audit-token', up: addAuditToken },
  { version: 5, name: 'waiting-turns', up: createSecretsAndWaitingTurns },
  { version: 6, name: 'dropped-tools', up: addDroppedTools },
  { version: 7, name: 'token-sessions', up: addTokenSessions },
];
