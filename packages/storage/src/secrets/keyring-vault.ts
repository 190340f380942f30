import { randomBytes } from 'node:crypto';
import type { SecretVault } from '@loadout/core';
import { secretUnavailable } from './secret-unavailable.js';

const SERVICE = 'loadout';
const MARK = 'keyring';

/** How long one answer of a keyring may take; one that is locked may wait for a person. */
const ANSWER_MS = 5_000;

/** The entries of a keyring, as far as they are used here. */
export interface KeyringEntries {
  set(account: string, value: string, signal: AbortSignal): Promise<void>;
  get(account: string, signal: AbortSignal): Promise<string | null>;
  delete(account: string, signal: AbortSignal): Promise<unknown>;
}

/**
 * The operating system's keyring, loaded when it is first needed. On Linux it has to be the Secret Service: the library
 * would otherwise take the kernel's keyring without a word, which forgets everything when the machine starts again.
 */
export async function loadKeyring(): Promise<KeyringEntries> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  const entry = (account: string) => new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } });
  return {
    set: (account, value, signal) => entry(account).setPassword(value, signal),
    get: (account, signal) => entry(account).getPassword(signal),
    delete: (account, signal) => entry(account).deleteCredential(signal),
  };
}

/** Throws where the keyring does not keep what it is given, or does not answer within the time. */
export async function probeKeyring(entries: KeyringEntries, timeoutMs: number): Promise<void> {
  const account = `probe:${randomBytes(9).toString('base64url')}`;
  const value = randomBytes(9).toString('base64url');
  await inTime(timeoutMs, async (signal) => {
    await entries.set(account, value, signal);
    const kept = await entries.get(account, signal);
    await entries.delete(account, signal);
    if (kept !== value) throw new Error('it does not keep what it is given');
  });
}

/**
 * Secrets as entries of the keyring. Each time one is sealed it is another entry, whose name the database keeps: other
 * processes see that it changed, and a change that is not made leaves the old one as it was.
 */
export function createKeyringVault(entries: KeyringEntries, reason: string, timeoutMs = ANSWER_MS): SecretVault {
  const ask = async <T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await inTime(timeoutMs, work);
    } catch (cause) {
      throw secretUnavailable(`${what}: ${describe(cause)}. Unlock the keyring, or see "loadout doctor".`, cause);
    }
  };
  return {
    kind: 'keyring',
    reason,
    async seal(name, value) {
      const id = randomBytes(12).toString('base64url');
      await ask(`The keyring did not take "${name}"`, (signal) => entries.set(accountOf(name, id), value, signal));
      return `${MARK}:${id}`;
    },
    async open(name, sealed) {
      const id = readId(sealed);
      if (id === undefined) throw secretUnavailable(`"${name}" was not sealed by a keyring. Set it again.`);
      const value = await ask(`The keyring did not give "${name}"`, (signal) =>
        entries.get(accountOf(name, id), signal),
      );
      if (value !== null) return value;
      throw secretUnavailable(
        `The keyring has no entry for "${name}": it is another machine's or user's. Set it again.`,
      );
    },
    async forget(name, sealed) {
      const id = readId(sealed);
      if (id === undefined) return;
      await ask(`The keyring did not let go of "${name}"`, (signal) => entries.delete(accountOf(name, id), signal));
    },
    isOutdated: (sealed) => readId(sealed) === undefined,
  };
}

/** Whether a keyring sealed it. */
export function isOfKeyring(sealed: string): boolean {
  return readId(sealed) !== undefined;
}

/** The name is part of it: no secret opens under another name. */
function accountOf(name: string, id: string): string {
  return `${name} ${id}`;
}

function readId(sealed: string): string | undefined {
  return sealed.startsWith(`${MARK}:`) ? sealed.slice(MARK.length + 1) : undefined;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}

/** The library may not hear the signal while it waits for a person, so nobody waits for the library either. */
async function inTime<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it did not answer within ${milliseconds / 1_000} s`));
      controller.abort();
    }, milliseconds);
  });
  const working = work(controller.signal);
  // What comes after the time is of no use, and no reason to end the process.
  working.catch(() => undefined);
  try {
    return await Promise.race([working, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
