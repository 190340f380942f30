import type { SecretVault } from '@loadout/core';
import { createEncryptedVault } from './encrypted-vault.js';
import { KEY_VARIABLE, readEnvironmentKeys } from './environment-keys.js';
import { createKeyFile, keyFileOf } from './key-file.js';
import { createKeyringVault, isOfKeyring, type KeyringEntries, loadKeyring, probeKeyring } from './keyring-vault.js';

/** How long start may wait for a keyring. */
const PROBE_MS = 2_000;

/** Where secrets may be kept. */
export type SecretStoreKind = 'keyring' | 'encrypted';

/** How a vault is found. */
export interface SecretVaultOptions {
  /** The file of the database: a key file stands beside it. */
  readonly database: string;
  /** Only this one. Absent: the keyring where one answers, encryption otherwise. */
  readonly store?: SecretStoreKind | undefined;
  /** Default: the process's. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Default: the operating system's. */
  readonly loadKeyring?: () => Promise<KeyringEntries>;
  /** How long the keyring may take to answer at first. */
  readonly probeMs?: number;
}

/**
 * The vault for the secrets of a database: the operating system's keyring, where one answers within two seconds, or else
 * encryption with the operator's key; never plain text. What the other one sealed still opens where that is
 * possible. Never fails: what is wrong is told by each secret that is asked for, and by the doctor.
 */
export async function openSecretVault(options: SecretVaultOptions): Promise<SecretVault> {
  const { database, store, environment = process.env, probeMs = PROBE_MS } = options;
  const load = options.loadKeyring ?? loadKeyring;
  const file = createKeyFile(keyFileOf(database));
  const stated = readEnvironmentKeys(environment, file);
  const keys = stated ?? file;
  const where = stated === undefined ? `a key in ${keys.place}` : `the key in ${KEY_VARIABLE}`;
  const encrypted = (why: string): SecretVault =>
    createEncryptedVault(keys, `Encrypted with ${where}, because ${why}.`);
  if (store === 'encrypted') return withOther(encrypted('the configuration says so'), () => findKeyring(load));
  // Whoever sets a key wants it used.
  if (store === undefined && stated !== undefined) {
    return withOther(encrypted('that is set'), () => findKeyring(load));
  }
  try {
    const entries = await load();
    await probeKeyring(entries, probeMs);
    const why = store === 'keyring' ? 'The configuration says so' : 'A keyring answers';
    return withOther(createKeyringVault(entries, `${why}.`), async () => encrypted('it was once'));
  } catch (error) {
    if (store === 'keyring') {
      const reason = `The configuration wants the keyring, and it does not answer: ${describe(error)}.`;
      return createKeyringVault(refuseAll(error), reason);
    }
    return withOther(encrypted(`no keyring answers (${describe(error)})`), () => findKeyring(load));
  }
}

/** Opens, too, what another vault sealed: a keyring may have appeared, or gone, since. */
function withOther(vault: SecretVault, findOther: () => Promise<SecretVault>): SecretVault {
  const ownIsKeyring = vault.kind === 'keyring';
  const isOwn = (sealed: string): boolean => isOfKeyring(sealed) === ownIsKeyring;
  let finding: Promise<SecretVault> | undefined;
  const other = (): Promise<SecretVault> => {
    finding ??= findOther();
    return finding;
  };
  return {
    ...vault,
    open: async (name, sealed) => (isOwn(sealed) ? vault : await other()).open(name, sealed),
    forget: async (name, sealed) => (isOwn(sealed) ? vault : await other()).forget(name, sealed),
  };
}

async function findKeyring(load: () => Promise<KeyringEntries>): Promise<SecretVault> {
  const reason = 'A secret was sealed by the keyring.';
  try {
    return createKeyringVault(await load(), reason);
  } catch (error) {
    return createKeyringVault(refuseAll(error), reason);
  }
}

/** A keyring that is not there. */
function refuseAll(error: unknown): KeyringEntries {
  const refuse = (): Promise<never> => Promise.reject(error);
  return { set: refuse, get: refuse, delete: refuse };
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').replace(/\.$/, '');
}
