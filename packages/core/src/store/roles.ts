import type { Actor } from '../contract/actor.js';
import type { AuditEntry, AuditFilter, Change } from '../contract/audit.js';
import type { Decision, DecisionKind } from '../contract/decisions.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type {
  AssignedTool,
  Assignment,
  Bot,
  CompanionSnapshot,
  Conversation,
  ConversationApproval,
  ConversationApprovalKey,
  SnapshotSummary,
  StoredSecret,
  StoredSnapshot,
  StoredToken,
  SuspendedTurn,
  ToolSetting,
} from './records.js';

/**
 * All that the host keeps. A store keeps records and knows no rules: those are the host's, which reads, decides and
 * writes inside one {@link Store.change}.
 */
export interface Store extends StoreReader {
  /**
   * Whether what it keeps outlives the process. The host takes snapshots of lists for such a store only.
   */
  readonly isDurable: boolean;
  /**
   * One change, whole or not at all: what `work` reads through the writer stays so until it is done, and no other
   * writer, of any process, comes between. When the promise resolves, the change is on disk; when `work` rejects,
   * nothing of it has happened, and the promise rejects with the same error. Do nothing in it but read and write: others
   * wait. The writer is useless afterwards.
   */
  change<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>;
  /** All that `work` reads through the reader is of one moment, whatever others change meanwhile. Nobody waits for it. */
  read<T>(work: (reader: StoreReader) => Promise<T>): Promise<T>;
  /**
   * Changes whenever anything in the store did, in this process or in another one. Synchronous and cheap: the host
   * compares it at the start of each turn instead of reading. Only revisions of the same object can be compared. Read it
   * before the data that it stands for: a change in between is then seen.
   */
  revision(): string | number;
  /** What is wrong with the store itself, one sentence each. Reads all of it. Absent: it cannot tell. */
  examine?(): Promise<readonly string[]>;
  /** Writes a whole copy while others go on. Throws `STORE_UNAVAILABLE` where the file is there already. Absent: it cannot. */
  backUp?(file: string): Promise<void>;
  /** Waits for what is under way, then lets go of files and connections. Safe to call twice. Nothing else may follow. */
  close(): Promise<void>;
}

/** What can be read. What is answered is frozen, or a copy. */
export interface StoreReader {
  getBot(botId: string): Promise<Bot | undefined>;
  /** In order of their ids. */
  listBots(): Promise<readonly Bot[]>;
  /** In order of their positions. Empty for an unknown bot. */
  listAssignments(botId: string): Promise<readonly Assignment[]>;
  /** Of all bots, by name and owner, in that order. */
  listAssignedTools(): Promise<readonly AssignedTool[]>;
  /** The ids of the bots that have a tool of this name, of this owner where one is given, in order. */
  listBotsWithTool(toolName: string, owner?: string): Promise<readonly string[]>;
  /** In order of owner, tool and field. */
  listToolSettings(): Promise<readonly ToolSetting[]>;
  /** In order of kind and subject. */
  listDecisions(): Promise<readonly Decision[]>;
  /** What is kept of lists, without the lists; of one companion where its id is given. In order of owners. */
  listSnapshots(companionId?: string): Promise<readonly SnapshotSummary[]>;
  /** Also one that is broken: see {@link StoredSnapshot}. */
  getSnapshot(owner: string): Promise<StoredSnapshot | undefined>;
  /** A definition that was accepted once, by its hash. */
  getDefinition(hash: string): Promise<JsonObject | undefined>;
  getConversation(botId: string, id: string): Promise<Conversation | undefined>;
  /** In order of their names. */
  listSecrets(): Promise<readonly StoredSecret[]>;
  /** In order of bot, conversation, owner and tool; of one bot, or of one conversation of it, where those are given. */
  listConversationApprovals(botId?: string, conversationId?: string): Promise<readonly ConversationApproval[]>;
  /** In order of `createdAt` and id; of one bot, or of one conversation of it, where those are given. */
  listSuspendedTurns(botId?: string, conversationId?: string): Promise<readonly SuspendedTurn[]>;
  getSuspendedTurn(id: string): Promise<SuspendedTurn | undefined>;
  /** What is kept of a turn's conversation beside it. It may be large, so it is read when the turn goes on only. */
  getSuspendedTranscript(turnId: string): Promise<readonly JsonValue[] | undefined>;
  /** In the order of their making; revoked and expired ones too. */
  listTokens(): Promise<readonly StoredToken[]>;
  /** The token whose secret has this hash, whatever its state. */
  findToken(secretHash: string): Promise<StoredToken | undefined>;
  /** Newest first. */
  listAudit(filter?: AuditFilter): Promise<readonly AuditEntry[]>;
}

