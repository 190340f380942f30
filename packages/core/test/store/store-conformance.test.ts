import { AssertionError } from 'node:assert/strict';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/contract/json.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import type { Store, StoreReader, StoreWriter } from '../../src/store/roles.js';
import { storeConformance } from '../../src/store/store-conformance.js';

type BreakReader = (reader: StoreReader) => Partial<StoreReader>;
type BreakWriter = (writer: StoreWriter) => Partial<StoreWriter>;
type BreakStore = (store: Store) => Partial<Store>;

/** Faults of what is read, inside a change and outside. */
const readerFaults: Readonly<Record<string, BreakReader>> = {
  'lists bots backwards': (reader) => ({ listBots: async () => [...(await reader.listBots())].reverse() }),
  'forgets the revision of a loadout': (reader) => ({
    getBot: async (id) => {
      const bot = await reader.getBot(id);
      return bot && { ...bot, loadoutRevision: 0 };
    },
  }),
  'sorts assignments by name': (reader) => ({
    listAssignments: async (id) =>
      [...(await reader.listAssignments(id))].sort((a, b) => (a.toolName < b.toolName ? -1 : 1)),
  }),
  'ignores overrides': (reader) => ({
    listAssignments: async (id) =>
      (await reader.listAssignments(id)).map((one) => ({ ...one, settingsOverride: null })),
  }),
  'cuts loadouts at 1,000': (reader) => ({
    listAssignments: async (id) => (await reader.listAssignments(id)).slice(0, 1000),
  }),
  'finds bots by a prefix of the owner': (reader) => ({
    listBotsWithTool: (name, owner) => reader.listBotsWithTool(name, owner === 'mcp' ? 'mcp:desk' : owner),
  }),
  'counts tools by name alone': (reader) => ({
    listAssignedTools: async () => {
      const tools = await reader.listAssignedTools();
      return tools.filter(({ toolName }, index) => tools[index - 1]?.toolName !== toolName);
    },
  }),
  'loses settings that are null': (reader) => ({
    listToolSettings: async () => (await reader.listToolSettings()).filter(({ value }) => value !== null),
  }),
  'lists decisions backwards': (reader) => ({
    listDecisions: async () => [...(await reader.listDecisions())].reverse(),
  }),
  'gives snapshots without their metadata': (reader) => ({
    getSnapshot: async (owner) => {
      const found = await reader.getSnapshot(owner);
      return found && { ...found, metadata: {} };
    },
  }),
  'lists snapshots of one companion by a part of its id': (reader) => ({
    listSnapshots: async (id = '') => (await reader.listSnapshots()).filter((one) => one.companionId.startsWith(id)),
  }),
  'measures snapshots in characters': (reader) => ({
    listSnapshots: async (id) => {
      const summaries = await reader.listSnapshots(id);
      return Promise.all(
        summaries.map(async (one) => {
          const { tools, metadata } = (await reader.getSnapshot(one.owner)) ?? {};
          return { ...one, bytes: JSON.stringify(tools).length + JSON.stringify(metadata).length };
        }),
      );
    },
  }),
  'mixes conversations of bots': (reader) => ({
    getConversation: async (bot, id) =>
      (await reader.getConversation('demo', id)) ?? (await reader.getConversation(bot, id)),
  }),
  'lists secrets backwards': (reader) => ({
    listSecrets: async () => [...(await reader.listSecrets())].reverse(),
  }),
  'mixes approvals of conversations': (reader) => ({
    listConversationApprovals: (bot) => reader.listConversationApprovals(bot, 'room'),
  }),
  'lists approvals of one bot only': (reader) => ({
    listConversationApprovals: (bot, conversation) => reader.listConversationApprovals(bot ?? 'demo', conversation),
  }),
  'keeps no transcripts': () => ({ getSuspendedTranscript: async () => undefined }),
  'mixes waiting turns of bots': (reader) => ({
    listSuspendedTurns: async (_bot, conversation) =>
      (await reader.listSuspendedTurns()).filter(
        (turn) => conversation === undefined || turn.conversationId === conversation,
      ),
  }),
  'forgets what a waiting turn has': (reader) => ({
    getSuspendedTurn: async (id) => {
      const turn = await reader.getSuspendedTurn(id);
      return turn && { ...turn, document: {} };
    },
  }),
  'sorts tokens by id': (reader) => ({
    listTokens: async () => [...(await reader.listTokens())].sort((a, b) => (a.id < b.id ? -1 : 1)),
  }),
  'finds tokens by a part of the hash': (reader) => ({
    findToken: async (hash) => (await reader.listTokens()).find(({ secretHash }) => secretHash.startsWith(hash)),
  }),
  'finds no token that was revoked': (reader) => ({
    findToken: async (hash) => {
      const token = await reader.findToken(hash);
      return token?.revokedAt === null ? token : undefined;
    },
  }),
  'lists the audit log oldest first': (reader) => ({
    listAudit: async (filter) => [...(await reader.listAudit(filter))].reverse(),
  }),
  'ignores the actor in the audit log': (reader) => ({
    listAudit: ({ actor: _actor, ...filter } = {}) => reader.listAudit(filter),
  }),
  'begins a page with the entry that ended the one before': (reader) => ({
    listAudit: ({ beforeId, ...filter } = {}) =>
      reader.listAudit(beforeId === undefined ? filter : { ...filter, beforeId: beforeId + 1 }),
  }),
  'folds case in hashes': (reader) => ({ getDefinition: (hash) => reader.getDefinition(hash.toLowerCase()) }),
  'cuts texts at NUL': (reader) => ({
    listAssignments: async (id) =>
      (await reader.listAssignments(id)).map((one) => ({ ...one, label: one.label.split('\0')[0] ?? '' })),
  }),
  'hands out live settings': (reader) => {
    const live = new Map<unknown, Awaited<ReturnType<StoreReader['listToolSettings']>>>();
    return {
      listToolSettings: async () => {
        const list = await reader.listToolSettings();
        const key = JSON.stringify(list);
        live.set(key, live.get(key) ?? structuredClone(list));
        return live.get(key) ?? [];
      },
    };
  },
};

