import { LoadoutError } from '@loadout/core';

/** The error for a secret, or a key, that cannot be had. The message never says a value. */
export function secretUnavailable(message: string, cause?: unknown): LoadoutError {
  return new LoadoutError('SECRET_UNAVAILABLE', message, { cause });
}
