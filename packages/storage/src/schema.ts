import type { GeneratedAlways } from 'kysely';

/** The tables as the newest migration leaves them. Times are ISO 8601, UTC. */
export interface DatabaseSchema {
  readonly bots: BotsTable;
  readonly bot_tools: BotToolsTable;
  readonly schema_migrations: SchemaMigrationsTable;
}

/** Every bot there ever was: a removed one leaves its row behind, so that its id is never used again. */
export interface BotsTable {
  readonly id: string;
  readonly display_name: string;
  readonly created_at: string;
  /** Null while the bot exists. */
  readonly removed_at: string | null;
}

/** Which bot has which tool. `tool_name` refers to nothing: a new tool needs no change here (contract 4.1). */
export interface BotToolsTable {
  readonly bot_id: string;
  readonly tool_name: string;
  readonly owner: string;
  readonly label: string;
  readonly definition_hash: string | null;
  /** JSON text of an object. */
  readonly settings_override: string | null;
  /** 1 where the owner is `builtin`, else 0. */
  readonly is_built_in: GeneratedAlways<number>;
  readonly position: number;
  readonly assigned_at: string;
  readonly updated_at: string;
}

/** One row for each migration that was applied. */
export interface SchemaMigrationsTable {
  readonly version: number;
  readonly name: string;
  readonly applied_at: string;
}
