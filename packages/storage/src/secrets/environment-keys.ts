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
  const previous = environment[PREVIOUS_KEY_VARIABLE] ?? '';
  const read = (): readonly SecretKey[] => {
    const older = parseSecretKey(previous);
    return [requireKey(KEY_VARIABLE, stated), ...(older === undefined ? [] : [older]), ...readFileKeys(file)];
  };
  return {
    place: KEY_VARIABLE,
    read,
    readOrMake: read,
    current: () => parseSecretKey(stated),
    // One that is wrong keeps nothing from being read that the other keys open.
    examine: () =>
      previous.trim() === '' || parseSecretKey(previous) !== undefined ? [] : [describeWrongKey(PREVIOUS_KEY_VARIABLE)],
  };
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
  throw secretUnavailable(describeWrongKey(variable));
}

function describeWrongKey(variable: string): string {
  const expected = '32 bytes as base64 or as 64 hexadecimal digits';
  return `${variable} has to be ${expected}, and is something else. Make one with: openssl rand -base64 32`;
}
