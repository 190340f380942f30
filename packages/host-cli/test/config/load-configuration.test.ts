import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConfigurationFlags } from '../../src/config/configuration.js';
import { loadConfiguration } from '../../src/config/load-configuration.js';
import { UsageError } from '../../src/config/usage-error.js';
import { makeFolder } from '../temporary-folder.js';

interface Given {
  readonly cwd: string;
  readonly env?: Record<string, string>;
  readonly flags?: ConfigurationFlags;
}

function load({ cwd, env = {}, flags = {} }: Given) {
  const reports: string[] = [];
  const configuration = loadConfiguration({ cwd, env, flags, report: (message) => reports.push(message) });
  return { configuration, reports };
}

const installed = { 'node_modules/one/package.json': {}, 'node_modules/@acme/two/package.json': {} };

test('without a file the defaults hold, beside the working directory', () => {
  const cwd = makeFolder();
  expect(load({ cwd })).toEqual({
    reports: [],
    configuration: {
      file: undefined,
      folder: cwd,
      companions: [],
      exposeAs: [],
      toolSettings: {},
      definitionFolders: [],
      organisationFile: undefined,
      locale: 'en',
      database: join(cwd, '.loadout/loadout.sqlite'),
      traces: {},
      web: {},
      log: { level: undefined, file: undefined, format: undefined },
      chat: {},
      secrets: {},
      server: { host: '127.0.0.1', port: 8787, rateLimit: {} },
      overrides: [],
    },
  });
});

test('the nearest file upwards is found, and its paths and packages are looked up from its folder', () => {
  const folder = makeFolder({
    ...installed,
    'loadout.config.json': {
      $schema: './x.json',
      companions: ['one', { package: '@acme/two', enabled: false, settings: { a: 1 } }],
      exposeAs: [{ owner: 'one', tool: 'search', as: 'one_search' }],
      toolSettings: { search: { key: 'x' } },
      database: 'data/bots.sqlite',
      definitionFolders: ['tools'],
      server: { port: 9000, publicUrl: 'https://tools.example.org', rateLimit: { requestsPerMinute: 60 } },
    },
    'a/b/file.txt': '',
  });
  const { configuration, reports } = load({ cwd: join(folder, 'a/b') });
  expect(reports).toEqual([]);
  expect(configuration).toMatchObject({
    file: join(folder, 'loadout.config.json'),
    folder,
    companions: [
      { id: 'one', enabled: true, isInstalled: true },
      { id: '@acme/two', enabled: false, settings: { a: 1 } },
    ],
    exposeAs: [{ owner: 'one', tool: 'search', as: 'one_search' }],
    toolSettings: { search: { key: 'x' } },
    database: join(folder, 'data/bots.sqlite'),
    definitionFolders: [join(folder, 'tools')],
    server: {
      host: '127.0.0.1',
      port: 9000,
      publicUrl: 'https://tools.example.org',
      rateLimit: { requestsPerMinute: 60 },
    },
  });
});

test('flags go before the environment, the environment before the file', () => {
  const cwd = makeFolder({
    'loadout.config.json': { database: 'file.sqlite', server: { host: 'file.test', port: 1 } },
    'other/loadout.config.json': { database: 'other.sqlite' },
  });
  const env = { LOADOUT_DATABASE: 'env.sqlite', LOADOUT_HOST: 'env.test', LOADOUT_PORT: '2' };
  expect(load({ cwd }).configuration).toMatchObject({
    database: join(cwd, 'file.sqlite'),
    server: { host: 'file.test', port: 1 },
  });
  expect(load({ cwd, env }).configuration).toMatchObject({
    database: join(cwd, 'env.sqlite'),
    server: { host: 'env.test', port: 2 },
    overrides: [['--database', 'env.sqlite']],
  });
  expect(
    load({ cwd, env, flags: { database: 'flag.sqlite', host: 'flag.test', port: 3 } }).configuration,
  ).toMatchObject({
    database: join(cwd, 'flag.sqlite'),
    server: { host: 'flag.test', port: 3 },
  });
  const named = load({ cwd, env: { LOADOUT_CONFIG: 'other/loadout.config.json' } }).configuration;
  expect(named).toMatchObject({
    database: join(cwd, 'other/other.sqlite'),
    overrides: [['--config', 'other/loadout.config.json']],
  });
});

