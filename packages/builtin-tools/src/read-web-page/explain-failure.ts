import { type CallScope, type CallToolResult, ToolBlockedError } from '@loadout/core/contract';
import { describeFailure } from '../retrieval/describe-failure.js';
import { SignInError } from './sign-in.js';

/** A page that cannot be had is an answer for the model; one that must not be had is blocked. */
export function explainFailure(error: unknown, url: string, call: CallScope): CallToolResult {
  if (error instanceof SignInError && !call.signal.aborted) return failWith(error.message);
  const { message, isRefused } = describeFailure(error, url, call);
  if (isRefused) throw new ToolBlockedError(message);
  return failWith(message);
}

/** A failure as a result. */
export function failWith(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
