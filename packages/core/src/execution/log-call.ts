import type { LogLevel } from '../contract/call.js';
import type { LogEntry } from '../contract/logger.js';
import type { CallState } from './call-state.js';

/** Writes a line about a call, marked with all that leads to it. */
export function logCall(
  call: CallState,
  level: LogLevel,
  event: string,
  message: string,
  rest: Pick<LogEntry, 'error' | 'data' | 'errorId'> = {},
): void {
  const owner = call.route?.slot.owner;
  call.host.logger({
    level,
    event,
    message,
    bot: call.turn.botId,
    turn: call.turn.id,
    call: call.shownId,
    tool: call.shownName,
    ...(owner === undefined || owner === 'builtin' ? {} : { companion: owner }),
    ...rest,
  });
}
