import { invoke } from '../companions/guard.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { CallOutcome } from '../contract/result.js';
import type { CallState } from './call-state.js';
import { logCall } from './log-call.js';

/** Writes the record of a call. A recorder that fails is logged and fails no call (contract 6.9). */
export function recordTrace(call: CallState, outcome: CallOutcome): void {
  const { host, turn } = call;
  try {
    // Nothing is waited for; but a recorder may be an async function all the same.
    const recording: unknown = host.traces.record({
      botId: turn.botId,
      turnId: turn.id,
      order: call.order,
      callId: call.callId,
      tool: call.name,
      owner: call.route?.slot.owner,
      status: outcome.status,
      executed: outcome.executed,
      arguments: mask(call),
      repairs: call.repairs,
      startedAt: call.startedAt,
      durationMs: host.clock.now() - call.startedAt,
      resultCharacters: call.result?.characters ?? 0,
      errorId: call.errorId,
    });
    if (recording !== undefined) invoke(() => recording).catch((error: unknown) => reportFailure(call, error));
  } catch (error) {
    reportFailure(call, error);
  }
}

function reportFailure(call: CallState, error: unknown): void {
  logCall(call, 'error', 'trace-failed', 'A trace could not be written.', { error });
}

function mask(call: CallState): JsonValue {
  const sensitive = call.tool?.sensitiveArguments ?? [];
  const args = call.tracedArguments;
  if (sensitive.length === 0 || typeof args !== 'object' || args === null) return args;
  const masked: Record<string, JsonValue> = { ...(args as JsonObject) };
  for (const name of sensitive) {
    if (Object.hasOwn(masked, name)) masked[name] = '[masked]';
  }
  return masked;
}
