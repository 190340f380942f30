import { describeError } from '../companions/guard.js';
import { isToolBlockedError, LoadoutError } from '../contract/errors.js';
import { DEFAULT_POLICY } from '../contract/policy.js';
import type { CallState } from './call-state.js';
import { cleanForModel } from './clean-for-model.js';
import { cutText } from './cut-text.js';
import { logCall } from './log-call.js';

/** More of an error's text is told to nobody; the line that the model gets has 300 characters. */
const MAX_DESCRIPTION_CHARACTERS = 10_000;

/**
 * Ends a call with what a tool threw: the operator gets the whole error in the log and among the companion's
 * problems, the model one cleaned line and the id that leads there (contract 6.6).
 */
export function endWithError(call: CallState, error: unknown): void {
  if (call.outcome !== undefined) return;
  const { redactor } = call.host;
  const description = describeError(error);
  if (isToolBlockedError(error)) {
    const limit = call.route?.policy.maxResultCharacters ?? DEFAULT_POLICY.maxResultCharacters;
    const message = description === 'ToolBlockedError' ? 'The tool must not run now.' : description;
    const shown = redactor.head(message, Math.max(limit, MAX_DESCRIPTION_CHARACTERS));
    call.end('BLOCKED', shown.length > limit ? cutText(shown, limit) : shown);
    return;
  }
  call.errorId = call.host.createId();
  const told = redactor.head(description, MAX_DESCRIPTION_CHARACTERS);
  const message = `"${call.name}" failed: ${told}`;
  logCall(call, 'error', 'tool-failed', message, { error, errorId: call.errorId });
  const slot = call.route?.slot;
  slot?.note(new LoadoutError('COMPANION_FAILED', `"${call.name}" of ${slot.owner} failed: ${told}`));
  const line = cleanForModel(told, [...((call.tool ?? call.recognised)?.secrets ?? []), ...(slot?.secrets ?? [])]);
  call.end('ERROR', `Tool execution failed: ${line} (error ${call.errorId})`);
}

/** Says to the operator that a call has reached its deadline; the caller ends it. */
export function reportDeadline(call: CallState, text: string): void {
  logCall(call, 'warn', 'tool-timed-out', text);
  const slot = call.route?.slot;
  slot?.note(new LoadoutError('COMPANION_TIMED_OUT', `"${call.name}" of ${slot.owner}: ${text}`));
}
