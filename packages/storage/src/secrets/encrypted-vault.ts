import type { SecretVault } from '@loadout/core';
import { decryptText, encryptText, readEncryptedText } from './encrypted-text.js';
import type { KeyRing } from './key-ring.js';
import { secretUnavailable } from './secret-unavailable.js';

/** Secrets as ciphertext in the database, with keys that the operator holds. */
export function createEncryptedVault(keys: KeyRing, reason: string): SecretVault {
  return {
    kind: 'encrypted',
    reason,
    async seal(name, value) {
      const [key] = keys.readOrMake();
      if (key === undefined) throw secretUnavailable(`${keys.place} has no key.`);
      return encryptText(key, name, value);
    },
    async open(name, sealed) {
      const encrypted = readEncryptedText(sealed);
      if (encrypted === undefined) throw secretUnavailable(`"${name}" was not sealed by encryption. Set it again.`);
      const key = keys.read().find(({ id }) => id === encrypted.keyId);
      if (key === undefined) {
        throw secretUnavailable(
          `"${name}" was sealed with another key (${encrypted.keyId}) than ${keys.place} has. Bring that key back, or set it again.`,
        );
      }
      try {
        return decryptText(key, name, encrypted);
      } catch (cause) {
        throw secretUnavailable(`"${name}" was changed in the database after it was sealed. Set it again.`, cause);
      }
    },
    async forget() {
      // The ciphertext is in the database alone.
    },
    isOutdated(sealed) {
      const encrypted = readEncryptedText(sealed);
      return encrypted === undefined || encrypted.keyId !== keys.current()?.id;
    },
    async renewKey() {
      keys.renew?.();
    },
    async dropOldKeys() {
      keys.dropOld?.();
    },
    async examine() {
      try {
        const old = keys.read().length - 1;
        const further = keys.examine?.() ?? [];
        return old > 0 && keys.renew !== undefined
          ? [
              ...further,
              `${keys.place} has ${old} old keys: a rotation was broken off. Finish it: loadout secrets rotate`,
            ]
          : further;
      } catch (error) {
        // One that was never needed is made when it is.
        return error instanceof Error && !/is not there/.test(error.message) ? [error.message] : [];
      }
    },
  };
}
