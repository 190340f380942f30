import type { KeyRing } from './key-ring.js';
import { parseSecretKey, type SecretKey } from './secret-key.js';
import { secretUnavailable } from './secret-unavailable.js';

/** The variable with the key that seals. */
export const KEY_VARIABLE = 'LOADOUT_SECRET_KEY';
/** The variable with the one before, until `loadout secrets rotate` has been run. */
const PREVIOUS_KEY_VARIABLE = 'LOADOUT_SECRET_KEY_PREVIOUS';

/**
 * Keys from the environment; those of `file` still open what they have sealed. Undefined where none is stated. One that
 * cannot be read is told by whoever needs it: a host starts without its secrets.
 */
export function readEnvironmentKeys(
  environment: Readonly<Record<string, string | undefined>>,
  file: KeyRing,
): KeyRing | undefined {
  const stated = environment[KEY_VARIABLE];
  if (stated === undefined || stated.trim() === '') return undefined;
  const read = (): readonly SecretKey[] => {
    const keys = [requireKey(KEY_VARIABLE, stated)];
    const previous = environment[PREVIOUS_KEY_VARIABLE];
    if (previous !== undefined && previous.trim() !== '') keys.push(requireKey(PREVIOUS_KEY_VARIABLE, previous));
    return [...keys, ...readFileKeys(file)];
  };
  return { place: KEY_VARIABLE, read, readOrMake: read };
}

function readFileKeys(file: KeyRing): readonly SecretKey[] {
  try {
    return file.read();
  } catch {
    // There is none, or it is told of where its keys are needed.
    return [];
  }
}

function requireKey(variable: string, text: string): SecretKey {
  const key = parseSecretKey(text);
  if (key !== undefined) return key;
  throw secretUnavailable(
    `${variable} has to be 32 bytes as base64 or as 64 hexadecimal digits, and is something else. ` +
      `Make one with: openssl rand -base64 32`,
  );
}
