import { describeError } from '../companions/guard.js';
import { type ConfidenceLevel, higherConfidence } from '../contract/confidence.js';
import type { AnsweredCall, ModelAdapter, ModelCall } from '../contract/model-adapter.js';
import type { CallOutcome } from '../contract/result.js';
import type { ExecutionParts, TurnScope } from '../execution/execution-parts.js';
import { readRequired, withholdResult } from '../execution/keep-confidence.js';
import { isSameJson } from '../schema/is-same-json.js';
import type { Redactor } from '../settings/redactor.js';
import type { SuspendedTurn } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import { findEnding, readArguments } from './find-ending.js';
import type { KnownTools } from './find-subject.js';
import { isWaiting, type KeptCall, readSuspendedDocument, type SuspendedDocument } from './suspended-document.js';
import { isExpired } from './sweep-turns.js';
import { answerUnrun, type UnrunEnding } from './unrun-outcome.js';

/** For so many calls traces are looked up. A transcript may come from anybody, and no response of a loop has more. */
const MAX_LOOKED_UP = 200;

/** Of the turn that a new message has begun, what its open calls are judged by. */
export interface ClosingTurn extends Pick<TurnScope, 'botId' | 'context' | 'confidence'>, KnownTools {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Calls that stand open in a transcript, and how they are known again. */
interface OpenCalls {
  readonly open: readonly ModelCall[];
  readonly isSameCall: (one: ModelCall, other: ModelCall) => boolean;
}

/** What is known between one list of calls that a turn closes and the next, since what waited is taken once. */
export interface ClosingProgress {
  readonly kept: FoundCall[];
  answered: number;
}

const noCalls: OpenCalls = { open: [], isSameCall: () => false };

/** More often in a row a turn does not wait again while its calls are closed. */
const MAX_TAKES = 10;

/**
 * Answers calls that an earlier turn left open (contract 6.8). Turns that waited in the conversation are let go of in the
 * same change, so that nobody runs afterwards what was answered here. What their results required counts for this turn.
 */
export async function closeOpenCalls(
  host: ExecutionParts,
  turn: ClosingTurn,
  open: readonly ModelCall[],
  sentName: ModelAdapter['sentName'] = (name) => name,
  progress: ClosingProgress = { kept: [], answered: 0 },
): Promise<readonly AnsweredCall[]> {
  if (open.length === 0) return [];
  const isSameCall = createComparison(host.redactor, sentName);
  progress.kept.push(...(await takeTurns(host, turn, { open, isSameCall })));
  const answered: AnsweredCall[] = [];
  for (const call of open) {
    const found = progress.kept.findLast((one) => isSameCall(one.call, call));
    progress.answered += 1;
    const outcome =
      found === undefined && progress.answered > MAX_LOOKED_UP
        ? answerUnrun({ turn, redactor: host.redactor }, call, 'uncertain')
        : await answerOpen(host, turn, call, found);
    answered.push({ call, outcome: { ...outcome, callId: call.id } });
  }
  return answered;
}

async function answerOpen(
  host: ExecutionParts,
  turn: ClosingTurn,
  call: ModelCall,
  found: FoundCall | undefined,
): Promise<CallOutcome> {
  const scope = { turn, redactor: host.redactor };
  if (found === undefined) return answerUnrun(scope, call, await findEnding(host, turn, call));
  if (found.outcome === null) return answerUnrun(scope, call, found.ending);
  // In a room, one user's turn may have been superseded by another's.
  if (!found.isOwn) return answerUnrun(scope, call, await findEnding(host, turn, call));
  // The model provider may be another one than the one that the result was kept for.
  return withholdResult(found.outcome, turn.confidence);
}

/**
 * A new message of the user's has begun to be worked on: what waited in its conversation is superseded. Costs one read
 * where nothing waits.
 */
export async function supersedeTurns(host: ExecutionParts, turn: ClosingTurn): Promise<void> {
  if (turn.context.conversation === null) return;
  try {
    if ((await listTurns(host.store, turn, noCalls)).length === 0) return;
    await host.store.change(async (writer) => {
      for (const { id } of await listTurns(writer, turn, noCalls)) await writer.deleteSuspendedTurn(id);
    });
  } catch (error) {
    report(host, 'Turns that wait in the conversation could not be superseded', error);
  }
}

/** A call of a turn that waited. */
interface FoundCall extends Pick<KeptCall, 'call' | 'outcome'> {
  readonly ending: UnrunEnding;
  /** Whether its turn was the same user's: nobody else gets what it has for a result. */
  readonly isOwn: boolean;
}

/** The calls of turns that waited, ascending in time: where an id was used twice, the last one counts. */
async function takeTurns(host: ExecutionParts, turn: ClosingTurn, calls: OpenCalls): Promise<readonly FoundCall[]> {
  try {
    for (let take = 1; take <= MAX_TAKES; take += 1) {
      const found = await tryToTake(host, turn, calls);
      if (found !== undefined) return found;
    }
    throw new Error('They change all the time.');
  } catch (error) {
    report(host, 'Turns that wait in the conversation could not be read', error);
    return [];
  }
}

/** Undefined where what was judged is not what waits any more: a turn that was resumed may wait again, under another id. */
async function tryToTake(
  host: ExecutionParts,
  turn: ClosingTurn,
  calls: OpenCalls,
): Promise<readonly FoundCall[] | undefined> {
  const waiting = await listTurns(host.store, turn, calls);
  if (waiting.length === 0) return [];
  const required = readRequiredOf(waiting);
  // Before anything is handed out: where the level cannot be written down, nothing is.
  await turn.confidence.keep(required);
  const now = host.clock.now();
  return await host.store.change(async (writer) => {
    const found: FoundCall[] = [];
    const present = await listTurns(writer, turn, calls);
    const isJudged = present.every(({ id }) => waiting.some((one) => one.id === id));
    // A call of one may have had its result meanwhile, and that requires more.
    if (!isJudged || higherConfidence(required, readRequiredOf(present)) !== required) return undefined;
    for (const kept of present) {
      const turnEnding = isExpired(kept, now) ? 'expired' : 'superseded';
      const document = readSuspendedDocument(kept);
      const isOwn = userOf(document) === (turn.context.user?.id ?? null);
      for (const one of document?.calls ?? []) {
        found.push({ call: one.call, outcome: one.outcome, ending: readEnding(one, turnEnding), isOwn });
      }
      await writer.deleteSuspendedTurn(kept.id);
    }
    return found;
  });
}

function readRequiredOf(waiting: readonly SuspendedTurn[]): ConfidenceLevel {
  let required: ConfidenceLevel = 'NONE';
  for (const kept of waiting) {
    const document = readSuspendedDocument(kept);
    if (document === undefined) continue;
    required = higherConfidence(required, document.requiredConfidence);
    for (const { outcome } of document.calls) {
      if (outcome !== null) required = higherConfidence(required, readRequired(outcome));
    }
  }
  return required;
}

/**
 * Those of the conversation that waited when this turn began, or whose calls stand open in its transcript. Outside of a
 * conversation, those of the same user whose calls are exactly these: services repeat ids, and anybody can write them.
 */
async function listTurns(
  reader: StoreReader,
  { botId, context, startedAt }: ClosingTurn,
  calls: OpenCalls,
): Promise<readonly SuspendedTurn[]> {
  const { conversation, user } = context;
  if (conversation !== null) {
    const all = await reader.listSuspendedTurns(botId, conversation.id);
    return all.filter((turn) => waitsSince(turn) <= startedAt || hasCallOf(turn, calls));
  }
  // Nothing says of two turns without a user that they belong together.
  if (user === null) return [];
  return (await reader.listSuspendedTurns(botId)).filter((turn) => {
    const document = turn.conversationId === null ? readSuspendedDocument(turn) : undefined;
    return document !== undefined && userOf(document) === user.id && hasExactly(document.calls, calls);
  });
}

function userOf(document: SuspendedDocument | undefined): string | null {
  return document?.options.user?.id ?? null;
}

/** Milliseconds since 1970. */
function waitsSince(turn: SuspendedTurn): number {
  return Date.parse(readSuspendedDocument(turn)?.waitsSince ?? turn.createdAt);
}

function hasExactly(kept: readonly KeptCall[], { open, isSameCall }: OpenCalls): boolean {
  return (
    kept.length === open.length &&
    kept.every(({ call }, place) => {
      const one = open[place];
      return one !== undefined && isSameCall(call, one);
    })
  );
}

function hasCallOf(turn: SuspendedTurn, { open, isSameCall }: OpenCalls): boolean {
  const kept = readSuspendedDocument(turn)?.calls ?? [];
  return kept.some(({ call }) => open.some((one) => isSameCall(call, one)));
}

/**
 * Whether a call of a transcript is one that was kept. A transcript has a name that its API takes in the place of one that
 * the model invented, and may have gone through hands that get no secrets.
 */
function createComparison(redactor: Redactor, sentName: ModelAdapter['sentName']): OpenCalls['isSameCall'] {
  const argumentsOf = (call: ModelCall) => redactor.json(readArguments(call.arguments));
  return (one, other) =>
    one.id === other.id &&
    (one.name === other.name || sentName(one.name) === sentName(other.name)) &&
    isSameJson(argumentsOf(one), argumentsOf(other));
}

function readEnding(call: KeptCall, ofTurn: 'expired' | 'superseded'): UnrunEnding {
  if (call.state === 'running') return 'may-have-run';
  if (ofTurn === 'expired') return 'expired';
  return isWaiting(call) || call.approval !== null ? 'superseded' : 'not-run';
}

function report({ logger }: ExecutionParts, what: string, error: unknown): void {
  logger({ level: 'error', event: 'suspension-failed', message: `${what}: ${describeError(error)}`, error });
}