/** Faults of what is written. */
const writerFaults: Readonly<Record<string, BreakWriter>> = {
  'forgets display names': (writer) => ({ addBot: (bot) => writer.addBot({ ...bot, displayName: bot.id }) }),
  'takes an id again silently': (writer) => ({
    addBot: async (bot) => {
      if ((await writer.getBot(bot.id)) === undefined) await writer.addBot(bot);
    },
  }),
  'drops assignments to unknown bots': (writer) => ({
    putAssignments: (id, list) => writer.putAssignments(id, list).catch(() => {}),
  }),
  'takes tokens of unknown bots': (writer) => ({
    addToken: async (token) => {
      const isKnown = token.bot === null || (await writer.getBot(token.bot)) !== undefined;
      await writer.addToken(isKnown ? token : { ...token, bot: null });
    },
  }),
  'keeps what an assignment had before': (writer) => ({
    putAssignments: async (id, list) => {
      const before = new Map((await writer.listAssignments(id)).map((one) => [one.toolName, one]));
      const merged = list.map((one) => ({ ...one, owner: before.get(one.toolName)?.owner ?? one.owner }));
      await writer.putAssignments(id, merged);
    },
  }),
  'deletes tools of every bot': (writer) => ({
    deleteAssignments: async (id, names) => {
      await writer.deleteAssignments(id, names);
      for (const bot of await writer.listBots()) await writer.deleteAssignments(bot.id, names);
    },
  }),
  'deletes settings of a tool by owner alone': (writer) => ({
    deleteToolSetting: async (owner) => {
      for (const one of await writer.listToolSettings()) {
        if (one.owner === owner) await writer.deleteToolSetting(one.owner, one.toolName, one.field);
      }
    },
  }),
  'keeps one decision of a kind': (writer) => ({
    putDecision: async (decision) => {
      for (const { kind, subject } of await writer.listDecisions()) {
        if (kind === decision.kind) await writer.deleteDecision(kind, subject);
      }
      await writer.putDecision(decision);
    },
  }),
  'deletes no snapshots': () => ({ deleteSnapshot: async () => {} }),
  'writes a conversation once': (writer) => ({
    putConversation: async (one) => {
      if ((await writer.getConversation(one.botId, one.id)) === undefined) await writer.putConversation(one);
    },
  }),
  'writes a secret once': (writer) => ({
    putSecret: async (secret) => {
      const known = await writer.listSecrets();
      if (!known.some(({ name }) => name === secret.name)) await writer.putSecret(secret);
    },
  }),
  'deletes no secrets': () => ({ deleteSecret: async () => {} }),
  'keeps the first approval of a tool': (writer) => ({
    putConversationApproval: async (one) => {
      const known = await writer.listConversationApprovals(one.botId, one.conversationId);
      if (!known.some(({ toolName, owner }) => toolName === one.toolName && owner === one.owner))
        await writer.putConversationApproval(one);
    },
  }),
  'deletes no approval': () => ({ deleteConversationApproval: async () => {} }),
  'deletes all approvals of a tool': (writer) => ({
    deleteConversationApproval: async ({ toolName }) => {
      const all = await writer.listConversationApprovals();
      for (const one of all) if (one.toolName === toolName) await writer.deleteConversationApproval(one);
    },
  }),
  'puts transcripts of turns that are not there': (writer) => ({
    putSuspendedTranscript: (id, transcript) => writer.putSuspendedTranscript(id, transcript).catch(() => {}),
  }),
  'deletes no waiting turn': () => ({ deleteSuspendedTurn: async () => {} }),
  'drops waiting turns of unknown bots': (writer) => ({
    putSuspendedTurn: (turn) => writer.putSuspendedTurn(turn).catch(() => {}),
  }),
  'takes unknown tokens for revoked': (writer) => ({
    revokeToken: (id, at) => writer.revokeToken(id, at).catch(() => {}),
  }),
  'deletes no token': () => ({ deleteToken: async () => {} }),
  'deletes tokens whatever the case of their ids': (writer) => ({
    deleteToken: async (given) => {
      for (const { id } of await writer.listTokens()) {
        if (id.toLowerCase() === given.toLowerCase()) await writer.deleteToken(id);
      }
    },
  }),
  'takes sessions for tokens': (writer) => ({ addToken: (token) => writer.addToken({ ...token, session: null }) }),
  'forgets whose a session is': (writer) => ({
    addToken: (token) => writer.addToken({ ...token, session: token.session && { of: null } }),
  }),
  'writes the audit log backwards': (writer) => ({
    addAudit: (at, actor, changes) => writer.addAudit(at, actor, [...changes].reverse()),
  }),
  'deletes no decisions': () => ({ deleteDecision: async () => {} }),
};

