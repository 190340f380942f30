import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Change, CompanionSnapshot, Store, StoredToken } from '@loadout/core';
import { isLoadoutError } from '@loadout/core';
import { storeConformance } from '@loadout/core/store-conformance';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';
import { addBot, assign, listNames, newAssignment, someTime } from './new-assignment.js';
import { makeDatabasePath, makeTemporaryFolder } from './temporary-folder.js';

for (const { title, run } of storeConformance) {
  test(title, () => run(() => openSqliteStore({ file: makeDatabasePath() })));
}

test('file and folders are made where they are missing', async () => {
  const file = path.join(makeTemporaryFolder(), 'a', 'b with spaces', 'löadout.db');
  const store = await openSqliteStore({ file });
  expect(statSync(file).isFile()).toBe(true);
  expect(store.isDurable).toBe(true);
  await store.close();
});

test('a relative path is one of the working directory, also when it looks like a URI', async () => {
  const folder = makeTemporaryFolder();
  const file = path.relative(process.cwd(), path.join(folder, 'file:x?mode=ro'));
  await (await openSqliteStore({ file })).close();
  expect(existsSync(path.join(folder, 'file:x?mode=ro'))).toBe(true);
});

test('what is no path is refused, with the way to a store in memory', async () => {
  for (const file of ['', ':memory:', undefined, 7]) {
    await expect(openSqliteStore({ file: file as string })).rejects.toSatisfy(
      (error) => isLoadoutError(error, 'CONFIGURATION_INVALID') && error.message.includes('createMemoryStore'),
    );
  }
});

const token: StoredToken = {
  id: 't1',
  name: 'Page',
  role: 'operator',
  bot: null,
  confidence: 'UNKNOWN',
  createdAt: someTime,
  createdBy: 'me',
  expiresAt: null,
  revokedAt: null,
  session: null,
  secretHash: 'aa',
};
const snapshot: CompanionSnapshot = {
  owner: '@acme/tools/second',
  companionId: '@acme/tools',
  tools: [{ name: 'search', schema: { type: 'object' } }],
  metadata: { search: { label: 'Ü 検索' } },
  droppedTools: [{ name: 'gone', schema: { type: 'object' } }],
  hash: 'abc',
  listedAt: someTime,
};
const change: Change = {
  action: 'setting-set',
  bot: null,
  tool: 'search',
  subject: 'limit',
  before: null,
  after: { nested: [1] },
};

test('everything of every kind is there after reopening', async () => {
  const file = makeDatabasePath();
  const first = await openSqliteStore({ file });
  await addBot(first, 'removed');
  await first.change((writer) => writer.removeBot('removed'));
  await first.change(async (writer) => {
    await writer.addBot({ id: 'demo', displayName: 'Demo 🤖', createdAt: someTime });
    await writer.putAssignments('demo', [
      newAssignment('b', { owner: 'builtin', definitionHash: null, position: 3 }),
      newAssignment('a', { settingsOverride: { nested: [{ text: 'ü 検索' }] }, position: 7 }),
      newAssignment('gone', { position: 9 }),
    ]);
    await writer.deleteAssignments('demo', ['gone']);
    await writer.putToolSetting({
      owner: 'builtin',
      toolName: 'b',
      field: 'limit',
      value: { deep: [null] },
      updatedAt: someTime,
    });
    await writer.putDecision({ kind: 'approval', subject: 'builtin#b', value: 'ask', updatedAt: someTime });
    await writer.putSnapshot(snapshot);
    await writer.putDefinition('a1', { name: 'a' });
    await writer.putConversation({ botId: 'demo', id: 'room', requiredConfidence: 'MEDIUM', updatedAt: someTime });
    await writer.addToken(token);
    await writer.addToken({ ...token, id: 't0', role: null, bot: 'demo', secretHash: 'bb', createdAt: '1970' });
    await writer.addAudit(someTime, { name: 'me', via: 'cli' }, [change, { ...change, bot: 'demo' }]);
  });
  const before = await readAll(first);
  await first.close();

  const second = await openSqliteStore({ file });
  expect(await readAll(second)).toEqual(before);
  expect(before).toMatchObject({
    bots: [{ id: 'demo', displayName: 'Demo 🤖', loadoutRevision: 2 }],
    assignments: [
      { toolName: 'b', isBuiltIn: true, position: 3 },
      { toolName: 'a', settingsOverride: { nested: [{ text: 'ü 検索' }] } },
    ],
    settings: [{ value: { deep: [null] } }],
    decisions: [{ kind: 'approval', value: 'ask' }],
    snapshots: [snapshot],
    definition: { name: 'a' },
    conversation: { requiredConfidence: 'MEDIUM' },
    tokens: [token, { id: 't0', bot: 'demo' }],
    audit: [
      { id: 2, bot: 'demo' },
      { id: 1, ...change, actor: { name: 'me', via: 'cli' } },
    ],
  });
  await expect(addBot(second, 'removed')).rejects.toSatisfy((error) => isLoadoutError(error, 'BOT_ID_RETIRED'));
  await second.close();
});

