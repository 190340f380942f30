import type { StoreReader } from '@loadout/core';
import { isLoadoutError } from '@loadout/core';
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { DatabaseSchema } from '../../src/schema.js';
import { openSqliteSession } from '../../src/sqlite/open-sqlite-session.js';
import { SqliteDialect } from '../../src/sqlite/sqlite-dialect.js';
import { type SqliteConnections, SqliteSession } from '../../src/sqlite/sqlite-session.js';
import { createStoreReader } from '../../src/store-reader.js';
import { newAssignment, someTime } from '../new-assignment.js';
import { makeDatabasePath } from '../temporary-folder.js';

// These reach inside to shorten the time that a store waits for a lock, and to look at its connections.
const open = (file = makeDatabasePath()): Promise<SqliteSession> =>
  openSqliteSession(file, { now: Date.now, lockTimeoutMs: 20 });

const demo = { id: 'demo', displayName: 'Demo', createdAt: someTime };

const listIds = (session: SqliteSession): Promise<readonly string[]> =>
  session.read(async (database) =>
    (await database.selectFrom('bots').select('id').orderBy('id').execute()).map(({ id }) => id),
  );

test('a lock that is never released ends as STORE_UNAVAILABLE, and the store works on afterwards', async () => {
  const file = makeDatabasePath();
  const session = await open(file);
  const other = new Database(file);
  other.exec('begin immediate');
  await expect(session.change((writer) => writer.addBot(demo))).rejects.toSatisfy(
    (error) => isLoadoutError(error, 'STORE_UNAVAILABLE') && /cannot be written: .*holds its lock/.test(error.message),
  );
  other.exec('rollback');
  await session.change((writer) => writer.addBot(demo));
  expect(await listIds(session)).toEqual(['demo']);
  other.close();
  await session.close();
});

test('what the work throws is rolled back and comes out as it is, also what looks like a failure of a file', async () => {
  const session = await open();
  const missing = Object.assign(new Error('ENOENT: no such file'), { syscall: 'open', code: 'ENOENT' });
  for (const mistake of [new RangeError('a mistake'), missing, 'thrown text', undefined]) {
    const work = session.change(async (writer) => {
      await writer.addBot(demo);
      throw mistake;
    });
    expect(await work.catch((error: unknown) => error)).toBe(mistake);
  }
  expect(await listIds(session)).toEqual([]);
  await session.close();
});

test('a transaction that SQLite has ended by itself does not go on without one, also for work that caught the error', async () => {
  const file = makeDatabasePath();
  const session = await open(file);
  const other = new Database(file);
  other.exec(
    "create trigger no_demo before insert on bots when new.id = 'demo' begin select raise(rollback, 'no'); end",
  );
  other.close();
  const failures: unknown[] = [];
  const keep = (error: unknown): void => void failures.push(error);
  const work = session.change(async (writer) => {
    await writer.addBot({ ...demo, id: 'first' });
    await writer.addBot(demo).catch(keep);
    await writer.addBot({ ...demo, id: 'second' }).catch(keep);
  });
  const error = await work.catch((caught: unknown) => caught);
  expect(String(error)).toContain('was undone after an error, and cannot go on');
  expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: 'SQLITE_CONSTRAINT_TRIGGER' } });
  expect(String(failures[1])).toContain('was undone after an error');
  expect(await listIds(session)).toEqual([]);
  await session.change((writer) => writer.addBot({ ...demo, id: 'third' }));
  expect(await listIds(session)).toEqual(['third']);
  await session.close();
});

test('a constraint that is broken undoes the statement alone: foreign keys are on', async () => {
  const session = await open();
  await session.change((writer) => writer.addBot(demo));
  const token = {
    id: 't1',
    name: 'x',
    role: null,
    bot: null,
    confidence: 'UNKNOWN',
    createdAt: someTime,
    createdBy: 'me',
    expiresAt: null,
    revokedAt: null,
    session: null,
    secretHash: 'aa',
  } as const;
  await session.change(async (writer) => {
    await writer.putAssignments('demo', [newAssignment('a')]);
    await writer.addToken(token);
    await expect(writer.addToken(token)).rejects.toThrow(/UNIQUE constraint failed/);
    await writer.putAssignments('demo', [newAssignment('b', { position: 2 })]);
  });
  const names = await session.read((database) => database.selectFrom('bot_tools').select('tool_name').execute());
  expect(names).toHaveLength(2);
  await session.close();
});

test('a reader is useless when its read is over, however that ended, and calls that were not waited for end with it', async () => {
  const session = await open();
  await session.change((writer) => writer.addBot(demo));
  const readers: StoreReader[] = [];
  const unwaited: Promise<unknown>[] = [];
  await session.readMoment(async (reader) => {
    readers.push(reader);
    unwaited.push(reader.listBots());
  });
  const work = session.readMoment(async (reader) => {
    readers.push(reader);
    unwaited.push(reader.listBots());
    throw new RangeError('a mistake');
  });
  await expect(work).rejects.toThrow('a mistake');
  // They had begun.
  for (const bots of await Promise.all(unwaited)) expect(bots).toHaveLength(1);
  for (const reader of readers) {
    await expect(reader.getBot('demo')).rejects.toSatisfy((error) => isLoadoutError(error, 'STORE_UNAVAILABLE'));
  }
  expect(readers).toHaveLength(2);
  await session.close();
});

