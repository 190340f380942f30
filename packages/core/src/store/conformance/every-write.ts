import type { Store, StoreReader, StoreWriter } from '../roles.js';
import {
  newAssignment,
  newAssignments,
  newBot,
  newChange,
  newConversation,
  newConversationApproval,
  newDecision,
  newSecret,
  newSetting,
  newSnapshot,
  newSuspendedTurn,
  newToken,
  timeAt,
} from './new-records.js';

/** One write of each kind, each of which changes something after {@link fillStore}. */
export const everyWrite: Readonly<{ [Name in WriteName]: (writer: StoreWriter) => Promise<void> }> = {
  addBot: (writer) => writer.addBot(newBot('new')),
  renameBot: (writer) => writer.renameBot('demo', 'New name'),
  putAssignments: (writer) => writer.putAssignments('demo', [newAssignment('search', { label: 'New' })]),
  deleteAssignments: (writer) => writer.deleteAssignments('demo', ['get']),
  putToolSetting: (writer) => writer.putToolSetting(newSetting({ value: 7 })),
  deleteToolSetting: (writer) => writer.deleteToolSetting('acme-tools', 'search', 'sort'),
  putDecision: (writer) => writer.putDecision(newDecision({ value: 'deny' })),
  deleteDecision: (writer) => writer.deleteDecision('tools-off', ''),
  putSnapshot: (writer) => writer.putSnapshot(newSnapshot('acme-tools', { hash: 'c3', tools: [] })),
  deleteSnapshot: (writer) => writer.deleteSnapshot('mcp:desk'),
  putDefinition: (writer) => writer.putDefinition('b2', { name: 'get' }),
  putConversation: (writer) => writer.putConversation(newConversation('demo', 'room', { requiredConfidence: 'HIGH' })),
  putSecret: (writer) => writer.putSecret(newSecret('key', { sealed: 'other' })),
  deleteSecret: (writer) => writer.deleteSecret('spare'),
  putConversationApproval: (writer) =>
    writer.putConversationApproval(newConversationApproval('demo', { definitionHash: 'b2' })),
  deleteConversationApproval: (writer) => writer.deleteConversationApproval(newConversationApproval('other')),
  putSuspendedTurn: (writer) => writer.putSuspendedTurn(newSuspendedTurn('turn', 'demo', { document: { calls: [] } })),
  putSuspendedTranscript: (writer) => writer.putSuspendedTranscript('turn', [{ role: 'user', content: 'Hi' }]),
  deleteSuspendedTurn: (writer) => writer.deleteSuspendedTurn('spare'),
  addToken: (writer) => writer.addToken(newToken('new-token')),
  revokeToken: (writer) => writer.revokeToken('token', timeAt(1)),
  deleteToken: (writer) => writer.deleteToken('token-of-demo'),
  addAudit: (writer) => writer.addAudit(timeAt(1), { name: 'anna', via: 'code' }, [newChange({ after: 2 })]),
  // Last: those before need the bot.
  removeBot: (writer) => writer.removeBot('demo'),
};

type WriteName = Exclude<keyof StoreWriter, keyof StoreReader>;

/** Something in every table. */
export async function fillStore(store: Store): Promise<void> {
  await store.change(async (writer) => {
    for (const id of ['demo', 'other']) {
      await writer.addBot(newBot(id));
      await writer.putAssignments(id, newAssignments(['search', 'get']));
      await writer.putConversation(newConversation(id, 'room'));
      await writer.putConversationApproval(newConversationApproval(id));
    }
    await writer.putToolSetting(newSetting());
    await writer.putToolSetting(newSetting({ field: 'sort' }));
    await writer.putDecision(newDecision());
    await writer.putDecision(newDecision({ kind: 'tools-off', subject: '', value: true }));
    await writer.putSnapshot(newSnapshot('acme-tools'));
    await writer.putSnapshot(newSnapshot('mcp:desk'));
    await writer.putDefinition('a1', { name: 'search' });
    await writer.putSecret(newSecret('key'));
    await writer.putSecret(newSecret('spare'));
    await writer.putSuspendedTurn(newSuspendedTurn('turn', 'demo'));
    await writer.putSuspendedTurn(newSuspendedTurn('spare', 'other'));
    for (const id of ['turn', 'spare']) await writer.putSuspendedTranscript(id, []);
    await writer.addToken(newToken('token'));
    await writer.addToken(newToken('token-of-demo', { role: null, bot: 'demo' }));
    await writer.addAudit(timeAt(0), { name: 'anna', via: 'code' }, [newChange({ after: 1 })]);
  });
}

/** All that can be read of what {@link fillStore} and {@link everyWrite} write. */
export async function readAll(reader: StoreReader): Promise<Readonly<Record<string, unknown>>> {
  return {
    bots: await reader.listBots(),
    demo: await reader.getBot('demo'),
    assignments: [await reader.listAssignments('demo'), await reader.listAssignments('other')],
    assignedTools: await reader.listAssignedTools(),
    botsWithSearch: await reader.listBotsWithTool('search'),
    settings: await reader.listToolSettings(),
    decisions: await reader.listDecisions(),
    snapshots: await reader.listSnapshots(),
    definitions: [await reader.getDefinition('a1'), await reader.getDefinition('b2')],
    conversations: [await reader.getConversation('demo', 'room'), await reader.getConversation('other', 'room')],
    secrets: await reader.listSecrets(),
    conversationApprovals: [
      await reader.listConversationApprovals('demo', 'room'),
      await reader.listConversationApprovals('other', 'room'),
    ],
    suspendedTurns: await reader.listSuspendedTurns(),
    suspendedTurn: await reader.getSuspendedTurn('turn'),
    suspendedTranscripts: [await reader.getSuspendedTranscript('turn'), await reader.getSuspendedTranscript('spare')],
    tokens: await reader.listTokens(),
    token: await reader.findToken('hash of token'),
    audit: await reader.listAudit(),
  };
}
