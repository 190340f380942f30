import type { InvocationContext } from '../contract/context.js';
import type { StopReason } from '../contract/loop.js';
import type { ModelApi } from '../contract/model.js';
import type { ExecutionParts } from '../execution/execution-parts.js';
import type { TurnBudget } from '../execution/turn-budget.js';
import type { ModelRequestTrace } from '../store/traces.js';

/** What a turn was, when it has ended. */
export interface EndedTurn {
  readonly context: InvocationContext;
  /** Also of a turn that goes on: what was before has its own record. */
  readonly startedAt: number;
  readonly budget: TurnBudget;
  readonly modelApi: ModelApi | null;
  readonly modelRequests: number;
  readonly requests: readonly ModelRequestTrace[];
  readonly offered: number;
  readonly withheld: number;
  readonly stop: StopReason | null;
}

/**
 * Writes a turn down, where it did anything. A recorder that fails is logged and fails no turn. What a person took to answer
 * is no time that the turn used, but the turn went on meanwhile.
 */
export function recordTurn({ traces, clock, logger }: ExecutionParts, turn: EndedTurn): void {
  const { context, budget, startedAt } = turn;
  if (traces.recordTurn === undefined || (budget.calls === 0 && turn.modelRequests === 0)) return;
  try {
    traces.recordTurn({
      botId: context.bot.id,
      turnId: context.turnId,
      conversationId: context.conversation?.id ?? null,
      component: context.component,
      modelProviderId: context.modelProvider?.id ?? null,
      modelApi: turn.modelApi,
      startedAt,
      durationMs: Math.max(0, clock.now() - startedAt),
      modelRequests: turn.modelRequests,
      requests: turn.requests,
      calls: budget.calls,
      resultCharacters: budget.resultCharacters,
      inputTokens: budget.inputTokens,
      outputTokens: budget.outputTokens,
      offered: turn.offered,
      withheld: turn.withheld,
      stop: turn.stop,
    });
  } catch (error) {
    const message = 'The record of a turn could not be written.';
    logger({ level: 'error', event: 'trace-failed', message, bot: context.bot.id, turn: context.turnId, error });
  }
}
