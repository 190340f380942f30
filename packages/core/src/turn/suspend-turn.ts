import { describeError } from '../companions/guard.js';
import type { InvocationContext } from '../contract/context.js';
import type { JsonValue } from '../contract/json.js';
import type { Source } from '../contract/loop.js';
import type { ModelDescription } from '../contract/model.js';
import type { ModelCall } from '../contract/model-adapter.js';
import type { CallOutcome } from '../contract/result.js';
import type { ExecutionParts, TurnWishes } from '../execution/execution-parts.js';
import type { WaitingCall } from '../execution/loop-call.js';
import type { SuspendedTurn } from '../store/records.js';
import type { TurnClaim } from './claim-turn.js';
import {
  describeProgress,
  type KeptApproval,
  type KeptCall,
  type ProgressingTurn,
  type SuspendedDocument,
  writeSuspendedDocument,
} from './suspended-document.js';

/** How long a person may take (contract 6.8). */
const SUSPENSION_MS = 7 * 24 * 60 * 60 * 1_000;

/** A turn that is larger as JSON, with its transcript, is not kept. */
const MAX_DOCUMENT_CHARACTERS = 10_000_000;

/** What has become of a call of a response, where one of them waits. */
export type SettledCall =
  | { readonly call: ModelCall; readonly state: 'answered'; readonly outcome: CallOutcome }
  | { readonly call: ModelCall; readonly state: 'waiting'; readonly waiting: WaitingCall }
  /** Its turn did not come; `approval` is what somebody has said of it already. */
  | { readonly call: ModelCall; readonly state: 'not-run'; readonly approval?: KeptApproval | null };

/** Of the turn, what its suspension takes. */
interface SuspendingTurn extends ProgressingTurn {
  readonly id: string;
  readonly botId: string;
  readonly context: InvocationContext;
  readonly options: TurnWishes;
}

/** What is kept of a turn. */
export interface Suspension {
  readonly model: ModelDescription;
  /** All calls of the response, in their order. */
  readonly calls: readonly SettledCall[];
  /** What the loop was given to keep, with the response; null where it was given nothing. */
  readonly transcript: readonly JsonValue[] | null;
  /** Of all results so far. */
  readonly sources: readonly Source[];
  /** Ids of calls that are not in the transcript. */
  readonly usedIds?: readonly string[];
  /** Of a turn that was resumed: what is replaced. */
  readonly replaces?: TurnClaim | undefined;
  /** Of one that waited before: since when. */
  readonly waitsSince?: string | undefined;
}

/**
 * Keeps a turn in the store until somebody has decided (contract 6.8). Answers its id, by which it is resumed, or why it
 * cannot be kept; the loop then refuses the waiting calls.
 */
export async function suspendTurn(
  { store, clock, logger }: ExecutionParts,
  turn: SuspendingTurn,
  suspension: Suspension,
): Promise<{ readonly id: string } | { readonly problem: string }> {
  const now = clock.now();
  const record = describeSuspendedTurn(turn, suspension, now);
  const { transcript, replaces } = suspension;
  if (JSON.stringify([record.document, transcript]).length > MAX_DOCUMENT_CHARACTERS) {
    return { problem: 'The turn is too large to be kept until somebody can say.' };
  }
  try {
    const isKept = await store.change(async (writer) => {
      if (replaces !== undefined && !(await replaces.deleteIn(writer))) return false;
      await writer.putSuspendedTurn(record);
      if (transcript !== null) await writer.putSuspendedTranscript(record.id, transcript);
      return true;
    });
    return isKept ? { id: turn.id } : { problem: 'The turn was superseded, or somebody else went on with it.' };
  } catch (error) {
    const message = `A turn that waits for approval could not be kept: ${describeError(error)}`;
    logger({ level: 'error', event: 'suspension-failed', message, bot: turn.botId, turn: turn.id, error });
    return { problem: 'The turn could not be kept until somebody can say.' };
  }
}

function describeSuspendedTurn(turn: SuspendingTurn, suspension: Suspension, now: number): SuspendedTurn {
  const { context, options } = turn;
  const { usage: keptUsage, progress, requiredConfidence } = describeProgress(turn);
  const { user, conversation, component, locale, modelProvider, attachments, knownUrls } = context;
  const { select, limits } = options;
  const waiting = suspension.calls.filter(({ state }) => state === 'waiting').length;
  const requestedAt = new Date(now).toISOString();
  const document: SuspendedDocument = {
    version: 1,
    waitsSince: suspension.waitsSince ?? requestedAt,
    options: {
      user,
      conversation,
      component,
      locale,
      modelProvider,
      model: suspension.model,
      attachments,
      knownUrls,
      ...(select === undefined ? {} : { select }),
      ...(limits === undefined ? {} : { limits }),
    },
    // A call that waits is counted when it goes through the pipeline again.
    usage: { ...keptUsage, calls: Math.max(0, keptUsage.calls - waiting) },
    progress: { ...progress, sources: suspension.sources },
    requiredConfidence,
    calls: suspension.calls.map((one) => keepCall(one, requestedAt)),
    usedIds: suspension.usedIds ?? [],
    claim: null,
  };
  const record: SuspendedTurn = {
    id: turn.id,
    botId: turn.botId,
    conversationId: conversation?.id ?? null,
    createdAt: requestedAt,
    expiresAt: new Date(now + SUSPENSION_MS).toISOString(),
    document: {},
  };
  return writeSuspendedDocument(record, document);
}

function keepCall(settled: SettledCall, requestedAt: string): KeptCall {
  const kept = { call: settled.call, state: 'open', mayRepeat: false, approval: null, outcome: null } as const;
  switch (settled.state) {
    case 'answered':
      return { ...kept, state: 'answered', outcome: settled.outcome };
    case 'not-run':
      return { ...kept, approval: settled.approval ?? null };
    case 'waiting': {
      const { approvalId, refuse: _, ...asked } = settled.waiting;
      const undecided = { decision: null, scope: null, reason: null, decidedBy: null };
      return { ...kept, approval: { id: approvalId, ...asked, requestedAt, ...undecided } };
    }
    default:
      return settled satisfies never;
  }
}
