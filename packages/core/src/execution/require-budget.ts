import type { TurnLimits } from '../contract/turn-limits.js';
import type { CallState } from './call-state.js';
import type { SpentLimit } from './turn-budget.js';

/** A call beyond what the turn may do is not run (contract 7.1). Calls that could not be run anyway have been counted too. */
export function requireBudget(call: CallState): void {
  const { budget } = call.turn;
  const limit = budget.limitOf(call.order, call.startedAt);
  if (limit !== null) call.end('BLOCKED', describeLimit(limit, budget.limits));
}

/** For the model: what is spent, and what to do now. */
export function describeLimit(limit: SpentLimit, limits: Required<TurnLimits>): string {
  return `${explainLimit(limit, limits)} The call did not run. Answer now with what you have, and call no more tools.`;
}

/** What is spent, in a sentence. */
export function explainLimit(limit: SpentLimit, limits: Required<TurnLimits>): string {
  switch (limit) {
    case 'calls':
      return `The limit of ${limits.maxToolCalls} tool calls for one turn is reached.`;
    case 'characters':
      return `The limit of ${limits.maxToolResultCharacters} characters of tool results for one turn is reached.`;
    case 'time':
      return `The time limit of ${limits.maxTurnMs / 1_000} s for one turn is reached.`;
    default:
      return limit satisfies never;
  }
}
