import { describeError } from '../companions/guard.js';
import type { JsonValue } from '../contract/json.js';
import type { ModelCall } from '../contract/model-adapter.js';
import type { ExecutionParts, TurnScope } from '../execution/execution-parts.js';
import { isSameJson } from '../schema/is-same-json.js';
import type { RecordedTrace } from '../store/traces.js';
import type { UnrunEnding } from './unrun-outcome.js';

/**
 * What the traces say of an open call that no turn waits for. Ids are no proof: services repeat them. That a call ran is
 * said where tool, arguments and conversation are its own; that it did not, where a row would be there (contract 4.6). A
 * model that is told wrongly that its call did not run makes it again, so between the two it is told that it may have run.
 */
export async function findEnding(
  host: ExecutionParts,
  turn: Pick<TurnScope, 'botId' | 'context' | 'catalogue' | 'tools'>,
  call: ModelCall,
): Promise<UnrunEnding> {
  const canonical = turn.catalogue.canonicalName(call.name);
  // A trace has no secrets; a transcript may have them.
  const args = host.redactor.json(readArguments(call.arguments));
  try {
    const traces = await host.traces.list({ botId: turn.botId, callId: host.redactor.text(call.id) });
    const rows = traces.filter(({ tool }) => tool === call.name || tool === canonical);
    for (const row of rows.filter(mayHaveRun)) {
      const conversation = await findConversation(host, row);
      const ours = turn.context.conversation?.id ?? null;
      if (conversation !== undefined && conversation !== ours) continue;
      const isCertain = typeof conversation === 'string' && isSameJson(row.arguments, args);
      return isCertain && row.executed === 'yes' ? 'result-lost' : 'uncertain';
    }
    const isWritten = host.traces.begin !== undefined || turn.tools.get(canonical)?.policy.readOnly === true;
    return isWritten || rows.some((row) => !mayHaveRun(row) && isSameJson(row.arguments, args))
      ? 'not-run'
      : 'uncertain';
  } catch (error) {
    const message = `Whether the call ${JSON.stringify(call.id)} ran cannot be told: ${describeError(error)}`;
    host.logger({ level: 'error', event: 'suspension-failed', message, error });
    return 'uncertain';
  }
}

/** Arguments as a trace has them; what is no JSON stays a text. */
export function readArguments(given: unknown): JsonValue {
  if (typeof given !== 'string') return (given ?? null) as JsonValue;
  try {
    return JSON.parse(given) as JsonValue;
  } catch {
    return given;
  }
}

function mayHaveRun({ hasEnded, executed }: RecordedTrace): boolean {
  return !hasEnded || executed !== 'no';
}

/** Undefined where nobody wrote the turn down: it runs at present, or its process died. */
async function findConversation(
  { traces }: ExecutionParts,
  { botId, turnId }: RecordedTrace,
): Promise<string | null | undefined> {
  const [turn] = (await traces.listTurns?.({ botId, turnId, limit: 1 })) ?? [];
  return turn?.conversationId;
}
