import { type CallScope, type CallToolResult, ToolBlockedError } from '@loadout/core/contract';
import { failWith } from '../fail-with.js';
import { describeFailure } from '../retrieval/describe-failure.js';
import { SignInError } from './sign-in.js';

/**
 * A page that cannot be had is an answer for the model; one that must not be had is blocked, unless a private host led to
 * it, which is for HIGH confidence only.
 */
export function explainFailure(error: unknown, url: string, call: CallScope): CallToolResult {
  const cause = error instanceof Error ? error.cause : undefined;
  // Signed in to are private hosts alone.
  if (cause instanceof SignInError && !call.signal.aborted) return failWith(cause.message, { isPrivate: true });
  const { message, isRefused, isPrivate } = describeFailure(error, url, call);
  if (isRefused && !isPrivate) throw new ToolBlockedError(message);
  return failWith(message, { isPrivate });
}
