import { randomUUID } from 'node:crypto';
import { LoadoutError } from '../contract/errors.js';
import type { SecretVault } from '../contract/secret.js';

/** Keeps secrets in the process, for a store that is in the process as well. */
export function createMemoryVault(): SecretVault {
  const values = new Map<string, string>();
  const keyOf = (name: string, sealed: string): string => `${sealed} ${name}`;
  return {
    kind: 'memory',
    reason: 'The store is in memory, and so are its secrets.',
    async seal(name, value) {
      const sealed = `memory:${randomUUID()}`;
      values.set(keyOf(name, sealed), value);
      return sealed;
    },
    async open(name, sealed) {
      const value = values.get(keyOf(name, sealed));
      if (value !== undefined) return value;
      throw new LoadoutError('SECRET_UNAVAILABLE', `"${name}" was set in another process, and is gone. Set it again.`);
    },
    async forget(name, sealed) {
      values.delete(keyOf(name, sealed));
    },
  };
}
