import { describeError } from '../companions/guard.js';
import type { AnsweredCall, ModelCall } from '../contract/model-adapter.js';
import type { ExecutionParts, TurnScope } from '../execution/execution-parts.js';
import type { SuspendedTurn } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import { isWaiting, type KeptCall, readSuspendedDocument } from './suspended-document.js';
import { isExpired } from './sweep-turns.js';
import { answerUnrun, type UnrunEnding } from './unrun-outcome.js';

type ClosingTurn = Pick<TurnScope, 'botId' | 'context'>;

/**
 * Answers calls that an earlier turn left open (contract 6.8). Turns that waited in the conversation are let go of in the
 * same change, so that nobody runs afterwards what was answered here.
 */
export async function closeOpenCalls(
  host: ExecutionParts,
  turn: ClosingTurn,
  open: readonly ModelCall[],
): Promise<readonly AnsweredCall[]> {
  if (open.length === 0) return [];
  const kept = await takeTurns(host, turn, open);
  const answered: AnsweredCall[] = [];
  for (const call of open) {
    const found = kept.get(call.id);
    const outcome = found?.outcome ?? answerUnrun(call, found?.ending ?? (await readTraces(host, turn, call)));
    answered.push({ call, outcome: { ...outcome, callId: call.id } });
  }
  return answered;
}

/**
 * A new message of the user's has begun to be worked on: what waited in its conversation is superseded. Costs one read
 * where nothing waits.
 */
export async function supersedeTurns(host: ExecutionParts, { botId, context }: ClosingTurn): Promise<void> {
  const conversation = context.conversation;
  if (conversation === null) return;
  try {
    const waiting = await host.store.listSuspendedTurns(botId, conversation.id);
    if (waiting.length === 0) return;
    await host.store.change(async (writer) => {
      for (const { id } of waiting) await writer.deleteSuspendedTurn(id);
    });
  } catch (error) {
    report(host, 'Turns that wait in the conversation could not be superseded', error);
  }
}

type FoundCall = Pick<KeptCall, 'outcome'> & { readonly ending: UnrunEnding };

async function takeTurns(
  host: ExecutionParts,
  turn: ClosingTurn,
  open: readonly ModelCall[],
): Promise<ReadonlyMap<string, FoundCall>> {
  const found = new Map<string, FoundCall>();
  try {
    if ((await listTurns(host.store, turn, open)).length === 0) return found;
    const now = host.clock.now();
    await host.store.change(async (writer) => {
      for (const kept of await listTurns(writer, turn, open)) {
        const isOver = isExpired(kept, now);
        // Ascending in time: where an id was used twice, the last one counts.
        for (const one of readSuspendedDocument(kept)?.calls ?? []) {
          found.set(one.call.id, { outcome: one.outcome, ending: readEnding(one, isOver) });
        }
        await writer.deleteSuspendedTurn(kept.id);
      }
    });
  } catch (error) {
    report(host, 'Turns that wait in the conversation could not be read', error);
  }
  return found;
}

/** Those of the conversation; outside of one, those whose calls are exactly these. */
async function listTurns(
  reader: StoreReader,
  { botId, context }: ClosingTurn,
  open: readonly ModelCall[],
): Promise<readonly SuspendedTurn[]> {
  const conversation = context.conversation;
  if (conversation !== null) return reader.listSuspendedTurns(botId, conversation.id);
  const ids = JSON.stringify(open.map(({ id }) => id));
  return (await reader.listSuspendedTurns(botId)).filter(
    (turn) =>
      turn.conversationId === null &&
      JSON.stringify(readSuspendedDocument(turn)?.calls.map(({ call }) => call.id)) === ids,
  );
}

function readEnding(call: KeptCall, isOver: boolean): UnrunEnding {
  if (call.state === 'running') return 'may-have-run';
  if (isOver) return 'expired';
  return isWaiting(call) || call.approval !== null ? 'superseded' : 'not-run';
}

/** The row of a call that may change something is there before it runs (contract 4.6). */
async function readTraces(host: ExecutionParts, { botId }: ClosingTurn, call: ModelCall): Promise<UnrunEnding> {
  try {
    const [trace] = await host.traces.list({ botId, callId: call.id, limit: 1 });
    if (trace === undefined) return 'not-run';
    if (!trace.hasEnded || trace.executed === 'unknown') return 'may-have-run';
    return trace.executed === 'yes' ? 'result-lost' : 'not-run';
  } catch (error) {
    report(host, `Whether the call ${JSON.stringify(call.id)} ran cannot be told`, error);
    return 'may-have-run';
  }
}

function report({ logger }: ExecutionParts, what: string, error: unknown): void {
  logger({ level: 'error', event: 'suspension-failed', message: `${what}: ${describeError(error)}`, error });
}