test('traces and log come from the file, the log from flags and environment before it; null names no log file', () => {
  const cwd = makeFolder({
    'loadout.config.json': {
      traces: { maxAgeDays: 7, maxCount: 5000 },
      log: { level: 'warn', file: 'logs/loadout.log', format: 'text' },
    },
    'other/loadout.config.json': { log: { file: null } },
  });
  expect(load({ cwd }).configuration).toMatchObject({
    traces: { maxAgeDays: 7, maxCount: 5000 },
    log: { level: 'warn', file: join(cwd, 'logs/loadout.log'), format: 'text' },
  });
  const env = { LOADOUT_LOG_LEVEL: 'ERROR', LOADOUT_LOG_FILE: 'env.log' };
  expect(load({ cwd: join(cwd, 'other'), env }).configuration.log).toEqual({
    level: 'error',
    file: join(cwd, 'other/env.log'),
    format: undefined,
  });
  expect(load({ cwd, env, flags: { logLevel: 'debug' } }).configuration.log.level).toBe('debug');
  expect(load({ cwd: join(cwd, 'other') }).configuration.log.file).toBeUndefined();
});

test('how the web tools treat servers comes from the file; what is wrong is left out alone', () => {
  const cwd = makeFolder({
    'loadout.config.json':
      '{"web": {"contact": "not a header\\n", "userAgent": "Acme/1.0",\n"politeness": {"requestsPerHost": 0, "spacingMs": 500}, "extraction": {"workers": 2}}}',
  });
  const { configuration, reports } = load({ cwd });
  expect(configuration.web).toEqual({
    userAgent: 'Acme/1.0',
    politeness: { spacingMs: 500 },
    extraction: { workers: 2 },
  });
  expect(reports.map((report) => report.replace(/:.*? /, ' ').split(':', 1)[0])).toEqual([
    'loadout.config.json /web/contact',
    'loadout.config.json /web/politeness/requestsPerHost',
  ]);
});

test('wrong values of traces and log are left out alone, and the choices are named', () => {
  const cwd = makeFolder({
    'loadout.config.json':
      '{"traces": {"maxAgeDays": 0, "maxCount": 1.5},\n"log": {"level": "loud", "format": "json"}}',
  });
  const { configuration, reports } = load({ cwd });
  expect(configuration).toMatchObject({ traces: {}, log: { level: undefined, format: 'json' } });
  expect(reports.sort()).toEqual([
    'loadout.config.json:1:13 /traces/maxAgeDays: expected 0.01 or more, found 0; it is left out.',
    'loadout.config.json:1:30 /traces/maxCount: expected an integer, found 1.5; it is left out.',
    'loadout.config.json:2:9 /log/level: expected "debug", "info", "warn" or "error", found "loud"; it is left out.',
  ]);
});

test('what is wrong is reported with its place, and only that is left out', () => {
  const text = `{
  "companions": [
    "one",
    "missing-one",
    { "package": "@acme/two", "enabled": "no" },
    { "settings": {} },
    "./relative",
    { "package": "one" },
    { "package": "@acme/two", "colour": "red" }
  ],
  "databse": "x",
  "exposeAs": [{ "owner": "one", "tool": "a", "as": "not a name" }, { "owner": "one", "tool": "a", "as": "b" }],
  "toolSettings": { "search": "token", "no name": {}, "fine": {} },
  "server": { "port": 70000, "host": "127.0.0.1", "publicUrl": "https://x.example/y" }
}`;
  const cwd = makeFolder({ ...installed, 'loadout.config.json': text });
  const { configuration, reports } = load({ cwd });
  expect(reports.sort()).toEqual(
    [
      `loadout.config.json:4:5 /companions/1: the package missing-one cannot be found from ${cwd}; it is left out. Install it there.`,
      'loadout.config.json:5:31 /companions/2/enabled: expected a boolean, found "no"; the entry /companions/2 is left out.',
      'loadout.config.json:6:5 /companions/3: the key "package" is missing; it is left out.',
      'loadout.config.json:7:5 /companions/4: expected the name of a package, found "./relative"; it is left out.',
      'loadout.config.json:8:5 /companions/5: the companion one is there already (loadout.config.json:3:5 /companions/0); this entry is left out.',
      'loadout.config.json:9:31 /companions/6/colour: there is no key "colour"; it is left out.',
      'loadout.config.json:11:3 /databse: there is no key "databse" (did you mean "database"?); it is left out.',
      'loadout.config.json:12:47 /exposeAs/0/as: expected the name of a tool, found "not a name"; the entry /exposeAs/0 is left out.',
      'loadout.config.json:13:21 /toolSettings/search: expected an object, found "token"; it is left out.',
      'loadout.config.json:13:40 /toolSettings/no name: expected the name of a tool as the key; it is left out.',
      'loadout.config.json:14:15 /server/port: expected 65535 or less, found 70000; it is left out.',
      'loadout.config.json:14:51 /server/publicUrl: expected an http or https address without a path, as https://tools.example.org, found "https://x.example/y"; it is left out.',
    ].sort(),
  );
  expect(configuration.companions.map(({ id, isInstalled, place }) => [id, isInstalled, place])).toEqual([
    ['one', true, 'loadout.config.json:3:5 /companions/0'],
    ['missing-one', false, 'loadout.config.json:4:5 /companions/1'],
    ['@acme/two', true, 'loadout.config.json:9:5 /companions/6'],
  ]);
  expect(configuration.exposeAs).toEqual([{ owner: 'one', tool: 'a', as: 'b' }]);
  expect(configuration.toolSettings).toEqual({ fine: {} });
  expect(configuration.server).toEqual({ host: '127.0.0.1', port: 8787, rateLimit: {} });
  expect(configuration.database).toBe(join(cwd, '.loadout/loadout.sqlite'));
});

