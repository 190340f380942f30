import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/index.js';
import { addBot, listNames, newAssignment, someTime } from '../new-assignment.js';
import { makeDatabasePath } from '../temporary-folder.js';

test('4.1 a tool that nobody has heard of is stored without any change of the schema', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  const before = readSchema(file);
  const names = ['brand_new', 'mcp_tool_of_tomorrow', 'Weather-2'];
  await store.change((writer) =>
    writer.putAssignments(
      'demo',
      names.map((name, position) => newAssignment(name, { owner: 'never-installed', definitionHash: null, position })),
    ),
  );
  expect(await listNames(store, 'demo')).toEqual(names);
  expect(readSchema(file)).toBe(before);
  await store.close();
});

test('4.1 tool names are no foreign keys: the only keys of other tables are the bot, and the turn of a transcript', async () => {
  const file = makeDatabasePath();
  await (await openSqliteStore({ file })).close();
  const database = new Database(file, { readonly: true });
  const keys = database
    .prepare(
      `select tables.name as 'table', "from", keys."table" as 'to' from sqlite_schema as tables,
        pragma_foreign_key_list(tables.name) as keys where tables.type = 'table' order by 1`,
    )
    .all();
  const ofBots = (...tables: readonly string[]) => tables.map((table) => ({ table, from: 'bot_id', to: 'bots' }));
  expect(keys).toEqual([
    ...ofBots('bot_tools', 'conversation_approvals', 'conversations'),
    { table: 'suspended_transcripts', from: 'turn_id', to: 'suspended_turns' },
    ...ofBots('suspended_turns', 'tokens'),
  ]);
  database.close();
});

test('4.1 bot_tools keeps name, owner, label, hash, override, position and times; is_built_in is derived', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  await store.change((writer) =>
    writer.putAssignments('demo', [
      newAssignment('search', { owner: 'builtin', settingsOverride: { limit: 5 }, isBuiltIn: false }),
    ]),
  );
  const database = new Database(file);
  expect(database.prepare('select * from bot_tools').all()).toEqual([
    {
      bot_id: 'demo',
      tool_name: 'search',
      owner: 'builtin',
      label: 'Label of search',
      definition_hash: 'a1',
      settings_override: '{"limit":5}',
      is_built_in: 1,
      position: 1,
      assigned_at: someTime,
      updated_at: someTime,
    },
  ]);
  database.exec("update bot_tools set owner = 'acme-tools'");
  expect(await store.listAssignments('demo')).toMatchObject([{ owner: 'acme-tools', isBuiltIn: false }]);
  expect(() => database.exec('update bot_tools set is_built_in = 1')).toThrow(/generated column/);
  database.close();
  await store.close();
});

test('4.2 an assignment outlives its tool, restarts included, until it is unassigned', async () => {
  const file = makeDatabasePath();
  let store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  await store.change((writer) =>
    writer.putAssignments('demo', [
      newAssignment('gone', { label: 'Last label', position: 1 }),
      newAssignment('there', { position: 2 }),
    ]),
  );
  await store.close();

  store = await openSqliteStore({ file });
  await store.change((writer) =>
    writer.putAssignments('demo', [newAssignment('there', { label: 'New label', position: 2 })]),
  );
  expect(await store.listAssignments('demo')).toMatchObject([
    { toolName: 'gone', label: 'Last label' },
    { toolName: 'there', label: 'New label' },
  ]);
  await store.change((writer) => writer.deleteAssignments('demo', ['gone']));
  await store.close();

  store = await openSqliteStore({ file });
  expect(await listNames(store, 'demo')).toEqual(['there']);
  await store.close();
});

function readSchema(file: string): string {
  const database = new Database(file, { readonly: true });
  try {
    return JSON.stringify(database.prepare('select name, sql from sqlite_schema order by name').all());
  } finally {
    database.close();
  }
}