test('the time of a removal comes from the clock that was given, also one that was set back', async () => {
  let time = Date.UTC(2026, 1, 28);
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file, now: () => time });
  await addBot(store, 'demo');
  time = 0;
  await store.change((writer) => writer.removeBot('demo'));
  expect(readValue(file, 'select removed_at from bots')).toBe('1970-01-01T00:00:00.000Z');
  await expect(addBot(store, 'demo')).rejects.toSatisfy((error) => isLoadoutError(error, 'BOT_ID_RETIRED'));
  await store.close();
});

test('order of writing is kept where clocks go back: audit and tokens', async () => {
  const store = await openSqliteStore({ file: makeDatabasePath() });
  for (const [index, at] of ['2030-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'].entries()) {
    await store.change(async (writer) => {
      await writer.addToken({ ...token, id: `t${index}`, secretHash: `h${index}`, createdAt: at });
      await writer.addAudit(at, { name: 'me', via: 'cli' }, [{ ...change, subject: `s${index}` }]);
    });
  }
  expect((await store.listTokens()).map(({ id }) => id)).toEqual(['t0', 't1']);
  expect((await store.listAudit()).map(({ id, subject }) => [id, subject])).toEqual([
    [2, 's1'],
    [1, 's0'],
  ]);
  await store.close();
});

test('calls that a change makes at once follow each other', async () => {
  const store = await openSqliteStore({ file: makeDatabasePath() });
  await store.change(async (writer) => {
    const actor = { name: 'me', via: 'cli' } as const;
    await Promise.all([1, 2, 3].map(() => writer.addAudit(someTime, actor, [change])));
  });
  expect((await store.listAudit()).map(({ id }) => id)).toEqual([3, 2, 1]);
  await store.close();
});

test('the file is in WAL mode, and is_built_in can be queried by whoever reads it', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  await store.change((writer) =>
    writer.putAssignments('demo', [newAssignment('a', { owner: 'builtin' }), newAssignment('b')]),
  );
  const reader = new Database(file, { readonly: true });
  expect(reader.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(reader.prepare('select tool_name from bot_tools where is_built_in = 1').pluck().all()).toEqual(['a']);
  reader.close();
  await store.close();
});