test('thirty thousand things that are wrong are reported, each with its place', () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => `"k${index}": 1`);
  const cwd = makeFolder();
  writeFileSync(join(cwd, 'loadout.config.json'), `{\n${lines.join(',\n')}\n}`);
  const { reports } = load({ cwd });
  expect(reports).toHaveLength(30_000);
  expect(reports[29_999]).toBe('loadout.config.json:30001:1 /k29999: there is no key "k29999"; it is left out.');
});

test('a list of the wrong type is left out as a whole, with one report', () => {
  const cwd = makeFolder({ 'loadout.config.json': '{"companions": {"one": {}}, "server": []}' });
  const { configuration, reports } = load({ cwd });
  expect(configuration.companions).toEqual([]);
  expect(reports).toEqual([
    'loadout.config.json:1:2 /companions: expected an array, found an object; it is left out.',
    'loadout.config.json:1:29 /server: expected an object, found an array; it is left out.',
  ]);
});

test('what is empty, and a package that is broken, are said with a remedy', () => {
  const cwd = makeFolder({
    'node_modules/broken/package.json': '{',
    'loadout.config.json': '{"database": "",\n"server": {"port": -1},\n"companions": ["broken"]}',
  });
  const { configuration, reports } = load({ cwd });
  expect(configuration.companions).toMatchObject([{ id: 'broken', isInstalled: false }]);
  expect(reports).toEqual([
    expect.stringMatching(/^loadout\.config\.json:.* expected /),
    expect.stringMatching(/^loadout\.config\.json:.* expected /),
    expect.stringMatching(
      /^loadout\.config\.json:3:16 \/companions\/0: .*broken\/package\.json cannot be read: SyntaxError.*; the package broken is left out\. Install it again\.$/,
    ),
  ]);
  expect(reports.slice(0, 2).sort()).toEqual([
    'loadout.config.json:1:2 /database: expected text that is not empty, found ""; it is left out.',
    'loadout.config.json:2:12 /server/port: expected 0 or more, found -1; it is left out.',
  ]);
});

test('a key that is there twice is reported', () => {
  const cwd = makeFolder({ 'loadout.config.json': '{"database": "a",\n"database": "b"}' });
  const { configuration, reports } = load({ cwd });
  expect(configuration.database).toBe(join(cwd, 'b'));
  expect(reports).toEqual(['loadout.config.json:2:1 /database: the key is there twice; the last one counts.']);
});

test('a key __proto__ is an unknown key like any other', () => {
  const cwd = makeFolder({ 'loadout.config.json': '{"__proto__": {"database": "x"}}' });
  const { configuration, reports } = load({ cwd });
  expect(reports).toEqual(['loadout.config.json:1:2 /__proto__: there is no key "__proto__"; it is left out.']);
  expect(configuration.database).toBe(join(cwd, '.loadout/loadout.sqlite'));
});

test('a file that is not JSON, not an object or not there is the end', () => {
  const broken = makeFolder({ 'loadout.config.json': '{\n  "database": "x",\n}' });
  expect(() => load({ cwd: broken })).toThrow(
    new UsageError('loadout.config.json:3:1: not JSON: expected a key in double quotes, found "}".'),
  );
  const list = makeFolder({ 'loadout.config.json': '["one"]' });
  expect(() => load({ cwd: list })).toThrow(
    new UsageError(
      'loadout.config.json:1:1: expected an object, found an array; the whole file has to be one object, as in { "companions": [] }.',
    ),
  );
  expect(() => load({ cwd: makeFolder({ 'loadout.config.json': 'null' }) })).toThrow(/found null; the whole file/);
  expect(() => load({ cwd: list, flags: { config: 'none.json' } })).toThrow(
    new UsageError(
      'The configuration file none.json cannot be read: there is no such file. Correct its name, or leave it out.',
    ),
  );
  const deep = makeFolder({ 'loadout.config.json': `{"companions": ${'['.repeat(600)}${']'.repeat(600)}}` });
  expect(() => load({ cwd: deep })).toThrow(/: nested too deeply: expected at most 512 levels\.$/);
  expect(() => load({ cwd: list, flags: { config: '.' } })).toThrow(
    / file \. cannot be read: it is a folder\. Name the file in it/,
  );
  const latin = makeFolder();
  writeFileSync(join(latin, 'latin.json'), Buffer.from('{"database": "ü"}', 'latin1'));
  expect(load({ cwd: makeFolder({ 'loadout.config.json': '\uFEFF{}' }) }).reports).toEqual([]);
  expect(() => load({ cwd: latin, flags: { config: 'latin.json' } })).toThrow(
    new UsageError('The configuration file latin.json is not UTF-8. Save it as UTF-8.'),
  );
});