test('a change that is given up while one of its calls runs leaves nothing of that call behind', async () => {
  const session = await open();
  await session.change((writer) => writer.addBot(demo));
  const assignments = Array.from({ length: 1000 }, (_, index) => newAssignment(`tool_${index}`, { position: index }));
  let call: Promise<unknown> | undefined;
  const work = session.change(async (writer) => {
    call = writer.putAssignments('demo', assignments);
    await new Promise((resolve) => setImmediate(resolve));
    throw new RangeError('a mistake');
  });
  await expect(work).rejects.toThrow('a mistake');
  await call;
  const names = await session.read((database) => database.selectFrom('bot_tools').select('tool_name').execute());
  expect(names).toEqual([]);
  await session.close();
});

test('what only reads cannot write', async () => {
  const session = await open();
  const work = session.read((database) => database.deleteFrom('bots').execute());
  await expect(work).rejects.toThrow(/cannot be written: attempt to write a readonly database/);
  await session.close();
});

test('a long change and a long list leave the event loop its turns', async () => {
  const session = await open();
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  /** A slice is 5 ms, and a turn has one: 20 ms of work have a turn at least, however fast or busy the machine is. */
  const expectTurns = async (work: () => Promise<unknown>): Promise<void> => {
    turns = 0;
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    expect(turns).toBeGreaterThanOrEqual(Math.floor((user + system) / 20_000));
  };
  await expectTurns(() =>
    session.change(async (writer) => {
      for (let index = 0; index < 3000; index += 1) await writer.addBot({ ...demo, id: `bot-${index}` });
    }),
  );
  const rows = Array.from({ length: 20_000 }, (_, position) => newAssignment(`tool_${position}`, { position }));
  await expectTurns(() => session.change((writer) => writer.putAssignments('bot-1', rows)));
  await expectTurns(async () => {
    const assignments = await createStoreReader(session).listAssignments('bot-1');
    expect(assignments.map(({ position }) => position)).toEqual(rows.map(({ position }) => position));
  });
  isOver = true;
  await session.close();
});

test('closing does not wait for ever: what still runs is undone and is told so', async () => {
  const file = makeDatabasePath();
  const session = await openSqliteSession(file, { now: Date.now, closeTimeoutMs: 20 });
  const holder = new Database(file);
  holder.exec('begin immediate');
  const waiting = session.change((writer) => writer.addBot({ ...demo, id: 'waiting' }));
  await session.close();
  await expect(waiting).rejects.toSatisfy(
    (error) => isLoadoutError(error, 'STORE_UNAVAILABLE') && /was closed before this was done/.test(error.message),
  );
  holder.exec('rollback');
  holder.close();

  const again = await openSqliteSession(file, { now: Date.now, closeTimeoutMs: 20 });
  let goOn: () => void = () => {};
  const hanging = again.change(async (writer) => {
    await writer.addBot(demo);
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await writer.addBot({ ...demo, id: 'late' });
  });
  await again.close();
  goOn();
  await expect(hanging).rejects.toThrow(/was closed before this was done/);
  const third = await open(file);
  expect(await listIds(third)).toEqual([]);
  await third.close();
});

test('many changes at once are made in the order of asking', async () => {
  const session = await open();
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      session.change(async (writer) => {
        await writer.addBot({ ...demo, id: `bot-${index}` });
        order.push(index);
      }),
    ),
  );
  expect(order).toEqual(Array.from({ length: 200 }, (_, index) => index));
  await session.close();
});

test('more lists at once than there are connections all end', async () => {
  const session = await open();
  await session.change((writer) => writer.addBot(demo));
  const lists = Array.from({ length: 30 }, () =>
    session.readWhole(async (database) => {
      await new Promise((resolve) => setImmediate(resolve));
      return database.selectFrom('bots').selectAll().execute();
    }),
  );
  for (const rows of await Promise.all(lists)) expect(rows).toHaveLength(1);
  await session.close();
});

test('a revision that cannot be read, because another process recovers the file, counts as a change', async () => {
  const file = makeDatabasePath();
  const connections = await openConnections(file);
  let isRecovering = false;
  // Nobody can hold the file that long in a test: the answer of SQLite is given here.
  const watcher = new Proxy(connections.watcher, {
    get: (target, name) =>
      name === 'prepare' ? () => ({ pluck: () => ({ get: readVersion }) }) : Reflect.get(target, name),
  });
  const readVersion = (): number => {
    if (isRecovering) throw new Database.SqliteError('database is locked', 'SQLITE_BUSY_RECOVERY');
    return 7;
  };
  const session = new SqliteSession(
    file,
    { ...connections, watcher },
    { timestamp: () => someTime, closeTimeoutMs: 0 },
  );
  expect(session.revision()).toBe(7);
  isRecovering = true;
  expect(new Set([7, session.revision(), session.revision()]).size).toBe(3);
  isRecovering = false;
  expect(session.revision()).toBe(7);
  connections.watcher.close();
});

/** Connections to a new file; Kysely's are not used. */
async function openConnections(file: string): Promise<SqliteConnections> {
  await (await open(file)).close();
  const kysely = new Kysely<DatabaseSchema>({
    dialect: new SqliteDialect({ open: () => new Database(file), maxConnections: 1 }),
  });
  return { writer: kysely, readers: kysely, watcher: new Database(file, { readonly: true }) };
}
