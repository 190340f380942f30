import { readFileSync, writeFileSync } from 'node:fs';
import { isLoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';
import { migrateDatabase } from '../src/migrate-database.js';
import { type Migration, migrations } from '../src/migrations.js';
import type { DatabaseSchema } from '../src/schema.js';
import { SqliteDialect } from '../src/sqlite/sqlite-dialect.js';
import { addBot, assign, someTime } from './new-assignment.js';
import { makeDatabasePath } from './temporary-folder.js';

test('an empty file becomes a database of the newest version', async () => {
  const file = makeDatabasePath();
  writeFileSync(file, '');
  const store = await openSqliteStore({ file, now: () => 0 });
  await addBot(store, 'demo');
  await store.close();
  expect(readRows(file, 'select version, name, applied_at from schema_migrations')).toEqual(
    migrations.map(({ version, name }) => ({ version, name, applied_at: '1970-01-01T00:00:00.000Z' })),
  );
});

test('opening again applies nothing', async () => {
  const file = makeDatabasePath();
  await (await openSqliteStore({ file, now: () => 0 })).close();
  const before = readFileSync(file);
  await (await openSqliteStore({ file, now: () => 1 })).close();
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('versions count from 1 without gaps', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});

/** What each version could hold, as SQL of its day. Never changed: databases like these are out there. */
const rowsOfVersion: Readonly<Record<number, string>> = {
  1: `insert into bots (id, display_name, created_at, removed_at) values
        ('demo', 'Demo 🤖', '${someTime}', null), ('removed', 'Removed', '${someTime}', '${someTime}');
      insert into bot_tools (bot_id, tool_name, owner, label, definition_hash, settings_override, position, assigned_at, updated_at)
        values ('demo', 'search', 'builtin', 'Search', 'a1', '{"limit":5}', 1, '${someTime}', '${someTime}'),
          ('demo', 'gone', 'acme-tools', 'Last label', null, null, 4, '${someTime}', '${someTime}');`,
  2: `update bots set loadout_revision = 7 where id = 'demo';
      insert into tool_settings values ('builtin', 'search', 'limit', '9', '${someTime}');
      insert into decisions values ('approval', 'builtin#search', '"ask"', '${someTime}');
      insert into companion_snapshots (owner, companion_id, tools, metadata, hash, listed_at)
        values ('acme-tools', 'acme-tools', '[{"name":"gone"}]', '{}', 'abc', '${someTime}');
      insert into definitions values ('a1', '{"name":"search"}');
      insert into conversations values ('demo', 'room', 'MEDIUM', '${someTime}');
      insert into tokens (number, id, name, role, confidence, created_at, created_by, secret_hash)
        values (1, 't1', 'Page', 'admin', 'UNKNOWN', '${someTime}', 'me', 'aa');
      insert into audit (id, at, actor_name, actor_via, action, bot_id, tool_name, subject, value_before, value_after)
        values (1, '${someTime}', 'me', 'cli', 'bot-added', 'demo', null, null, 'null', '{"id":"demo"}');`,
  3: '',
  4: `update audit set actor_token = 't1' where id = 1;`,
  5: `insert into secrets values ('acme-tools', 'sealed', '${someTime}');
      insert into conversation_approvals values ('demo', 'room', 'builtin', 'search', 'a1', '${someTime}');
      insert into suspended_turns values ('turn', 'demo', 'room', '${someTime}', '${someTime}', '{"calls":[]}');
      insert into suspended_transcripts values ('turn', '[{"role":"user"}]');`,
  6: `update companion_snapshots set dropped_tools = '[{"name":"dropped"}]';`,
  7: `insert into tokens (number, id, name, role, confidence, created_at, created_by, expires_at, secret_hash, session_of)
        values (2, 's1', 'Page', 'admin', 'UNKNOWN', '${someTime}', 'Page', '${someTime}', 'bb', 't1'),
          (3, 's2', 'access token', 'admin', 'HIGH', '${someTime}', 'access token', '${someTime}', 'cc', '');`,
};

test.each(migrations.map(({ version }) => version))('a database of version %i keeps all it has', async (version) => {
  const file = makeDatabasePath();
  await makeDatabase(
    file,
    migrations.filter((step) => step.version <= version),
  );
  expect(Object.keys(rowsOfVersion).map(Number)).toEqual(migrations.map((step) => step.version));

  const store = await openSqliteStore({ file });
  expect(await store.listBots()).toEqual([
    { id: 'demo', displayName: 'Demo 🤖', createdAt: someTime, loadoutRevision: version === 1 ? 0 : 7 },
  ]);
  const times = { assignedAt: someTime, updatedAt: someTime };
  expect(await store.listAssignments('demo')).toEqual([
    {
      toolName: 'search',
      owner: 'builtin',
      label: 'Search',
      definitionHash: 'a1',
      settingsOverride: { limit: 5 },
      isBuiltIn: true,
      position: 1,
      ...times,
    },
    {
      toolName: 'gone',
      owner: 'acme-tools',
      label: 'Last label',
      definitionHash: null,
      settingsOverride: null,
      isBuiltIn: false,
      position: 4,
      ...times,
    },
  ]);
  expect(await store.listBotsWithTool('gone')).toEqual(['demo']);
  await expect(addBot(store, 'removed')).rejects.toSatisfy((error) => isLoadoutError(error, 'BOT_ID_RETIRED'));
  const kept = version === 1 ? 0 : 1;
  expect(await store.listToolSettings()).toHaveLength(kept);
  expect(await store.listDecisions()).toHaveLength(kept);
  expect(await store.listSnapshots()).toHaveLength(kept);
  expect((await store.getSnapshot('acme-tools'))?.droppedTools).toEqual(
    kept === 0 ? undefined : version < 6 ? [] : [{ name: 'dropped' }],
  );
  expect((await store.listTokens()).map(({ id, session }) => [id, session])).toEqual(
    (
      [
        ['t1', null],
        ['s1', { of: 't1' }],
        ['s2', { of: null }],
      ] as const
    ).slice(0, version < 7 ? kept : 3),
  );
  expect((await store.listAudit()).map(({ actor }) => actor)).toEqual(
    kept === 0 ? [] : [{ name: 'me', via: 'cli', ...(version < 4 ? {} : { token: 't1' }) }],
  );
  expect(await store.getDefinition('a1')).toEqual(kept === 0 ? undefined : { name: 'search' });
  expect((await store.getConversation('demo', 'room'))?.requiredConfidence).toBe(kept === 0 ? undefined : 'MEDIUM');
  const isNew = version >= 5;
  expect(await store.listSecrets()).toEqual(
    isNew ? [{ name: 'acme-tools', sealed: 'sealed', updatedAt: someTime }] : [],
  );
  expect(await store.listConversationApprovals('demo', 'room')).toHaveLength(isNew ? 1 : 0);
  expect(await store.getSuspendedTurn('turn')).toEqual(
    isNew
      ? {
          id: 'turn',
          botId: 'demo',
          conversationId: 'room',
          createdAt: someTime,
          expiresAt: someTime,
          document: { calls: [] },
        }
      : undefined,
  );
  expect(await store.getSuspendedTranscript('turn')).toEqual(isNew ? [{ role: 'user' }] : undefined);
  expect(await store.examine?.()).toEqual([]);
  await store.close();
  expect(readSchema(file)).toEqual(readSchema(await makeNewDatabase()));
});

test('a database of a newer version is refused with file and versions, and is untouched', async () => {
  const file = makeDatabasePath();
  const store = await openSqliteStore({ file });
  await addBot(store, 'demo');
  await assign(store, 'demo', 'a');
  await store.close();
  const newer = new Database(file);
  newer.prepare("insert into schema_migrations values (99, 'from-the-future', '2099-01-01T00:00:00.000Z')").run();
  newer.close();

  const before = readFileSync(file);
  const error = await openSqliteStore({ file }).catch((caught: unknown) => caught);
  expect(isLoadoutError(error, 'STORE_NEWER')).toBe(true);
  expect(error).toMatchObject({ details: { file, found: 99, known: migrations.length } });
  for (const part of [file, '99', `up to ${migrations.length}`]) expect(String(error)).toContain(part);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('the check of the version comes before anything is written, also to a file in the old journal mode', async () => {
  const file = makeDatabasePath();
  const newer = new Database(file);
  newer.exec(`create table schema_migrations (version integer primary key, name text, applied_at text);
    insert into schema_migrations values (1, 'bots-and-loadouts', 'x'), (${migrations.length + 1}, 'x', 'x')`);
  newer.close();
  const before = readFileSync(file);
  await expect(openSqliteStore({ file })).rejects.toSatisfy((error) => isLoadoutError(error, 'STORE_NEWER'));
  expect(readFileSync(file).equals(before)).toBe(true);
});

// The steps are given here: what happens when one fails cannot be seen with the real ones.
test('when a step fails, all steps of that opening are undone, and the next opening does them again', async () => {
  const file = makeDatabasePath();
  const database = new Database(file);
  const kysely = createKysely(database);
  let fails = true;
  const steps = [
    ...migrations,
    {
      version: migrations.length + 1,
      name: 'fails-once',
      up: async (transaction: Kysely<unknown>) => {
        await transaction.schema.createTable('half').addColumn('id', 'integer').execute();
        if (fails) throw new Error('out of luck');
      },
    },
  ];
  await expect(migrateDatabase(kysely, { name: file, now: Date.now, steps })).rejects.toThrow('out of luck');
  expect(database.prepare('select count(*) from sqlite_schema').pluck().get()).toBe(0);
  fails = false;
  await migrateDatabase(kysely, { name: file, now: Date.now, steps });
  await migrateDatabase(kysely, { name: file, now: Date.now, steps });
  expect(database.prepare('select version from schema_migrations').pluck().all()).toEqual(
    steps.map(({ version }) => version),
  );
  await kysely.destroy();
});

function createKysely(database: Database.Database): Kysely<DatabaseSchema> {
  return new Kysely<DatabaseSchema>({ dialect: new SqliteDialect({ open: () => database, maxConnections: 1 }) });
}

/** A database as an older Loadout left it, by the steps of its day, with rows of each version. */
async function makeDatabase(file: string, steps: readonly Migration[]): Promise<void> {
  const database = new Database(file);
  const kysely = createKysely(database);
  await migrateDatabase(kysely, { name: file, now: Date.now, steps });
  for (const { version } of steps) database.exec(rowsOfVersion[version] ?? '');
  await kysely.destroy();
}

async function makeNewDatabase(): Promise<string> {
  const file = makeDatabasePath();
  await (await openSqliteStore({ file })).close();
  return file;
}

function readSchema(file: string): unknown[] {
  return readRows(file, 'select name, sql from sqlite_schema order by name');
}

function readRows(file: string, sql: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