/** What a change writes. What it writes, it reads. */
export interface StoreWriter extends StoreReader {
  /** With `loadoutRevision` 0. Throws `BOT_EXISTS`, or `BOT_ID_RETIRED` for the id of a removed bot. */
  addBot(bot: Omit<Bot, 'loadoutRevision'>): Promise<void>;
  /** Throws `BOT_UNKNOWN`. */
  renameBot(botId: string, displayName: string): Promise<void>;
  /**
   * Removes the bot, its loadout, its conversations with their approvals, its suspended turns and its tokens; the id is
   * retired. Throws `BOT_UNKNOWN`.
   */
  removeBot(botId: string): Promise<void>;
  /** Writes assignments over those of the same names, and raises the loadout's revision. Throws `BOT_UNKNOWN`. */
  putAssignments(botId: string, assignments: readonly Assignment[]): Promise<void>;
  /** Removes by name what is there, and raises the loadout's revision. Throws `BOT_UNKNOWN`. */
  deleteAssignments(botId: string, toolNames: readonly string[]): Promise<void>;
  putToolSetting(setting: ToolSetting): Promise<void>;
  deleteToolSetting(owner: string, toolName: string, field: string): Promise<void>;
  putDecision(decision: Decision): Promise<void>;
  deleteDecision(kind: DecisionKind, subject: string): Promise<void>;
  /** Writes over the one of the same owner. */
  putSnapshot(snapshot: CompanionSnapshot): Promise<void>;
  deleteSnapshot(owner: string): Promise<void>;
  putDefinition(hash: string, definition: JsonObject): Promise<void>;
  /** Writes over the one of the same bot and id. Throws `BOT_UNKNOWN`. */
  putConversation(conversation: Conversation): Promise<void>;
  /** Writes over the one of the same name. */
  putSecret(secret: StoredSecret): Promise<void>;
  deleteSecret(name: string): Promise<void>;
  /** Writes over the one of the same bot, conversation, owner and tool. Throws `BOT_UNKNOWN`. */
  putConversationApproval(approval: ConversationApproval): Promise<void>;
  deleteConversationApproval(approval: ConversationApprovalKey): Promise<void>;
  /** Writes over the one of the same id. Throws `BOT_UNKNOWN`. */
  putSuspendedTurn(turn: SuspendedTurn): Promise<void>;
  /** Writes over the one of the same turn, with which it goes. Throws `TURN_UNKNOWN`. */
  putSuspendedTranscript(turnId: string, transcript: readonly JsonValue[]): Promise<void>;
  deleteSuspendedTurn(id: string): Promise<void>;
  /** Throws `BOT_UNKNOWN` for a token of a bot that is not there. */
  addToken(token: StoredToken): Promise<void>;
  /** Throws `TOKEN_UNKNOWN`. A token that was revoked already keeps that time. */
  revokeToken(id: string, at: string): Promise<void>;
  /** Nothing is left of it. One that is not there is no error. */
  deleteToken(id: string): Promise<void>;
  /** Adds to the audit log, in this order. */
  addAudit(at: string, actor: Actor, changes: readonly Change[]): Promise<void>;
}
