import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { KeyRing } from './key-ring.js';
import { createSecretKey, parseSecretKey, type SecretKey } from './secret-key.js';
import { secretUnavailable } from './secret-unavailable.js';

const HEADER = '# Keys of secrets in Loadout. The first one seals. Without this file they cannot be read.';

/** Where the key of a database belongs: beside it, `x/loadout.sqlite` has `x/loadout.key`. */
export function keyFileOf(databaseFile: string): string {
  const { dir, name } = path.parse(databaseFile);
  return path.join(dir, `${name}.key`);
}

/**
 * Keys in a file that only its owner may read. It is small and read whenever it is needed, so that a key which another
 * process made counts at once. Written whole beside itself and then renamed: a crash leaves the old one or the new one.
 */
export function createKeyFile(file: string): KeyRing {
  const read = (): readonly SecretKey[] => {
    const keys = readKeys(file);
    if (keys !== undefined) return keys;
    throw secretUnavailable(
      `The key file ${file} is not there, so secrets that were sealed with it cannot be read. ` +
        'Put it back from where it is kept, or set the secrets again.',
    );
  };
  const readOrMake = (): readonly SecretKey[] => {
    const keys = readKeys(file);
    if (keys !== undefined) return keys;
    makeFile(file, [createSecretKey(randomBytes(32))]);
    // Another process may have been first: its key counts.
    return read();
  };
  return {
    place: file,
    read,
    readOrMake,
    current: () => {
      try {
        return readKeys(file)?.[0];
      } catch {
        // Whoever needs the key is told why.
        return undefined;
      }
    },
    renew: () => replaceFile(file, [createSecretKey(randomBytes(32)), ...(readKeys(file) ?? [])]),
    dropOld() {
      const keys = readKeys(file) ?? [];
      if (keys.length > 1) replaceFile(file, keys.slice(0, 1));
    },
  };
}

/** Undefined where there is no file. Throws `SECRET_UNAVAILABLE` for one that others may read, or that is damaged. */
function readKeys(file: string): readonly SecretKey[] | undefined {
  let text: string;
  try {
    const descriptor = openSync(file, 'r');
    try {
      // Of the file that was opened: one that is put in its place meanwhile is not read.
      const found = fstatSync(descriptor);
      if (!found.isFile()) throw secretUnavailable(`The key file ${file} is no file. Put the key file in its place.`);
      requirePrivate(file, found.mode);
      text = readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'SECRET_UNAVAILABLE')) throw error;
    throw secretUnavailable(`The key file ${file} cannot be read. Let the user of this process read it.`, error);
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const keys = lines.map(parseSecretKey);
  if (keys.length > 0 && keys.every((key) => key !== undefined)) return keys;
  throw secretUnavailable(
    `The key file ${file} is damaged: each line has to be 32 bytes as base64. Put it back from a copy.`,
  );
}

function requirePrivate(file: string, mode: number): void {
  // Windows has no such bits; there the folder's access list rules.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  const found = (mode & 0o777).toString(8).padStart(4, '0');
  throw secretUnavailable(
    `The key file ${file} may be read by others (mode ${found}). Make it private: chmod 600 ${file}`,
  );
}

function makeFile(file: string, keys: readonly SecretKey[]): void {
  const draft = writeDraft(file, keys);
  try {
    // A link fails where a file is there already, which a rename would write over.
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw cannotWrite(file, error);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(path.dirname(file));
}

function replaceFile(file: string, keys: readonly SecretKey[]): void {
  const draft = writeDraft(file, keys);
  try {
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw cannotWrite(file, error);
  }
  syncFolder(path.dirname(file));
}

function writeDraft(file: string, keys: readonly SecretKey[]): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}.draft`;
  try {
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(descriptor, `${[HEADER, ...keys.map(({ bytes }) => bytes.toString('base64'))].join('\n')}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    rmSync(draft, { force: true });
    throw cannotWrite(file, error);
  }
  return draft;
}

function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not every system lets a folder be synchronised; the file itself is on disk.
  }
}

function cannotWrite(file: string, error: unknown): Error {
  return secretUnavailable(
    `The key file ${file} cannot be written. Let the user of this process write into its folder, or set LOADOUT_SECRET_KEY.`,
    error,
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
