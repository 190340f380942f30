import type { AuditEntry } from '../contract/audit.js';
import type { Decision } from '../contract/decisions.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import { DraftTable, type ReadableTable } from './draft-table.js';
import type {
  Assignment,
  Bot,
  CompanionSnapshot,
  Conversation,
  ConversationApproval,
  StoredSecret,
  StoredToken,
  SuspendedTurn,
  ToolSetting,
} from './records.js';

/** What a memory store keeps, by table. */
interface MemoryRows {
  readonly bots: Bot;
  /** Ids of removed bots, by themselves. */
  readonly retiredIds: string;
  /** Assignments of one bot in order, by its id. */
  readonly loadouts: readonly Assignment[];
  readonly toolSettings: ToolSetting;
  readonly decisions: Decision;
  readonly snapshots: CompanionSnapshot;
  readonly definitions: JsonObject;
  readonly conversations: Conversation;
  readonly secrets: StoredSecret;
  readonly conversationApprovals: ConversationApproval;
  readonly suspendedTurns: SuspendedTurn;
  /** By the ids of their turns. */
  readonly suspendedTranscripts: readonly JsonValue[];
  readonly tokens: StoredToken;
  /** By their ids: 1 is the first, and none is ever removed. */
  readonly audit: AuditEntry;
}

/** The tables as they are read. */
export type ReadableTables = { readonly [Name in keyof MemoryRows]: ReadableTable<MemoryRows[Name]> };

/** The tables as they are committed. */
export type MemoryTables = { readonly [Name in keyof MemoryRows]: Map<string, MemoryRows[Name]> };

/** The tables as a change sees them. */
export type DraftTables = { readonly [Name in keyof MemoryRows]: DraftTable<MemoryRows[Name]> };

/** Empty tables. */
export function createMemoryTables(): MemoryTables {
  return {
    bots: new Map(),
    retiredIds: new Map(),
    loadouts: new Map(),
    toolSettings: new Map(),
    decisions: new Map(),
    snapshots: new Map(),
    definitions: new Map(),
    conversations: new Map(),
    secrets: new Map(),
    conversationApprovals: new Map(),
    suspendedTurns: new Map(),
    suspendedTranscripts: new Map(),
    tokens: new Map(),
    audit: new Map(),
  };
}

/** The tables as they are now; rows are never changed, so only what leads to them is copied. */
export function copyMemoryTables(tables: MemoryTables): MemoryTables {
  return {
    bots: new Map(tables.bots),
    retiredIds: new Map(tables.retiredIds),
    loadouts: new Map(tables.loadouts),
    toolSettings: new Map(tables.toolSettings),
    decisions: new Map(tables.decisions),
    snapshots: new Map(tables.snapshots),
    definitions: new Map(tables.definitions),
    conversations: new Map(tables.conversations),
    secrets: new Map(tables.secrets),
    conversationApprovals: new Map(tables.conversationApprovals),
    suspendedTurns: new Map(tables.suspendedTurns),
    suspendedTranscripts: new Map(tables.suspendedTranscripts),
    tokens: new Map(tables.tokens),
    audit: new Map(tables.audit),
  };
}

/** A draft of each table. */
export function createDraftTables(tables: MemoryTables): DraftTables {
  return {
    bots: new DraftTable(tables.bots),
    retiredIds: new DraftTable(tables.retiredIds),
    loadouts: new DraftTable(tables.loadouts),
    toolSettings: new DraftTable(tables.toolSettings),
    decisions: new DraftTable(tables.decisions),
    snapshots: new DraftTable(tables.snapshots),
    definitions: new DraftTable(tables.definitions),
    conversations: new DraftTable(tables.conversations),
    secrets: new DraftTable(tables.secrets),
    conversationApprovals: new DraftTable(tables.conversationApprovals),
    suspendedTurns: new DraftTable(tables.suspendedTurns),
    suspendedTranscripts: new DraftTable(tables.suspendedTranscripts),
    tokens: new DraftTable(tables.tokens),
    audit: new DraftTable(tables.audit),
  };
}

/** One key of several texts. */
export function joinKey(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
