import type { ModelCall } from '../contract/model-adapter.js';
import type { CallOutcome } from '../contract/result.js';
import type { TurnScope } from '../execution/execution-parts.js';
import { withholdResult } from '../execution/keep-confidence.js';
import type { LoopCall } from '../execution/loop-call.js';
import type { TurnClaim } from './claim-turn.js';
import type { SettledCall } from './suspend-turn.js';
import { isMaybeRun, type KeptCall, readKeptDecision } from './suspended-document.js';
import { answerUnrun } from './unrun-outcome.js';

/** What a resumed loop gives. */
export interface ResumingLoop {
  readonly turn: Pick<TurnScope, 'tools' | 'catalogue' | 'confidence'>;
  readonly claim: TurnClaim;
  /** Runs a call through the whole pipeline, on today's state. Never rejects. */
  readonly execute: (call: ModelCall, loop: LoopCall) => Promise<CallOutcome>;
}

/**
 * Goes on with the calls of a turn that waited, in their order (contract 6.8): what was allowed is run, what was denied is
 * answered with the reason, what was running when a process died is answered "may have run" unless it does no harm twice
 * and was not allowed for once only. Where a person has to be waited for again, the rest stays as it is, and the loop keeps
 * the turn anew.
 */
export async function resumeCalls({ turn, claim, execute }: ResumingLoop): Promise<readonly SettledCall[]> {
  const settled: SettledCall[] = [];
  let isWaiting = false;
  for (const [index, kept] of (await claim.calls()).entries()) {
    const { call, approval, outcome } = kept;
    if (outcome !== null) {
      // The model provider may be another one than the one that the result was kept for.
      settled.push({ call, state: 'answered', outcome: withholdResult(outcome, turn.confidence) });
    } else if (isMaybeRun(kept)) {
      settled.push({ call, state: 'answered', outcome: answerUnrun(call, 'may-have-run') });
    } else if (isWaiting) {
      settled.push({ call, state: 'not-run', approval });
    } else {
      const one = await resumeCall({ turn, claim, execute }, index, kept);
      isWaiting = one.state === 'waiting';
      settled.push(one);
    }
  }
  return settled;
}

async function resumeCall(
  { turn, claim, execute }: ResumingLoop,
  index: number,
  { call, approval }: KeptCall,
): Promise<SettledCall> {
  const policy = (turn.tools.get(call.name) ?? turn.tools.get(turn.catalogue.canonicalName(call.name)))?.policy;
  // What was allowed once is used up by the first attempt, whatever the tool could bear.
  const isUsedUp = approval?.decision === 'allow' && approval.scope === 'once';
  const mayRepeat = !isUsedUp && policy !== undefined && (policy.readOnly || policy.idempotent);
  if (!(await claim.begin(index, { mayRepeat, timeoutMs: policy?.timeoutMs ?? 0 }))) {
    return { call, state: 'answered', outcome: answerUnrun(call, 'taken-over') };
  }
  const loop: LoopCall = { decision: readKeptDecision(approval) };
  const outcome = await execute(call, loop);
  if (loop.waiting !== undefined) return { call, state: 'waiting', waiting: loop.waiting };
  await claim.settle(index, outcome);
  return { call, state: 'answered', outcome };
}
