import type { AccessToken } from '../contract/access.js';
import type { ConfidenceLevel } from '../contract/confidence.js';
import type { ToolMetadata } from '../contract/definition.js';
import type { JsonObject, JsonValue } from '../contract/json.js';

/** A named consumer of tools. Its id is a slug that never changes and is never used again. */
export interface Bot {
  readonly id: string;
  readonly displayName: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Grows with every change of its loadout, from 0. */
  readonly loadoutRevision: number;
}

/** What a new bot states. */
export interface NewBot {
  readonly id: string;
  /** Default: the id. */
  readonly displayName?: string;
}

/** One tool of a bot's loadout, with what is remembered of the tool as it was at assignment (contract 4.1). */
export interface Assignment {
  readonly toolName: string;
  /** `builtin`, `<package>`, `<package>/<provider id>` or `mcp:<server>`. */
  readonly owner: string;
  /** The label for people, so that the tool can be shown while it is absent. */
  readonly label: string;
  /** Null where the owner recognised the name without listing a definition. */
  readonly definitionHash: string | null;
  readonly settingsOverride: JsonObject | null;
  /** Derived from the owner. */
  readonly isBuiltIn: boolean;
  /** Place in the loadout, ascending; gaps are allowed. */
  readonly position: number;
  /** ISO 8601, UTC. */
  readonly assignedAt: string;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
}

/** A tool name as bots have it, with how many do. */
export interface AssignedTool {
  readonly toolName: string;
  readonly owner: string;
  /** Of the newest assignment. */
  readonly label: string;
  readonly botCount: number;
}

/** The operator's value for one field of a tool's settings. It counts for this owner's tool alone. */
export interface ToolSetting {
  readonly owner: string;
  /** The provider's own name for the tool. */
  readonly toolName: string;
  readonly field: string;
  readonly value: JsonValue;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
}

/**
 * What a provider last listed, so that it is known after a restart: its names stay reserved, and while it does not
 * answer its tools are served from here (contract 2.2).
 */
export interface CompanionSnapshot {
  readonly owner: string;
  readonly companionId: string;
  /** Definitions as plain JSON. */
  readonly tools: readonly JsonValue[];
  /** What people see of tools, also of those that are not listed at present. */
  readonly metadata: Readonly<Record<string, ToolMetadata>>;
  /**
   * The last definitions of tools that bots have and that are no longer listed, as plain JSON, the last that left first:
   * what they say counts when the provider runs such a tool all the same. Before them, where there are such, one entry
   * `{ relatedNames }`: groups of names that the provider ever stated for one tool.
   */
  readonly droppedTools: readonly JsonValue[];
  /** SHA-256 of all that, hexadecimal: an equal snapshot need not be written again. */
  readonly hash: string;
  /** ISO 8601, UTC. */
  readonly listedAt: string;
}

/** A snapshot as it is read. What somebody broke in the database is null there, so that the rest is of use. */
export interface StoredSnapshot extends Omit<CompanionSnapshot, 'tools' | 'metadata' | 'droppedTools'> {
  readonly tools: CompanionSnapshot['tools'] | null;
  readonly metadata: CompanionSnapshot['metadata'] | null;
  readonly droppedTools: CompanionSnapshot['droppedTools'] | null;
}

/** A snapshot without the lists. */
export interface SnapshotSummary extends Omit<CompanionSnapshot, 'tools' | 'metadata' | 'droppedTools'> {
  /** What tools, metadata and dropped tools take as JSON. */
  readonly bytes: number;
}

/** What is remembered of a conversation. */
export interface Conversation {
  readonly botId: string;
  readonly id: string;
  /** The highest level that a result required (contract 5.6). */
  readonly requiredConfidence: ConfidenceLevel;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
}

/** A secret that is set. Its value is where the vault has it. */
export interface StoredSecret {
  readonly name: string;
  /** What the vault answered. */
  readonly sealed: string;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
}

/** An approval that holds for a conversation. */
export interface ConversationApproval {
  readonly botId: string;
  readonly conversationId: string;
  readonly owner: string;
  readonly toolName: string;
  readonly definitionHash: string;
  /** ISO 8601, UTC. */
  readonly approvedAt: string;
}

/** What there is one approval for a conversation of. */
export type ConversationApprovalKey = Pick<ConversationApproval, 'botId' | 'conversationId' | 'owner' | 'toolName'>;

/**
 * A turn that waits for a person. The store keeps it as one document and knows the fields outside it only. The transcript
 * is kept beside it.
 */
export interface SuspendedTurn {
  /** The turn's id. */
  readonly id: string;
  readonly botId: string;
  readonly conversationId: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  readonly document: JsonObject;
}

/** A token as it is kept; when it was last used is kept with the traces. */
export interface StoredToken extends Omit<AccessToken, 'lastUsedAt'> {
  /** SHA-256 of the secret, hexadecimal. */
  readonly secretHash: string;
}
