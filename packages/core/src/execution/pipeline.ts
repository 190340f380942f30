import type { CallOutcome } from '../contract/result.js';
import type { ToolCall } from '../contract/turn.js';
import { approveCall } from './approve-call.js';
import { CallState, isUnwanted } from './call-state.js';
import { capResult } from './cap-result.js';
import { checkOutput } from './check-output.js';
import type { ExecutionParts, TurnScope } from './execution-parts.js';
import { endWithError } from './explain-error.js';
import { keepConfidence } from './keep-confidence.js';
import type { LoopCall } from './loop-call.js';
import { normaliseResult } from './normalise-result.js';
import { prepareArguments } from './prepare-arguments.js';
import { readCall } from './read-call.js';
import { announceCall, recordTrace } from './record-trace.js';
import { redactResult } from './redact-result.js';
import { refuseRepetition } from './refuse-repetition.js';
import { requireBudget } from './require-budget.js';
import { requireConfidence } from './require-confidence.js';
import { requireOffered, resolveName } from './resolve-call.js';
import { runTool } from './run-tool.js';
import type { Suspended } from './suspended.js';

/**
 * One step of a call. It reads and fills in the call's state; a step that ends the call sets its outcome, and
 * the rest is skipped. A step that has to wait answers a promise, or `suspended` and calls `call.onDone`
 * later itself.
 */
type PipelineStep = (call: CallState) => Promise<void> | Suspended | undefined | void;

/**
 * What happens to a call, in this order, whichever adapter it came through (contract 6.1).
 */
const PIPELINE: readonly PipelineStep[] = [
  resolveName,
  countCall,
  requireOffered,
  prepareArguments,
  requireBudget,
  refuseRepetition,
  requireConfidence,
  approveCall,
  requireWanted,
  announceCall,
  runTool,
  normaliseResult,
  keepConfidence,
  checkOutput,
  redactResult,
  capResult,
];

/** Runs a call. Never rejects: every ending is an outcome, and each call has exactly one. */
export function executeCall(host: ExecutionParts, turn: TurnScope, toolCall: ToolCall): Promise<CallOutcome> {
  const delivered = new Promise<CallOutcome>(keepDeliver);
  begin(new CallState(host, turn, proceed, kept), toolCall);
  return delivered;
}

/** What ends the promise that was made last. A promise calls its function at once, so one does for all calls. */
let kept: (outcome: CallOutcome) => void;

function keepDeliver(deliver: typeof kept): void {
  kept = deliver;
}

/** The same for a loop, whose calls may be answered without being run, or have to wait for a person. */
export function startCall(
  host: ExecutionParts,
  turn: TurnScope,
  toolCall: ToolCall,
  rest: { readonly deliver: (outcome: CallOutcome) => void; readonly loop: LoopCall },
): void {
  const call = new CallState(host, turn, proceed, rest.deliver);
  call.loop = rest.loop;
  begin(call, toolCall);
}

function begin(call: CallState, toolCall: ToolCall): void {
  call.turn.callBegan();
  const problem = readCall(call, toolCall);
  if (call.callId === '') call.callId = call.turn.nextCallId();
  if (problem !== undefined) call.end('ERROR', `The call cannot be run: ${problem}.`);
  proceed(call);
}

/**
 * Takes the steps that are left, until one has to wait. No async function: a call of a tool that answers at
 * once goes through without a single wait, and any other pays for one promise of its own.
 */
function proceed(call: CallState): void {
  if (call.isConcluded) return;
  try {
    while (call.outcome === undefined) {
      const step = PIPELINE[call.step];
      if (step === undefined) break;
      call.step += 1;
      const waiting = step(call);
      if (waiting === undefined) continue;
      call.host.waiting.add(call);
      if (typeof waiting === 'object') proceedAfter(call, waiting);
      return;
    }
  } catch (error) {
    endWithError(call, error);
  }
  conclude(call);
}

/** Apart from the loop: closures cost the function that has them, also where they are not made. */
function proceedAfter(call: CallState, waiting: Promise<void>): void {
  waiting.then(
    () => proceed(call),
    (error: unknown) => fail(call, error),
  );
}

/** A fault of the host's own: the call still gets its result. */
function fail(call: CallState, error: unknown): void {
  endWithError(call, error);
  proceed(call);
}

function conclude(call: CallState): void {
  call.isConcluded = true;
  call.host.waiting.remove(call);
  const outcome = call.finish(call.result?.isError === true ? 'ERROR' : 'SUCCESS');
  // Of a call that waits for a person this is no ending: its loop keeps the turn, or refuses the call.
  if (call.loop?.waiting !== undefined) {
    call.turn.callEnded();
    call.deliver(outcome);
    return;
  }
  recordTrace(call, outcome);
  call.turn.budget.addResult(call.result?.characters ?? 0);
  call.span?.end(outcome);
  call.host.events.finished(call, outcome);
  call.host.redactor.release(call);
  call.turn.callEnded();
  call.deliver(outcome);
}

function countCall(call: CallState): void {
  call.order = call.turn.budget.countCall();
  const refusal = call.loop?.refusal;
  if (refusal !== undefined) call.end(refusal.status, refusal.text);
}

/** A call that nobody waits for any more is not begun. */
function requireWanted(call: CallState): void {
  if (isUnwanted(call)) call.end('CANCELLED', 'The call was cancelled before it began. It did not run.');
}
