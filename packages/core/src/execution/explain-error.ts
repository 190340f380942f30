import { describeError } from '../companions/guard.js';
import { isToolBlockedError, LoadoutError } from '../contract/errors.js';
import { DEFAULT_POLICY } from '../contract/policy.js';
import type { CallState } from './call-state.js';
import { cleanForModel } from './clean-for-model.js';
import { cutText } from './cut-text.js';
import { logCall } from './log-call.js';

/** More of an error's text is not looked at for the line that the model gets; that has 300 characters. */
const MAX_DESCRIPTION_CHARACTERS = 100_000;

/**
 * Ends a call with what a tool threw: the operator gets the whole error in the log and among the companion's
 * problems, the model one cleaned line and the id that leads there (contract 6.6).
 */
export function endWithError(call: CallState, error: unknown): void {
  if (call.outcome !== undefined) return;
  const description = describeError(error);
  if (isToolBlockedError(error)) {
    const limit = call.route?.policy.maxResultCharacters ?? DEFAULT_POLICY.maxResultCharacters;
    const message = description === 'ToolBlockedError' ? 'The tool must not run now.' : description;
    const shown = call.host.redactor.text(message);
    call.end('BLOCKED', shown.length > limit ? cutText(shown, limit) : shown);
    return;
  }
  call.errorId = call.host.createId();
  const message = `"${call.name}" failed: ${description}`;
  logCall(call, 'error', 'tool-failed', message, { error, errorId: call.errorId });
  const slot = call.route?.slot;
  slot?.note(new LoadoutError('COMPANION_FAILED', `"${call.name}" of ${slot.owner} failed: ${description}`));
  const line = cleanForModel(redactHead(call, description), [...(call.tool?.secrets ?? []), ...(slot?.secrets ?? [])]);
  call.end('ERROR', `Tool execution failed: ${line} (error ${call.errorId})`);
}

/** The beginning of an error's text, as far as the model's line can reach. */
function redactHead(call: CallState, description: string): string {
  return call.host.redactor.text(description.slice(0, MAX_DESCRIPTION_CHARACTERS));
}

/** Says to the operator that a call has reached its deadline; the caller ends it. */
export function reportDeadline(call: CallState, text: string): void {
  logCall(call, 'warn', 'tool-timed-out', text);
  const slot = call.route?.slot;
  slot?.note(new LoadoutError('COMPANION_TIMED_OUT', `"${call.name}" of ${slot.owner}: ${text}`));
}
