import { createHmac, randomBytes } from 'node:crypto';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { JsonValue } from '../contract/json.js';

/** With a key of the process: nobody guesses from a revision what a hidden value is. */
const key = randomBytes(32);

/** The revision of what is not there. */
export const NO_REVISION = 'none';

/** A short text that differs whenever the facts do. It is good for as long as the process runs. */
export function revisionOf(facts: readonly JsonValue[]): string {
  if (facts.length === 0) return NO_REVISION;
  return createHmac('sha256', key).update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
}

/** The option `ifRevision` of something that has such a revision. */
export function readIfRevision(method: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw wrongArgument(method, 'options.ifRevision', 'a text', value);
}
