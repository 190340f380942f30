import { type Host, isLoadoutError } from '@loadout/core';
import { redactHead } from '../output/redact-head.js';
import { MODEL_KEY_SECRET, MODEL_KEY_VARIABLE } from './open-client.js';

/** More of what a service says is not looked at. */
const MAX_READ_CHARACTERS = 10_000;

/** A sentence on why a request to the model failed, with what to do. Services say which key they refuse: no secret is in it. */
export function describeFailure(error: unknown, { secrets }: Pick<Host, 'secrets'>): string {
  const reasons = listReasons(error, (text) => redactHead(text, MAX_READ_CHARACTERS, (head) => secrets.redact(head)));
  const text = `The model's service failed: ${reasons.join(': ') || 'it said nothing of why'}`.replace(/[.\s]*$/, '.');
  const remedy = remedyFor(error);
  return remedy === undefined ? text : `${text} ${remedy}`;
}

/** What the client says, and what it stands on: "Connection error." alone helps nobody. */
function listReasons(error: unknown, redact: (text: string) => string): readonly string[] {
  const reasons: string[] = [];
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    const text = redact(current.message || codeOf(current))
      .replace(/\s+/g, ' ')
      .replace(/\.$/, '')
      .slice(0, 500);
    if (text !== '' && !reasons.some((reason) => reason.includes(text))) reasons.push(text);
    current = current.cause;
  }
  return reasons;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function remedyFor(error: unknown): string | undefined {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 401 || status === 403) {
    return `Its key is set with "loadout secrets set ${MODEL_KEY_SECRET}", or in ${MODEL_KEY_VARIABLE}.`;
  }
  if (status === 404) return 'See whether --base-url, --model and --api are right.';
  if (typeof status === 'number' && status >= 300 && status < 400) {
    return 'It sends requests to another address, which is not followed. See whether --base-url is right.';
  }
  // It came, and says itself what to look at.
  if (isLoadoutError(error, 'MODEL_RESPONSE_INVALID')) return undefined;
  if (status === undefined) return 'See whether --base-url is right and the service runs.';
  return undefined;
}
