import { invoke, isThenable, withDeadline } from '../companions/guard.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import type { CallExecuted, CallOutcome, CallStatus } from '../contract/result.js';
import type { Trace } from '../store/traces.js';
import type { CallState } from './call-state.js';
import { logCall } from './log-call.js';
import { maskSensitive } from './mask-arguments.js';
import { interrupted, untilInterrupted } from './until-interrupted.js';

/** How long a call waits for the row that says that it began. */
const BEGIN_TIMEOUT_MS = 2_000;

/**
 * Writes down that a call is about to run, where it may change something: whoever looks after a crash knows then that it
 * may have run (contract 4.6). Read-only calls do not pay for it, and nobody waits where there is nothing to wait for.
 */
export function announceCall(call: CallState): Promise<void> | undefined {
  const { host, route } = call;
  if (host.traces.begin === undefined || route === undefined || route.policy.readOnly) return undefined;
  try {
    const writing: unknown = host.traces.begin(describeCall(call, 'ERROR', 'unknown'));
    return isThenable(writing) ? waitForRow(call, writing) : undefined;
  } catch (error) {
    reportFailure(call, error);
    return undefined;
  }
}

/** A row that comes too late, or not at all, is logged and fails no call (contract 6.9). */
async function waitForRow(call: CallState, writing: PromiseLike<unknown>): Promise<void> {
  const deadline = { clock: call.host.clock, ms: BEGIN_TIMEOUT_MS, what: 'Writing the trace of a call that begins' };
  try {
    await untilInterrupted(
      call,
      withDeadline(
        invoke(() => writing),
        deadline,
      ),
    );
  } catch (error) {
    if (error === interrupted) call.end('CANCELLED', 'The call was cancelled before it began. It did not run.');
    else reportFailure(call, error);
  }
}

/** Writes the record of a call. A recorder that fails is logged and fails no call (contract 6.9). */
export function recordTrace(call: CallState, outcome: CallOutcome): void {
  const { host } = call;
  try {
    const trace = describeCall(call, outcome.status, outcome.executed, host.clock.now() - call.startedAt);
    // Nothing is waited for; but a recorder may be an async function all the same.
    const recording: unknown = host.traces.record(trace);
    if (recording !== undefined) awaitRecord(call, recording);
  } catch (error) {
    reportFailure(call, error);
  }
}

/** Apart from the rest: a closure costs the function that has it, also where it is not made. */
function awaitRecord(call: CallState, recording: unknown): void {
  invoke(() => recording).catch((error: unknown) => reportFailure(call, error));
}

function describeCall(call: CallState, status: CallStatus, executed: CallExecuted, durationMs = 0): Trace {
  const { turn, waitedMs } = call;
  const trace: Trace = {
    botId: turn.botId,
    turnId: turn.id,
    order: call.order,
    callId: call.shownId,
    tool: call.shownName,
    owner: call.route?.slot.owner,
    status,
    executed,
    arguments: maskTraced(call),
    repairs: call.repairs,
    startedAt: call.startedAt,
    durationMs,
    resultCharacters: call.result?.characters ?? 0,
    errorId: call.errorId,
  };
  return waitedMs === undefined ? trace : { ...trace, waitedMs };
}

function reportFailure(call: CallState, error: unknown): void {
  logCall(call, 'error', 'trace-failed', 'A trace could not be written.', { error });
}

function maskTraced(call: CallState): JsonValue {
  const args = call.tracedArguments;
  // An array is no arguments that a tool would get, and nothing in it has a name.
  if (isJsonObject(args)) return maskArguments(call);
  return call.host.redactor.json(args);
}

/** The arguments for people: as the tool gets them, sensitive ones masked, secrets redacted. */
export function maskArguments(call: CallState): JsonObject {
  // Only asked for calls whose arguments are an object.
  return maskSensitive(call.tracedArguments as JsonObject, call.subject?.sensitiveArguments ?? [], call.host.redactor);
}
