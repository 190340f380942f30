import type { ActorInterface, AuditAction, ConfidenceLevel, DecisionKind, Role } from '@loadout/core';
import type { GeneratedAlways, Kysely } from 'kysely';

/** The database, or a transaction in it: what the parts of the store read and write, whichever database it is. */
export type StoreDatabase = Kysely<DatabaseSchema>;

/** The tables as the newest migration leaves them. Times are ISO 8601, UTC; JSON is text. */
export interface DatabaseSchema {
  readonly audit: AuditTable;
  readonly bots: BotsTable;
  readonly bot_tools: BotToolsTable;
  readonly companion_snapshots: CompanionSnapshotsTable;
  readonly conversation_approvals: ConversationApprovalsTable;
  readonly conversations: ConversationsTable;
  readonly decisions: DecisionsTable;
  readonly definitions: DefinitionsTable;
  readonly schema_migrations: SchemaMigrationsTable;
  readonly secrets: SecretsTable;
  readonly suspended_transcripts: SuspendedTranscriptsTable;
  readonly suspended_turns: SuspendedTurnsTable;
  readonly tokens: TokensTable;
  readonly tool_settings: ToolSettingsTable;
}

/** Every bot there ever was: a removed one leaves its row behind, so that its id is never used again. */
export interface BotsTable {
  readonly id: string;
  readonly display_name: string;
  readonly created_at: string;
  /** Null while the bot exists. */
  readonly removed_at: string | null;
  readonly loadout_revision: number;
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

/** The operator's values for fields of tools. */
export interface ToolSettingsTable {
  readonly owner: string;
  readonly tool_name: string;
  readonly field: string;
  /** JSON text. */
  readonly value: string;
  readonly updated_at: string;
}

/** What the operator decided, one row each. */
export interface DecisionsTable {
  readonly kind: DecisionKind;
  /** Empty where the kind has none. */
  readonly subject: string;
  /** JSON text. */
  readonly value: string;
  readonly updated_at: string;
}

/** What each owner last listed. */
export interface CompanionSnapshotsTable {
  readonly owner: string;
  readonly companion_id: string;
  /** JSON text of an array. */
  readonly tools: string;
  /** JSON text of an object. */
  readonly metadata: string;
  readonly hash: string;
  readonly listed_at: string;
  /** JSON text of an array. */
  readonly dropped_tools: string;
}

/** Definitions that were accepted once, by their hash. */
export interface DefinitionsTable {
  readonly hash: string;
  /** JSON text of an object. */
  readonly definition: string;
}

/** What is remembered of conversations. */
export interface ConversationsTable {
  readonly bot_id: string;
  readonly id: string;
  readonly required_confidence: ConfidenceLevel;
  readonly updated_at: string;
}

/** Secrets as their vault sealed them: there is no value among them. */
export interface SecretsTable {
  readonly name: string;
  readonly sealed: string;
  readonly updated_at: string;
}

/** Approvals that hold for a conversation. */
export interface ConversationApprovalsTable {
  readonly bot_id: string;
  readonly conversation_id: string;
  readonly owner: string;
  readonly tool_name: string;
  readonly definition_hash: string;
  readonly approved_at: string;
}

/** Turns that wait for a person. */
export interface SuspendedTurnsTable {
  readonly id: string;
  readonly bot_id: string;
  readonly conversation_id: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  /** JSON text of an object. */
  readonly document: string;
}

/** What is kept of their conversations: apart, because it may be large, and is read when a turn goes on only. */
export interface SuspendedTranscriptsTable {
  readonly turn_id: string;
  /** JSON text of a list. */
  readonly transcript: string;
}

/** Who may reach the host from outside. Of a secret there is the hash alone. */
export interface TokensTable {
  /** Ascending in the order of their making. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  /** Null for a token of a bot. */
  readonly role: Role | null;
  /** Null for a token with a role. */
  readonly bot_id: string | null;
  readonly confidence: ConfidenceLevel;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly secret_hash: string;
  /** Null for a token that was made as one; else the id of the token that a session is of, empty for the server's own. */
  readonly session_of: string | null;
}

/** The log of changes. Rows are added and never changed. */
export interface AuditTable {
  /** Ascending in the order of writing. */
  readonly id: number;
  readonly at: string;
  readonly actor_name: string;
  readonly actor_via: ActorInterface;
  readonly actor_token: string | null;
  readonly action: AuditAction;
  /** Refers to nothing: the entries of a removed bot stay. */
  readonly bot_id: string | null;
  readonly tool_name: string | null;
  readonly subject: string | null;
  /** JSON text. */
  readonly value_before: string;
  /** JSON text. */
  readonly value_after: string;
}

/** One row for each migration that was applied. */
export interface SchemaMigrationsTable {
  readonly version: number;
  readonly name: string;
  readonly applied_at: string;
}
