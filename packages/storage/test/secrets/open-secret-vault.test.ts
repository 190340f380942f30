import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KeyringEntries } from '../../src/secrets/keyring-vault.js';
import { openSecretVault } from '../../src/secrets/open-secret-vault.js';

let folder: string;
let database: string;
const keyFile = (): string => path.join(folder, 'loadout.key');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loadout-secrets-'));
  database = path.join(folder, 'loadout.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const noKeyring = () => Promise.reject(new Error('no Secret Service'));

function createKeyring(): KeyringEntries & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    set: async (account, value) => void entries.set(account, value),
    get: async (account) => entries.get(account) ?? null,
    delete: async (account) => entries.delete(account),
  };
}

const open = (rest: Partial<Parameters<typeof openSecretVault>[0]> = {}) =>
  openSecretVault({ database, environment: {}, loadKeyring: noKeyring, ...rest });

const keyOf = (fill: number): string => Buffer.alloc(32, fill).toString('base64');

test('9.4 without a keyring a secret is encrypted with a key in a private file', async () => {
  const vault = await open();
  expect(vault.kind).toBe('encrypted');
  expect(vault.reason).toContain('no Secret Service');
  const sealed = await vault.seal('model-endpoint', 'canary-value-1');
  expect(sealed).not.toContain('canary');
  expect(Buffer.from(sealed.split(':')[2] ?? '', 'base64url').toString('latin1')).not.toContain('canary');
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  expect(await (await open()).open('model-endpoint', sealed)).toBe('canary-value-1');
});

test('9.4 a keyring that answers is taken, and the database keeps only where the entry is', async () => {
  const keyring = createKeyring();
  const vault = await open({ loadKeyring: async () => keyring });
  expect(vault.kind).toBe('keyring');
  const sealed = await vault.seal('a', 'canary-value-1');
  expect(sealed).not.toContain('canary');
  expect([...keyring.entries.values()]).toEqual(['canary-value-1']);
  expect(await vault.open('a', sealed)).toBe('canary-value-1');
  await expect(vault.open('b', sealed)).rejects.toMatchObject({ code: 'SECRET_UNAVAILABLE' });
  await vault.forget('a', sealed);
  expect(keyring.entries.size).toBe(0);
  await expect(vault.open('a', sealed)).rejects.toMatchObject({ code: 'SECRET_UNAVAILABLE' });
  expect(existsSync(keyFile())).toBe(false);
});

test('9.4 a keyring that does not answer, or does not keep what it is given, is not taken', async () => {
  const hanging = { ...createKeyring(), set: () => new Promise<void>(() => undefined) };
  const hung = await open({ loadKeyring: async () => hanging, probeMs: 20 });
  expect(hung.kind).toBe('encrypted');
  expect(hung.reason).toContain('did not answer');
  const forgetful = { ...createKeyring(), get: async () => null };
  expect((await open({ loadKeyring: async () => forgetful })).kind).toBe('encrypted');
});

test('a keyring that the configuration wants is never replaced by something else', async () => {
  const vault = await open({ store: 'keyring' });
  expect(vault.kind).toBe('keyring');
  expect(vault.reason).toContain('no Secret Service');
  await expect(vault.seal('a', 'value-of-a')).rejects.toMatchObject({ code: 'SECRET_UNAVAILABLE' });
  expect(existsSync(keyFile())).toBe(false);
});

test('a secret of another vault opens, and is outdated', async () => {
  const encrypted = await open();
  const sealed = await encrypted.seal('a', 'value-of-a');
  const keyring = createKeyring();
  const later = await open({ loadKeyring: async () => keyring });
  expect(later.kind).toBe('keyring');
  expect(later.isOutdated?.(sealed)).toBe(true);
  expect(await later.open('a', sealed)).toBe('value-of-a');
  const moved = await later.seal('a', 'value-of-a');
  const back = await open({ store: 'encrypted', loadKeyring: async () => keyring });
  expect(await back.open('a', moved)).toBe('value-of-a');
  expect(back.isOutdated?.(moved)).toBe(true);
  await back.forget('a', moved);
  expect(keyring.entries.size).toBe(0);
});

test('9.4 no secret opens under another name, or changed', async () => {
  const vault = await open();
  const sealed = await vault.seal('a', 'value-of-a');
  await expect(vault.open('b', sealed)).rejects.toMatchObject({ code: 'SECRET_UNAVAILABLE' });
  const at = sealed.length - 5;
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  await expect(vault.open('a', changed)).rejects.toThrow(/changed in the database/);
  await expect(vault.open('a', 'plain text')).rejects.toMatchObject({ code: 'SECRET_UNAVAILABLE' });
});

test('a database that was restored without its key says so, by secret and by place', async () => {
  const sealed = await (await open()).seal('a', 'value-of-a');
  rmSync(keyFile());
  await expect((await open()).open('a', sealed)).rejects.toThrow(/loadout\.key is not there/);
  await (await open()).seal('b', 'value-of-b');
  await expect((await open()).open('a', sealed)).rejects.toThrow(/another key/);
});

