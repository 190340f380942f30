import { expect, test } from 'vitest';
import { openSqliteStore, openSqliteTraces, type SqliteStoreOptions, type SqliteTracesOptions } from '../src/index.js';

test.each([
  [undefined, 'openSqliteStore: its options have to be an object, but are missing.'],
  ['data.sqlite', 'openSqliteStore: its options have to be an object, but are "data.sqlite".'],
  [{}, 'openSqliteStore: file has to be a path, but is missing. For a store in memory there is createMemoryStore.'],
  [{ file: 'a\0b' }, /^openSqliteStore: file has to be a path, but is "a\\u0000b"\./],
  [{ file: 'x', now: 5 }, 'openSqliteStore: now has to be a function, but is 5.'],
  [{ file: 'x', path: 'y' }, 'openSqliteStore: there is no option "path". Known: file, now.'],
])('openSqliteStore refuses %j', async (options, message) => {
  const opened = openSqliteStore(options as SqliteStoreOptions);
  await expect(opened).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID', message: expectText(message) });
});

test.each([
  [null, 'openSqliteTraces: its options have to be an object, but are null.'],
  [{ file: 'x', retention: 30 }, 'openSqliteTraces: retention has to be an object, but is 30.'],
  [{ file: 'x', retention: null }, 'openSqliteTraces: retention has to be an object, but is null.'],
  [
    { file: 'x', retention: { days: 3 } },
    'openSqliteTraces: there is no option "retention.days". Known: maxAgeDays, maxCount.',
  ],
  [{ file: 'x', report: 'console' }, 'openSqliteTraces: report has to be a function, but is "console".'],
  [{ file: 'x', monotonic: {} }, 'openSqliteTraces: monotonic has to be a function, but is an object.'],
])('openSqliteTraces refuses %j', async (options, message) => {
  const opened = openSqliteTraces(options as SqliteTracesOptions);
  await expect(opened).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID', message: expectText(message) });
});

function expectText(message: string | RegExp): unknown {
  return typeof message === 'string' ? message : expect.stringMatching(message);
}
