import type { ModelCall } from '../contract/model-adapter.js';
import type { CallOutcome } from '../contract/result.js';
import type { TurnScope } from '../execution/execution-parts.js';
import { readRequired, withholdResult } from '../execution/keep-confidence.js';
import type { LoopCall } from '../execution/loop-call.js';
import type { Redactor } from '../settings/redactor.js';
import type { TurnClaim } from './claim-turn.js';
import type { KnownTools } from './find-subject.js';
import type { SettledCall } from './suspend-turn.js';
import { isMaybeRun, type KeptCall, type ProgressingTurn, readKeptDecision } from './suspended-document.js';
import { answerUnrun } from './unrun-outcome.js';

/** What a resumed loop gives. */
export interface ResumingLoop {
  readonly turn: KnownTools & Pick<TurnScope, 'confidence' | 'budget' | 'approved' | 'run'>;
  readonly redactor: Redactor;
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
export async function resumeCalls(loop: ResumingLoop): Promise<readonly SettledCall[]> {
  const { turn, claim } = loop;
  const calls = await claim.calls();
  await keepRequired(turn, calls);
  const settled: SettledCall[] = [];
  let isWaiting = false;
  for (const [index, kept] of calls.entries()) {
    const { call, approval, outcome } = kept;
    if (outcome !== null) {
      // The model provider may be another one than the one that the result was kept for.
      settled.push({ call, state: 'answered', outcome: withholdResult(outcome, turn.confidence) });
    } else if (isMaybeRun(kept)) {
      settled.push(await answerMaybeRun(loop, index, call));
    } else if (isWaiting) {
      settled.push({ call, state: 'not-run', approval });
    } else {
      const one = await resumeCall(loop, index, kept);
      isWaiting = one.state === 'waiting';
      settled.push(one);
    }
  }
  return settled;
}

async function resumeCall(
  { turn, claim, execute, redactor }: ResumingLoop,
  index: number,
  { call, approval }: KeptCall,
): Promise<SettledCall> {
  const policy = findTool(turn, call)?.policy;
  // What was allowed once is used up by the first attempt, whatever the tool could bear.
  const isUsedUp = approval?.decision === 'allow' && approval.scope === 'once';
  const mayRepeat = !isUsedUp && policy !== undefined && (policy.readOnly || policy.idempotent);
  if (!(await claim.begin(index, { mayRepeat, timeoutMs: policy?.timeoutMs ?? 0 }))) {
    return { call, state: 'answered', outcome: answerUnrun({ turn, redactor }, call, 'taken-over') };
  }
  const loop: LoopCall = { decision: readKeptDecision(approval) };
  const outcome = await execute(call, loop);
  if (loop.waiting !== undefined) return { call, state: 'waiting', waiting: loop.waiting };
  await claim.settle(index, outcome, progressOf(turn));
  return { call, state: 'answered', outcome };
}

/** One that may have run counts as one that ran. */
async function answerMaybeRun(
  { turn, claim, redactor }: ResumingLoop,
  index: number,
  call: ModelCall,
): Promise<SettledCall> {
  const tool = findTool(turn, call);
  turn.budget.countCall();
  if (tool?.policy.maxCallsPerTurn !== undefined) turn.run.count(tool.name);
  const outcome = answerUnrun({ turn, redactor }, call, 'may-have-run');
  await claim.settle(index, outcome, progressOf(turn));
  return { call, state: 'answered', outcome };
}

/** Before a kept result is handed out: where the level cannot be written down, nothing is. */
async function keepRequired({ confidence }: Pick<TurnScope, 'confidence'>, calls: readonly KeptCall[]): Promise<void> {
  for (const { outcome } of calls) {
    const required = outcome === null ? 'NONE' : readRequired(outcome);
    // One that is kept back requires nothing of a model provider that does not get it.
    if (confidence.reaches(required)) await confidence.keep(required);
  }
}

function findTool({ tools, catalogue }: Pick<TurnScope, 'tools' | 'catalogue'>, { name }: ModelCall) {
  return tools.get(name) ?? tools.get(catalogue.canonicalName(name));
}

function progressOf({ budget, confidence, approved, run }: ResumingLoop['turn']): ProgressingTurn {
  return { usage: budget.usage, confidence, approved, run };
}