/** Faults of the unit of work. */
const storeFaults: Readonly<Record<string, BreakStore>> = {
  'has a revision that stands still': () => ({ revision: () => 1 }),
  'has a revision that always moves': () => ({ revision: () => Math.random() }),
  'loses what a change answers': (store) => ({
    change: async (work) => {
      await store.change(work);
      return undefined as never;
    },
  }),
  'wraps errors': (store) => ({
    change: (work) =>
      store.change(work).catch((cause: unknown) => {
        throw new Error('The change failed.', { cause });
      }),
  }),
  'reads what is changed while it reads': (store) => ({ read: (work) => work(store) }),
  'wraps errors of reads': (store) => ({
    read: (work) =>
      store.read(work).catch((cause: unknown) => {
        throw new Error('The read failed.', { cause });
      }),
  }),
  'makes changes wait for reads': (store) => {
    let reading: Promise<unknown> = Promise.resolve();
    return {
      read: (work) => {
        const answer = store.read(work);
        reading = answer.catch(() => {});
        return answer;
      },
      change: async (work) => {
        const timedOut = new Promise((_, reject) => setTimeout(() => reject(new Error('waits for ever')), 50).unref());
        await Promise.race([reading, timedOut]);
        return store.change(work);
      },
    };
  },
  'commits what was rejected': (store) => ({
    change: async (work) => {
      const result = await store.change(async (writer) => {
        try {
          return { answer: await work(writer) };
        } catch (error) {
          return { error };
        }
      });
      if ('error' in result) throw result.error;
      return result.answer;
    },
  }),
  'shows what is not committed': (store) => {
    let current: StoreWriter | undefined;
    return {
      listBots: () => (current ?? store).listBots(),
      change: (work) =>
        store.change(async (writer) => {
          current = writer;
          try {
            return await work(writer);
          } finally {
            current = undefined;
          }
        }),
    };
  },
  'lets changes interleave': (store) => ({
    change: (work) => {
      const settings = store.listToolSettings();
      return store.change((writer) => {
        let hasWritten = false;
        return work({
          ...writer,
          listToolSettings: () => (hasWritten ? writer.listToolSettings() : settings),
          putToolSetting: (setting) => {
            hasWritten = true;
            return writer.putToolSetting(setting);
          },
          deleteToolSetting: (...setting) => {
            hasWritten = true;
            return writer.deleteToolSetting(...setting);
          },
        });
      });
    },
  }),
  'keeps definitions as they were given': (store) => {
    const given = new Map<string, JsonObject>();
    return {
      getDefinition: async (hash) => given.get(hash) ?? store.getDefinition(hash),
      change: (work) =>
        store.change((writer) =>
          work({
            ...writer,
            putDefinition: async (hash, definition) => {
              await writer.putDefinition(hash, definition);
              given.set(hash, definition);
            },
          }),
        ),
    };
  },
  'keeps writers alive': (store) => ({
    change: (work) =>
      store.change((writer) => {
        const immortal = {
          ...writer,
          addAudit: (...entry: Parameters<StoreWriter['addAudit']>) =>
            writer.addAudit(...entry).catch(() => store.change((next) => next.addAudit(...entry))),
        };
        return work(immortal);
      }),
  }),
  'closes without waiting': () => ({ close: async () => {} }),
  'cannot close twice': (store) => {
    let isClosed = false;
    return {
      close: async () => {
        if (isClosed) throw new Error('closed already');
        isClosed = true;
        await store.close();
      },
    };
  },
};