test('the file of an organisation is what the environment names, then the configuration', () => {
  const cwd = makeFolder({ 'loadout.config.json': { organisationFile: 'org.json' }, 'org.json': {}, 'other.json': {} });
  expect(load({ cwd }).configuration.organisationFile).toBe(join(cwd, 'org.json'));
  const { configuration, reports } = load({ cwd, env: { LOADOUT_ORGANISATION: 'other.json' } });
  expect([configuration.organisationFile, reports]).toEqual([join(cwd, 'other.json'), []]);
});

test('where the file of an organisation is not there, it is said who named it', () => {
  const cwd = makeFolder({ 'loadout.config.json': { organisationFile: 'org.json' } });
  const why = 'and without it there are no tools. Correct the path, or';
  const configured = load({ cwd });
  expect(configured.configuration.organisationFile).toBe(join(cwd, 'org.json'));
  expect(configured.reports).toEqual([
    `organisationFile: there is no file ${join(cwd, 'org.json')}, ${why} take the entry away.`,
  ]);
  const named = load({ cwd, env: { LOADOUT_ORGANISATION: 'other.json' } });
  expect(named.reports).toEqual([
    `environment: LOADOUT_ORGANISATION: there is no file ${join(cwd, 'other.json')}, ${why} unset the variable.`,
  ]);
});

test('where the machine has the file of an organisation, nothing else is taken for it', () => {
  const cwd = makeFolder({
    'loadout.config.json': { organisationFile: 'mine.json' },
    'mine.json': {},
    'etc.json': {},
    plain: 'x',
  });
  const find = (managedFile: string) => {
    const reports: string[] = [];
    const env = { LOADOUT_ORGANISATION: 'mine.json' };
    const report = (message: string): void => void reports.push(message);
    const { organisationFile } = loadConfiguration({ cwd, env, flags: {}, report, managedFile });
    return [organisationFile, reports];
  };
  const managed = join(cwd, 'etc.json');
  expect(find(managed)).toEqual([
    managed,
    [
      `environment: LOADOUT_ORGANISATION names another file than ${managed}, which counts; it is left out.`,
      `organisationFile: it names another file than ${managed}, which counts; it is left out.`,
    ],
  ]);
  expect(find(join(cwd, 'absent/etc.json'))).toEqual([join(cwd, 'mine.json'), []]);
  expect(find(join(cwd, 'plain/etc.json'))).toEqual([join(cwd, 'mine.json'), []]);
  // A name that is too long cannot be looked at.
  expect(find(join(cwd, 'x'.repeat(300)))[0]).toBe(join(cwd, 'x'.repeat(300)));
});

test.each([
  [{}, 'en'],
  [{ LANG: 'de_AT.UTF-8' }, 'de-AT'],
  [{ LANG: 'fr_FR', LC_MESSAGES: 'de_DE@euro', LC_ALL: '' }, 'de-DE'],
  [{ LANG: 'de_DE', LC_ALL: 'C.UTF-8' }, 'en'],
  [{ LANG: 'POSIX' }, 'en'],
  [{ LANG: '!!' }, 'en'],
])('with %j labels are in %s', (env, locale) => {
  expect(load({ cwd: makeFolder(), env }).configuration.locale).toBe(locale);
});

test('how far the service in the file is trusted counts for no other that the environment names', () => {
  const chat = {
    baseUrl: 'https://models.example.org/v1',
    model: 'large',
    modelProvider: { id: 'acme', confidence: 'HIGH' },
  };
  const cwd = makeFolder({ 'loadout.config.json': { chat } });
  expect(load({ cwd })).toMatchObject({ reports: [], configuration: { chat } });
  expect(load({ cwd, env: { LOADOUT_MODEL: 'small' } }).configuration.chat).toEqual({ ...chat, model: 'small' });
  const other = 'https://other.example.org/v1';
  expect(load({ cwd, env: { LOADOUT_MODEL_BASE_URL: other } }).configuration.chat).toEqual({
    baseUrl: other,
    model: 'large',
  });
});

test('an endpoint with a name or a key in its address is left out', () => {
  const cwd = makeFolder({ 'loadout.config.json': { chat: { baseUrl: 'https://me:key@x.example.org', model: 'm' } } });
  const { configuration, reports } = load({ cwd });
  expect(configuration.chat).toEqual({ model: 'm' });
  expect(reports).toEqual([expect.stringContaining('/chat/baseUrl')]);
});
