import type { CallOutcome } from '../contract/result.js';
import type { ToolCall } from '../contract/turn.js';
import { approveCall } from './approve-call.js';
import { CallState, isUnwanted } from './call-state.js';
import { capResult } from './cap-result.js';
import { checkOutput } from './check-output.js';
import { endWithError } from './explain-error.js';
import type { ExecutionParts, TurnScope } from './execution-parts.js';
import { normaliseResult } from './normalise-result.js';
import { prepareArguments } from './prepare-arguments.js';
import { recordTrace } from './record-trace.js';
import { requireOffered, resolveName } from './resolve-call.js';
import { runTool } from './run-tool.js';

/**
 * One step of a call. It reads and fills in the call's state; a step that ends the call sets its outcome, and
 * the rest is skipped. A promise is answered only where there is something to wait for.
 */
export type PipelineStep = (call: CallState) => Promise<void> | undefined | void;

/**
 * What happens to a call, in this order, whichever adapter it came through (contract 6.1). Budgets and
 * repetition belong before `approveCall`, confidence right before it, redaction before `capResult`.
 */
export const PIPELINE: readonly PipelineStep[] = [
  resolveName,
  countCall,
  requireOffered,
  prepareArguments,
  approveCall,
  requireWanted,
  runTool,
  normaliseResult,
  checkOutput,
  capResult,
];

/** Runs a call. Never rejects: every ending is an outcome, and each call has exactly one. */
export async function executeCall(
  host: ExecutionParts,
  turn: TurnScope,
  request: ToolCall,
  callId: string,
): Promise<CallOutcome> {
  const call = new CallState(host, turn, request, callId);
  turn.callBegan();
  try {
    for (const step of PIPELINE) {
      if (call.outcome !== undefined) break;
      const waiting = step(call);
      if (waiting !== undefined) {
        host.waiting.add(call);
        await waiting;
      }
    }
  } catch (error) {
    // A fault of the host's own: the call still gets its result.
    endWithError(call, error);
  }
  host.waiting.remove(call);
  const outcome = call.outcome ?? call.finish(call.result?.isError === true ? 'ERROR' : 'SUCCESS');
  recordTrace(call, outcome);
  turn.callEnded();
  return outcome;
}

function countCall(call: CallState): void {
  call.order = call.turn.nextOrder();
}

/** A call that nobody waits for any more is not begun. */
function requireWanted(call: CallState): void {
  if (isUnwanted(call)) call.end('CANCELLED', 'The call was cancelled before it began. It did not run.');
}