const faults: readonly (readonly [fault: string, makeBroken: () => Store])[] = [
  ...Object.entries(readerFaults).map(
    ([fault, breakReader]) => [fault, () => breakStore(createMemoryStore(), breakReader, () => ({}))] as const,
  ),
  ...Object.entries(writerFaults).map(
    ([fault, breakWriter]) => [fault, () => breakStore(createMemoryStore(), () => ({}), breakWriter)] as const,
  ),
  ...Object.entries(storeFaults).map(([fault, make]) => {
    const makeBroken = (): Store => {
      const store = createMemoryStore();
      return { ...store, ...make(store) };
    };
    return [fault, makeBroken] as const;
  }),
];

// A suite that finds no fault in one of these proves nothing.
for (const [fault, makeBroken] of faults) {
  test(`the suite finds a store that ${fault}`, async () => {
    expect(await findBroken(makeBroken)).toBeDefined();
  });
}

test('titles differ, and a broken promise is an AssertionError', async () => {
  expect(new Set(storeConformance.map(({ title }) => title)).size).toBe(storeConformance.length);
  const check = storeConformance.find(({ title }) => title.startsWith('revision is another one'));
  await expect(check?.run(async () => ({ ...createMemoryStore(), revision: () => 1 }))).rejects.toThrow(AssertionError);
});

/** The title of the first promise that is broken. */
async function findBroken(makeStore: () => Store): Promise<string | undefined> {
  for (const { title, run } of storeConformance) {
    try {
      await run(async () => makeStore());
    } catch {
      return title;
    }
  }
  return undefined;
}

function breakStore(store: Store, breakReader: BreakReader, breakWriter: BreakWriter): Store {
  return {
    ...store,
    ...breakReader(store),
    read: (work) => store.read((reader) => work({ ...reader, ...breakReader(reader) })),
    change: (work) => store.change((writer) => work({ ...writer, ...breakReader(writer), ...breakWriter(writer) })),
  };
}
