import { describeError } from '../companions/guard.js';
import { isToolBlockedError } from '../contract/errors.js';
import type { CallState } from './call-state.js';
import { cleanForModel } from './clean-for-model.js';

/**
 * Ends a call with what a tool threw: the operator gets the whole error in the log, the model one cleaned
 * line and the id that leads there (contract 6.6).
 */
export function endWithError(call: CallState, error: unknown): void {
  if (call.outcome !== undefined) return;
  if (isToolBlockedError(error)) {
    call.end('BLOCKED', describeError(error));
    return;
  }
  call.errorId = call.host.createId();
  call.host.logger({
    level: 'error',
    event: 'tool-failed',
    message: `"${call.name}" failed: ${describeError(error)}`,
    bot: call.turn.botId,
    turn: call.turn.id,
    call: call.callId,
    tool: call.name,
    errorId: call.errorId,
    error,
    ...(call.route === undefined ? {} : { companion: call.route.slot.owner }),
  });
  const line = cleanForModel(describeError(error), call.tool?.secrets ?? []);
  call.end('ERROR', `Tool execution failed: ${line} (error ${call.errorId})`);
}
