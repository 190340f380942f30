import type { InvocationContext } from '../contract/context.js';
import type { StopReason } from '../contract/loop.js';
import type { ModelApi } from '../contract/model.js';
import type { TurnUsage } from '../contract/turn-limits.js';
import type { ExecutionParts } from '../execution/execution-parts.js';

/** What a turn was, when it has ended. */
export interface EndedTurn {
  readonly context: InvocationContext;
  readonly usage: TurnUsage;
  readonly modelApi: ModelApi | null;
  readonly modelRequests: number;
  readonly offered: number;
  readonly withheld: number;
  readonly stop: StopReason | null;
}

/** Writes a turn down, where it did anything. A recorder that fails is logged and fails no turn. */
export function recordTurn({ traces, clock, logger }: ExecutionParts, turn: EndedTurn): void {
  const { context, usage, ...rest } = turn;
  if (traces.recordTurn === undefined || (usage.calls === 0 && rest.modelRequests === 0)) return;
  try {
    traces.recordTurn({
      botId: context.bot.id,
      turnId: context.turnId,
      conversationId: context.conversation?.id ?? null,
      component: context.component,
      modelProviderId: context.modelProvider?.id ?? null,
      startedAt: clock.now() - usage.elapsedMs,
      durationMs: usage.elapsedMs,
      calls: usage.calls,
      resultCharacters: usage.resultCharacters,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      ...rest,
    });
  } catch (error) {
    const message = 'The record of a turn could not be written.';
    logger({ level: 'error', event: 'trace-failed', message, bot: context.bot.id, turn: context.turnId, error });
  }
}