test.skipIf(process.platform === 'win32')('a key file that others may read is refused with the remedy', async () => {
  const vault = await open();
  const sealed = await vault.seal('a', 'value-of-a');
  chmodSync(keyFile(), 0o640);
  await expect(vault.open('a', sealed)).rejects.toThrow(/mode 0640.*chmod 600/s);
  await expect(vault.seal('a', 'value-of-a')).rejects.toThrow(/chmod 600/);
  expect(await vault.examine?.()).toEqual([expect.stringContaining('chmod 600')]);
});

test('a damaged key file is refused and not replaced', async () => {
  writeFileSync(keyFile(), 'half a key', { mode: 0o600 });
  await expect((await open()).seal('a', 'value-of-a')).rejects.toThrow(/damaged/);
  expect(readFileSync(keyFile(), 'utf8')).toBe('half a key');
});

test('two processes that make the key at once end with one', async () => {
  const [first, second] = [await open(), await open()];
  const [a, b] = await Promise.all([first.seal('a', 'value-of-a'), second.seal('b', 'value-of-b')]);
  const third = await open();
  expect(await third.open('a', a)).toBe('value-of-a');
  expect(await third.open('b', b)).toBe('value-of-b');
});

test('LOADOUT_SECRET_KEY is taken before a keyring; the one before opens until everything is sealed again', async () => {
  const loadKeyring = async () => createKeyring();
  const old = await open({ environment: { LOADOUT_SECRET_KEY: keyOf(1) }, loadKeyring });
  expect(old.kind).toBe('encrypted');
  expect(old.reason).toContain('LOADOUT_SECRET_KEY');
  const sealed = await old.seal('a', 'value-of-a');
  expect(existsSync(keyFile())).toBe(false);
  const environment = { LOADOUT_SECRET_KEY: Buffer.alloc(32, 2).toString('hex') };
  await expect((await open({ environment })).open('a', sealed)).rejects.toThrow(/another key/);
  const both = await open({ environment: { ...environment, LOADOUT_SECRET_KEY_PREVIOUS: keyOf(1) } });
  expect(await both.open('a', sealed)).toBe('value-of-a');
  expect(both.isOutdated?.(sealed)).toBe(true);
  expect(both.isOutdated?.(await both.seal('a', 'value-of-a'))).toBe(false);
});

test('a LOADOUT_SECRET_KEY that is no key is told of, without its text', async () => {
  const vault = await open({ environment: { LOADOUT_SECRET_KEY: 'my passphrase' } });
  const problems = await vault.examine?.();
  expect(problems).toEqual([expect.stringContaining('32 bytes')]);
  expect(JSON.stringify(problems)).not.toContain('passphrase');
  await expect(vault.seal('a', 'value-of-a')).rejects.toMatchObject({ code: 'SECRET_UNAVAILABLE' });
});

test('a previous key that is none keeps nothing from being read, and is told of', async () => {
  const environment = { LOADOUT_SECRET_KEY: keyOf(1), LOADOUT_SECRET_KEY_PREVIOUS: 'my old passphrase' };
  const vault = await open({ environment });
  expect(await vault.open('a', await vault.seal('a', 'value-of-a'))).toBe('value-of-a');
  const problems = await vault.examine?.();
  expect(problems).toEqual([expect.stringContaining('LOADOUT_SECRET_KEY_PREVIOUS has to be 32 bytes')]);
  expect(JSON.stringify(problems)).not.toContain('passphrase');
});

test('a folder in the place of the key file is called one', async () => {
  mkdirSync(keyFile(), { mode: 0o700 });
  await expect((await open()).seal('a', 'value-of-a')).rejects.toThrow(/is no file/);
});

test('whether a secret is outdated makes no key', async () => {
  const sealed = await (await open()).seal('a', 'value-of-a');
  rmSync(keyFile());
  expect((await open()).isOutdated?.(sealed)).toBe(true);
  expect(existsSync(keyFile())).toBe(false);
});

test('where no key was ever made there is no old one to drop', async () => {
  await (await open()).dropOldKeys?.();
  expect(existsSync(keyFile())).toBe(false);
});

test('a new key in the file seals, the old one opens until it is dropped; each state on the way can be gone on from', async () => {
  const vault = await open();
  const other = await open();
  const sealed = await vault.seal('a', 'value-of-a');
  await vault.renewKey?.();
  expect(await vault.examine?.()).toEqual([expect.stringContaining('rotation was broken off')]);
  // Another process that knows nothing of it follows at once.
  expect(other.isOutdated?.(sealed)).toBe(true);
  expect(await other.open('a', sealed)).toBe('value-of-a');
  // Broken off here, and begun anew.
  await vault.renewKey?.();
  expect(await other.open('a', sealed)).toBe('value-of-a');
  const again = await other.seal('a', 'value-of-a');
  expect(vault.isOutdated?.(again)).toBe(false);
  await vault.dropOldKeys?.();
  expect(await other.open('a', again)).toBe('value-of-a');
  await expect(other.open('a', sealed)).rejects.toThrow(/another key/);
  expect(await vault.examine?.()).toEqual([]);
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
});
