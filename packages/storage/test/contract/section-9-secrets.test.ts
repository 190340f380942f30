import { chmodSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import {
  type CallScope,
  type CompanionEntry,
  type CompanionHost,
  createHost,
  type Host,
  readHostSecret,
  type SecretVault,
  type ToolConfig,
} from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../src/open-sqlite-store.js';
import { openSecretVault } from '../../src/secrets/open-secret-vault.js';
import { openSqliteTraces } from '../../src/traces/open-sqlite-traces.js';
import { tracesFileOf } from '../../src/traces/traces-file-of.js';
import { makeDatabasePath } from '../temporary-folder.js';

const canary = 'k4n/ry+"v<&42 x=%';

/** Every way in which a secret may stand in a file; base64 without what depends on its neighbours. */
const traits: readonly string[] = [
  canary,
  encodeURIComponent(canary),
  JSON.stringify(canary).slice(1, -1),
  JSON.stringify(JSON.stringify(canary)).slice(3, -3),
  Buffer.from(canary).toString('hex'),
  ...['', 'x', 'xx'].map((before) => Buffer.from(`${before}${canary}`).toString('base64').slice(4, -4)),
];

const leaky: CompanionEntry = {
  id: '@acme/leaky',
  load: async () => ({
    register(host: CompanionHost) {
      host.on('CollectToolProviders', (event) =>
        event.registerProvider({
          getTools: () => [
            {
              name: 'leak',
              description: 'Leaks.',
              schema: { type: 'object', properties: { text: { type: 'string' } } },
              settingsSchema: { type: 'object', properties: { apiKey: { type: 'string', secret: true } } },
            },
          ],
          executeTool(_name: string, _args: object, config: ToolConfig, call: CallScope) {
            call.progress({ progress: 1, message: String(config.apiKey) });
            call.log('info', String(config.apiKey), { key: config.apiKey ?? null });
            throw new Error(`with ${config.apiKey} and ${Buffer.from(`x${config.apiKey}`).toString('base64')}`);
          },
        }),
      );
    },
  }),
};

async function open(database: string, secrets?: SecretVault): Promise<Host> {
  const vault = secrets ?? (await openSecretVault({ database, store: 'encrypted', environment: {} }));
  const [store, traces] = [
    await openSqliteStore({ file: database }),
    await openSqliteTraces({ file: tracesFileOf(database) }),
  ];
  const host = await createHost({ store, traces, secrets: vault, companions: [leaky], logger: () => undefined });
  await host.refresh();
  onTestFinished(async () => {
    await host.close();
    await traces.close();
    await store.close();
  });
  return host;
}

/** As whoever composes a host in another process has it. */
async function readKey(database: string, secrets?: SecretVault): Promise<string | undefined> {
  const vault = secrets ?? (await openSecretVault({ database, store: 'encrypted', environment: {} }));
  const store = await openSqliteStore({ file: database });
  try {
    return await readHostSecret(store, vault, 'model-endpoint');
  } finally {
    await store.close();
  }
}

function readFiles(database: string): readonly (readonly [name: string, content: string])[] {
  const folder = path.dirname(database);
  return readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'latin1')] as const);
}

test('9.5 no file of the database has a secret in it, its write-ahead log and the traces neither', async () => {
  const database = makeDatabasePath();
  const host = await open(database);
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['leak']);
  await host.settings.set('leak', 'apiKey', 'another-old-value');
  await host.settings.set('leak', 'apiKey', canary);
  await host.settings.set('leak', 'apiKey', canary, { bot: 'bot' });
  await host.secrets.set('model-endpoint', canary);
  const turn = await host.startTurn({ bot: 'bot', conversation: { id: 'c' } });
  const outcome = await turn.call({ name: 'leak', arguments: { text: `use ${canary}` } });
  expect(JSON.stringify(outcome)).toContain('[secret]');
  await turn.end();
  await host.secrets.rotate();
  const traced = JSON.stringify(await host.traces.list({}));
  expect(traced).toContain('use [secret]');
  const files = readFiles(database);
  expect(files.map(([name]) => name)).toContain('loadout.db-wal');
  expect(files.map(([name]) => name)).toContain('loadout.key');
  for (const [name, content] of files) {
    for (const trait of traits) expect(content.includes(trait), `${name}: ${trait}`).toBe(false);
  }
});

