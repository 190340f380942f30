import type { SecretVault } from '@loadout/core';
import { openSecretVault, type SecretVaultOptions } from './open-secret-vault.js';

/**
 * The vault of {@link openSecretVault}, looked for when it is first needed: a process without secrets asks no keyring and
 * loads no native module. What kind it is and why is known after `examine`.
 */
export function createLazySecretVault(options: SecretVaultOptions): SecretVault {
  let opened: SecretVault | undefined;
  let opening: Promise<SecretVault> | undefined;
  const find = async (): Promise<SecretVault> => {
    opening ??= openSecretVault(options);
    opened = await opening;
    return opened;
  };
  return {
    get kind() {
      return opened?.kind ?? 'encrypted';
    },
    get reason() {
      return opened?.reason ?? 'It was not needed yet.';
    },
    seal: async (name, value) => (await find()).seal(name, value),
    open: async (name, sealed) => (await find()).open(name, sealed),
    forget: async (name, sealed) => (await find()).forget(name, sealed),
    // Only what one of the others has answered, or opened, is asked for.
    isOutdated: (sealed) => opened?.isOutdated?.(sealed) ?? false,
    renewKey: async () => (await find()).renewKey?.(),
    dropOldKeys: async () => (await find()).dropOldKeys?.(),
    examine: async () => (await (await find()).examine?.()) ?? [],
  };
}
