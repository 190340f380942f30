import type { Change } from '../../contract/audit.js';
import type { Decision } from '../../contract/decisions.js';
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
} from '../records.js';

const START = Date.UTC(2024, 1, 29, 12);

/** A time, `seconds` after one that all checks share. */
export function timeAt(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString();
}

/** A bot as it is added. */
export function newBot(id: string, displayName = `Name of ${id}`): Omit<Bot, 'loadoutRevision'> {
  return { id, displayName, createdAt: timeAt(0) };
}

/** An assignment of a companion's tool where nothing else is said. */
export function newAssignment(toolName: string, rest: Partial<Assignment> = {}): Assignment {
  return {
    toolName,
    owner: 'acme-tools',
    label: `Label of ${toolName}`,
    definitionHash: 'a1',
    settingsOverride: null,
    isBuiltIn: false,
    position: 1,
    assignedAt: timeAt(0),
    updatedAt: timeAt(0),
    ...rest,
  };
}

/** Assignments at the positions 1, 2, 3 and so on. */
export function newAssignments(toolNames: readonly string[], rest: Partial<Assignment> = {}): readonly Assignment[] {
  return toolNames.map((toolName, index) => newAssignment(toolName, { position: index + 1, ...rest }));
}

/** A value for the field `limit`. */
export function newSetting(rest: Partial<ToolSetting> = {}): ToolSetting {
  return { owner: 'acme-tools', toolName: 'search', field: 'limit', value: 5, updatedAt: timeAt(0), ...rest };
}

/** A decision on a tool. */
export function newDecision(rest: Partial<Decision> = {}): Decision {
  return { kind: 'approval', subject: 'acme-tools#search', value: 'ask', updatedAt: timeAt(0), ...rest };
}

/** What an owner lists. */
export function newSnapshot(owner: string, rest: Partial<CompanionSnapshot> = {}): CompanionSnapshot {
  return {
    owner,
    companionId: 'acme-tools',
    tools: [{ name: 'search', description: 'Searches.', schema: { type: 'object', properties: {} } }],
    metadata: { search: { label: { en: 'Search', de: 'Suche' }, icon: 'loupe' } },
    droppedTools: [{ name: 'find', description: 'Finds.', schema: { type: 'object', properties: {} } }],
    hash: 'b2',
    listedAt: timeAt(0),
    ...rest,
  };
}

/** A conversation of a bot. */
export function newConversation(botId: string, id: string, rest: Partial<Conversation> = {}): Conversation {
  return { botId, id, requiredConfidence: 'MEDIUM', updatedAt: timeAt(0), ...rest };
}

/** A secret as a vault answered it. */
export function newSecret(name: string, rest: Partial<StoredSecret> = {}): StoredSecret {
  return { name, sealed: `sealed ${name}`, updatedAt: timeAt(0), ...rest };
}

/** An approval for the conversation `room`. */
export function newConversationApproval(botId: string, rest: Partial<ConversationApproval> = {}): ConversationApproval {
  return {
    botId,
    conversationId: 'room',
    owner: 'acme-tools',
    toolName: 'search',
    definitionHash: 'a1',
    approvedAt: timeAt(0),
    ...rest,
  };
}

/** A turn that waits, in the conversation `room`. */
export function newSuspendedTurn(id: string, botId: string, rest: Partial<SuspendedTurn> = {}): SuspendedTurn {
  return {
    id,
    botId,
    conversationId: 'room',
    createdAt: timeAt(0),
    expiresAt: timeAt(100),
    document: { calls: [{ id: 'c1', arguments: { text: 'Grüße 🔎' } }] },
    ...rest,
  };
}

/** A token with a role. */
export function newToken(id: string, rest: Partial<StoredToken> = {}): StoredToken {
  return {
    id,
    name: `Name of ${id}`,
    role: 'viewer',
    bot: null,
    confidence: 'UNKNOWN',
    createdAt: timeAt(0),
    createdBy: 'anna',
    expiresAt: null,
    revokedAt: null,
    session: null,
    secretHash: `hash of ${id}`,
    ...rest,
  };
}

/** A change for the audit log. */
export function newChange(rest: Partial<Change> = {}): Change {
  return { action: 'tool-assigned', bot: 'demo', tool: 'search', subject: null, before: null, after: null, ...rest };
}
