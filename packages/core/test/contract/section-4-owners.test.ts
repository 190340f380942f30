import { createMemoryStore, type StoreWriter } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../builders/built-ins.js';
import { createCompanion } from '../builders/companion.js';
import { createProvider } from '../builders/provider.js';
import { storeBot } from '../builders/stored-bot.js';
import { openHost, readText } from '../builders/turn-builders.js';

test('4.3 a tool that comes back under another owner is withheld until the operator accepts it', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot-a' }, [{ toolName: 'look', owner: '@acme/old' }]);
  const provider = createProvider(['look'], { mark: 'new' });
  const { host, startTurn } = await openHost({
    store,
    assign: null,
    companions: [createCompanion('@acme/new', provider)],
  });
  const turn = await startTurn();
  expect(turn.offered).toEqual([]);
  expect(turn.withheld).toMatchObject([{ name: 'look', code: 'owner-changed', owner: '@acme/new' }]);
  expect(turn.withheld[0]?.reason).toContain('@acme/old');
  expect((await turn.call({ name: 'look' })).status).toBe('BLOCKED');
  expect(provider.asked).toMatchObject({ executeTool: 0 });

  await host.changeLoadout('bot-a', [{ action: 'accept', tool: 'look' }]);
  expect(readText(await (await startTurn()).call({ name: 'look' }))).toBe('new ran look');
});

test('4.3 a name that nobody lists is answered by the owner that it was assigned from, and by no other', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot-a' }, [{ toolName: 'look', owner: '@acme/old' }]);
  const greedy = createProvider([], { providesTool: () => true });
  const { startTurn } = await openHost({ store, assign: null, companions: [createCompanion('@acme/new', greedy)] });
  expect((await (await startTurn()).call({ name: 'look' })).status).toBe('BLOCKED');
  expect(greedy.asked).toMatchObject({ providesTool: 0, executeTool: 0 });
});

test('4.3 a companion that says what it was formerly is withheld as well, until that is accepted for all its tools', async () => {
  const store = createMemoryStore();
  const tools = ['look', 'gone', 'other'].map((toolName) => ({ toolName, owner: '@acme/old' }));
  await storeBot(store, { id: 'bot-a' }, tools);
  await storeBot(store, { id: 'bot-b' }, [{ toolName: 'gone', owner: '@acme/old/second' }]);
  const renamed = createCompanion('@acme/new', createProvider(['look', 'other'], { mark: 'new' }), {
    formerly: ['@acme/old'],
  });
  const { host, startTurn } = await openHost({
    store,
    assign: null,
    companions: [renamed],
  });
  const { withheld } = await startTurn();
  expect(withheld.map(({ code }) => code)).toEqual(['owner-changed', 'absent', 'owner-changed']);
  expect(withheld[0]?.reason).toContain('under a new name');

  const accepted = await host.owners.accept('@acme/old', '@acme/new');
  expect(accepted).toMatchObject({ isFormerly: true });
  expect((await startTurn()).offered.map(({ name }) => name)).toEqual(['look', 'other']);
  // One acceptance is for all of them, also for what is not there at present.
  const owners = async (bot: string) => (await host.show(bot)).assignments.map(({ owner }) => owner);
  expect(await owners('bot-a')).toEqual(['@acme/new', '@acme/new', '@acme/new']);
});

test('4.3 a tool that bots have under the operator’s name is withheld with the owner that says what it was', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot-a' }, [{ toolName: 'course_search', owner: '@acme/old' }]);
  const rule = { kind: 'expose-as', subject: '@acme/old#search', value: 'course_search', updatedAt: '' } as const;
  await store.change((writer) => writer.putDecision(rule));
  const renamed = createCompanion('@acme/new', createProvider(['search'], { mark: 'new' }), {
    formerly: ['@acme/old'],
  });
  const { host, startTurn } = await openHost({ store, assign: null, companions: [renamed] });
  expect((await startTurn()).withheld).toMatchObject([
    {
      name: 'course_search',
      code: 'absent',
      reason: expect.stringMatching(
        /@acme\/new says that it is the same .* loadout owners accept @acme\/old @acme\/new$/,
      ),
    },
  ]);
  await host.owners.accept('@acme/old', '@acme/new');
  expect(readText(await (await startTurn()).call({ name: 'course_search' }))).toBe('new ran search');
});

test('4.3 a tool that moves into the built-ins moves by itself, and that is written down', async () => {
  const store = createMemoryStore();
  await storeBot(store, { id: 'bot-a' }, [{ toolName: 'word_count', owner: '@acme/old' }]);
  const opened = await openHost({ store, assign: null, ...createBuiltIns({ name: 'word_count' }) });
  const { host, startTurn } = opened;
  const turn = await startTurn();
  expect(turn.offered).toMatchObject([{ name: 'word_count', owner: 'builtin' }]);
  await host.close();
  expect(await store.listAssignments('bot-a')).toMatchObject([{ owner: 'builtin', isBuiltIn: true }]);
  expect(await store.listAudit()).toMatchObject([
    { action: 'assignment-changed', bot: 'bot-a', tool: 'word_count', actor: { via: 'host' } },
  ]);
});

test('4.3 a move into the built-ins is one change: settings, decisions and the assignment, or nothing', async () => {
  const memory = createMemoryStore();
  await storeBot(memory, { id: 'bot-a' }, [{ toolName: 'word_count', owner: '@acme/old' }]);
  const subject = '@acme/old#word_count';
  await memory.change((writer) => writer.putDecision({ kind: 'approval', subject, value: 'ask', updatedAt: '' }));
  let changes = 0;
  const store = {
    ...memory,
    change: <T>(work: (writer: StoreWriter) => Promise<T>) => {
      changes += 1;
      return memory.change(work);
    },
  };
  const { host, startTurn } = await openHost({ store, assign: null, ...createBuiltIns('word_count') });
  await startTurn();
  await host.close();
  expect(changes).toBe(1);
  expect(await memory.listAssignments('bot-a')).toMatchObject([{ owner: 'builtin' }]);
  expect(await memory.listDecisions()).toMatchObject([
    { kind: 'approval', subject: 'builtin#word_count', value: 'ask' },
  ]);
});

test('4.3 what somebody unassigned before its move into the built-ins was written down stays unassigned', async () => {
  const memory = createMemoryStore();
  await storeBot(memory, { id: 'bot-a' }, [{ toolName: 'word_count', owner: '@acme/old' }]);
  const store = {
    ...memory,
    change: async <T>(work: (writer: StoreWriter) => Promise<T>) => {
      await memory.change((writer) => writer.deleteAssignments('bot-a', ['word_count']));
      return memory.change(work);
    },
  };
  const { host, log, startTurn } = await openHost({ store, assign: null, ...createBuiltIns('word_count') });
  await startTurn();
  await host.close();
  expect(await memory.listAssignments('bot-a')).toEqual([]);
  expect(log).toEqual([]);
});