test('9.4 another process sees a secret with the next turn after it was set, changed and deleted', async () => {
  const database = makeDatabasePath();
  const first = await open(database);
  const second = await open(database);
  await first.secrets.set('model-endpoint', 'first-value');
  expect(await readKey(database)).toBe('first-value');
  expect(await second.secrets.list()).toMatchObject([{ name: 'model-endpoint', isReadable: true }]);
  await second.secrets.set('model-endpoint', 'second-value');
  expect(await readKey(database)).toBe('second-value');
  await first.secrets.rotate();
  expect(await readKey(database)).toBe('second-value');
  expect(await second.secrets.list()).toMatchObject([{ name: 'model-endpoint', isReadable: true }]);
  await second.secrets.set('model-endpoint', '');
  expect(await readKey(database)).toBeUndefined();
  expect(await first.secrets.list()).toEqual([]);
});

test('9.4 a database that was restored without its key says which secrets have to be set again', async () => {
  const database = makeDatabasePath();
  const host = await open(database);
  await host.secrets.set('model-endpoint', canary);
  const elsewhere = await openSecretVault({ database: makeDatabasePath(), store: 'encrypted', environment: {} });
  const restored = await open(database, elsewhere);
  await expect(readKey(database, elsewhere)).rejects.toMatchObject({ code: 'SECRET_UNAVAILABLE' });
  expect(await restored.examine({ database: false })).toContainEqual(
    expect.objectContaining({
      area: 'secrets',
      level: 'error',
      subject: 'model-endpoint',
      remedy: 'loadout secrets set model-endpoint',
    }),
  );
});

test('9.4 a rotation that was broken off at any point leaves every secret readable, and the next one finishes it', async () => {
  for (const point of ['renewKey', 'seal', 'dropOldKeys'] as const) {
    const database = makeDatabasePath();
    const vault = await openSecretVault({ database, store: 'encrypted', environment: {} });
    let isBroken = false;
    const host = await open(database, {
      ...vault,
      async [point](...given: string[]) {
        if (isBroken && point !== 'renewKey') throw new Error('broken off');
        const done = await (vault[point] as (...all: string[]) => Promise<unknown>)(...given);
        if (isBroken) throw new Error('broken off');
        return done;
      },
    } as SecretVault);
    await host.secrets.set('model-endpoint', canary);
    isBroken = true;
    await expect(host.secrets.rotate(), point).rejects.toThrow('broken off');
    const other = await open(database);
    expect(await readKey(database), point).toBe(canary);
    expect(await other.secrets.rotate(), point).toBe(1);
    expect(await readKey(database)).toBe(canary);
    const keys = readFileSync(path.join(path.dirname(database), 'loadout.key'), 'utf8')
      .trim()
      .split('\n');
    expect(
      keys.filter((line) => !line.startsWith('#')),
      point,
    ).toHaveLength(1);
  }
});

test('9.4 a rotation while a secret cannot be opened changes nothing, and names each that cannot', async () => {
  const database = makeDatabasePath();
  const keyFile = path.join(path.dirname(database), 'loadout.key');
  const host = await open(database);
  await host.secrets.set('model-endpoint', canary);
  renameSync(keyFile, `${keyFile}.away`);
  const without = await open(database);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(without.secrets.rotate()).rejects.toThrow(/^Nothing was changed.*model-endpoint: .*is not there/);
  }
  expect(existsSync(keyFile)).toBe(false);
  renameSync(`${keyFile}.away`, keyFile);
  expect(await (await open(database)).secrets.rotate()).toBe(1);
  expect(await readKey(database)).toBe(canary);
});

test('9.4 the doctor says how many secrets are sealed with another key than new ones are, until they are rotated', async () => {
  const database = makeDatabasePath();
  await (await open(database)).secrets.set('model-endpoint', canary);
  const environment = { LOADOUT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  const host = await open(database, await openSecretVault({ database, store: 'encrypted', environment }));
  const outdated = expect.objectContaining({ area: 'secrets', level: 'warning', remedy: 'loadout secrets rotate' });
  expect(await host.examine({ database: false })).toContainEqual(outdated);
  expect(await host.secrets.rotate()).toBe(1);
  expect(await host.examine({ database: false })).not.toContainEqual(outdated);
});

test('9.4 what is wrong with the key file is mended there: no secret has a remedy that would fail as well', async () => {
  const database = makeDatabasePath();
  await (await open(database)).secrets.set('model-endpoint', canary);
  chmodSync(path.join(path.dirname(database), 'loadout.key'), 0o644);
  const findings = await (await open(database)).examine({ database: false });
  expect(findings).toContainEqual(expect.objectContaining({ message: expect.stringContaining('chmod 600') }));
  expect(findings.filter(({ remedy }) => remedy?.includes('secrets set'))).toEqual([]);
});
