import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/index.js';
import { newAssignment } from '../new-assignment.js';
import { makeDatabasePath } from '../temporary-folder.js';

test('4.1 a tool that nobody has heard of is stored without any change of the schema', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await store.addBot({ id: 'demo' });
  const before = readSchema(file);
  const names = ['brand_new', 'mcp_tool_of_tomorrow', 'Weather-2'];
  await store.assign(
    'demo',
    names.map((name) => newAssignment(name, { owner: 'never-installed', definitionHash: null })),
  );
  expect((await store.listAssignments('demo')).map(({ toolName }) => toolName)).toEqual(names);
  expect(readSchema(file)).toBe(before);
  await store.close();
});

test('4.1 tool names are no foreign keys: the only key of another table in bot_tools is the bot', async () => {
  const file = makeDatabasePath();
  await (await openSqliteStore({ file })).close();
  const database = new Database(file, { readonly: true });
  expect(database.pragma('foreign_key_list(bot_tools)')).toMatchObject([{ table: 'bots', from: 'bot_id', to: 'id' }]);
  database.close();
});

test('4.1 bot_tools keeps name, owner, label, hash, override, position and times; is_built_in is derived', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file, now: () => 0 });
  await store.addBot({ id: 'demo' });
  await store.assign('demo', [newAssignment('search', { owner: 'builtin', settingsOverride: { limit: 5 } })]);
  const database = new Database(file);
  const time = '1970-01-01T00:00:00.000Z';
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
      assigned_at: time,
      updated_at: time,
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
  await store.addBot({ id: 'demo' });
  await store.assign('demo', [newAssignment('gone', { label: 'Last label' }), newAssignment('there')]);
  await store.close();

  store = await openSqliteStore({ file });
  await store.assign('demo', [newAssignment('there', { label: 'New label' })]);
  expect(await store.listAssignments('demo')).toMatchObject([
    { toolName: 'gone', label: 'Last label' },
    { toolName: 'there', label: 'New label' },
  ]);
  expect(await store.unassign('demo', ['gone'])).toEqual(['gone']);
  await store.close();

  store = await openSqliteStore({ file });
  expect((await store.listAssignments('demo')).map(({ toolName }) => toolName)).toEqual(['there']);
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