test('JSON that somebody broke is an error with table, row and remedy, for readers of that row alone', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  await addBot(store, 'other');
  await assign(store, 'demo', 'search');
  await assign(store, 'other', 'search');
  await store.change(async (writer) => {
    await writer.putSnapshot(snapshot);
    await writer.putDefinition('a1', { name: 'a' });
    await writer.putDefinition('b2', { name: 'b' });
    await writer.putDecision({ kind: 'tools-off', subject: '', value: true, updatedAt: someTime });
    await writer.putToolSetting({ owner: 'builtin', toolName: 'b', field: 'limit', value: 1, updatedAt: someTime });
    await writer.addAudit(someTime, { name: 'me', via: 'cli' }, [change]);
  });
  const other = new Database(file);
  const expectBroken = async (read: Promise<unknown>, ...parts: readonly string[]): Promise<void> => {
    const error = await read.catch((caught: unknown) => caught);
    if (!isLoadoutError(error, 'STORE_UNAVAILABLE')) throw error;
    for (const part of [...parts, 'Correct that row, or delete it.']) expect(error.message).toContain(part);
  };
  for (const text of ['{"limit":', '[]', '7', '']) {
    other.prepare("update bot_tools set settings_override = ? where bot_id = 'demo'").run(text);
    await expectBroken(store.listAssignments('demo'), 'bot_tools', 'tool "search" for bot "demo"');
  }
  other.exec(`update definitions set definition = 'x' where hash = 'b2'; update decisions set value = '{';
    update tool_settings set value = ''; update companion_snapshots set tools = '{}'; update audit set value_after = ''`);
  await expectBroken(store.getDefinition('b2'), 'definitions', 'hash "b2"');
  await expectBroken(store.listDecisions(), 'decisions', '"tools-off"');
  await expectBroken(store.listToolSettings(), 'tool_settings', 'field "limit" of tool "b" of "builtin"');
  // What is broken of a list takes away no names that can be read.
  expect(await store.getSnapshot(snapshot.owner)).toEqual({ ...snapshot, tools: null });
  for (const text of ['[]', 'null', '5', 'x']) {
    other.prepare('update companion_snapshots set tools = ?, metadata = ?').run(JSON.stringify(snapshot.tools), text);
    expect(await store.getSnapshot(snapshot.owner)).toEqual({ ...snapshot, metadata: null });
  }
  other.exec(`update companion_snapshots set metadata = '${JSON.stringify(snapshot.metadata)}', dropped_tools = '{'`);
  expect(await store.getSnapshot(snapshot.owner)).toEqual({ ...snapshot, droppedTools: null });
  await expectBroken(store.listAudit(), 'audit', 'id 1');

  expect(await listNames(store, 'other')).toEqual(['search']);
  expect(await store.getDefinition('a1')).toEqual({ name: 'a' });
  expect(await store.listBots()).toHaveLength(2);
  await store.change((writer) => writer.putDecision({ kind: 'tools-off', subject: '', value: true, updatedAt: '' }));
  expect(await store.listDecisions()).toHaveLength(1);
  other.close();
  await store.close();
});

test('close lets running changes end; afterwards every method says that the store is closed', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  const changes = ['a', 'b', 'c'].map((name) => assign(store, 'demo', name));
  const closing = store.close();
  await Promise.all([...changes, closing, store.close()]);

  const closed = expect.toSatisfy(
    (error) => isLoadoutError(error, 'STORE_UNAVAILABLE') && /was closed/.test(error.message),
  );
  await expect(store.listBots()).rejects.toEqual(closed);
  await expect(assign(store, 'demo')).rejects.toEqual(closed);
  await expect(store.examine?.()).rejects.toEqual(closed);
  await expect(store.backUp?.(`${file}.backup`)).rejects.toEqual(closed);
  expect(() => store.revision()).toThrow(closed);
  for (const rest of ['-wal', '-shm']) expect(existsSync(`${file}${rest}`)).toBe(false);

  const again = await openSqliteStore({ file });
  expect(await again.listAssignments('demo')).toHaveLength(3);
  await again.close();
});

async function readAll(store: Store) {
  return {
    bots: await store.listBots(),
    assignments: await store.listAssignments('demo'),
    settings: await store.listToolSettings(),
    decisions: await store.listDecisions(),
    snapshots: [await store.getSnapshot(snapshot.owner)],
    definition: await store.getDefinition('a1'),
    conversation: await store.getConversation('demo', 'room'),
    tokens: await store.listTokens(),
    audit: await store.listAudit(),
  };
}

function readValue(file: string, sql: string): unknown {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(sql).pluck().get();
  } finally {
    database.close();
  }
}
