import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { describeValue } from '../catalogue/describe-value.js';
import { describeError } from '../companions/guard.js';
import type { ClockTimer } from '../contract/clock.js';
import { higherConfidence } from '../contract/confidence.js';
import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import type { CallOutcome } from '../contract/result.js';
import type { ExecutionParts } from '../execution/execution-parts.js';
import type { SuspendedTurn } from '../store/records.js';
import type { StoreReader, StoreWriter } from '../store/roles.js';
import {
  describeProgress,
  isMaybeRun,
  isWaiting,
  type KeptCall,
  type KeptClaim,
  type ProgressingTurn,
  readSuspendedDocument,
  type SuspendedDocument,
  type TurnProgress,
  writeSuspendedDocument,
} from './suspended-document.js';
import { isExpired, sweepTurns } from './sweep-turns.js';

/*
 * A turn that is resumed stays in the store until all its calls have their results: a crash in the middle leaves behind
 * which call was running. Meanwhile it belongs to one process. Whether that one is still there is known on the same
 * machine at once, and elsewhere when its time is up.
 */

/** What a process may take between two words about its turn, over the time of the call that it runs. */
const CLAIM_MS = 60_000;

/** How often a process that works on its turn says that it is still there. */
const RENEW_MS = CLAIM_MS / 3;

/** Threads of a process, and copies of this module in one, know nothing of each other's claims. */
const instance = randomUUID();

/** Claims of this instance, by their tokens. */
const ownClaims = new Set<string>();

/** A turn that this process goes on with. Every step of it is in the store before it is made. */
export class TurnClaim {
  readonly turn: SuspendedTurn;
  /** As it was when it was claimed. */
  readonly document: SuspendedDocument;
  /** With the response that asked for the calls; null where nobody kept it. */
  readonly transcript: readonly JsonObject[] | null;
  readonly #host: ExecutionParts;
  readonly #token: string;

  constructor(
    host: ExecutionParts,
    { turn, document, transcript }: Pick<TurnClaim, 'turn' | 'document' | 'transcript'>,
    token: string,
  ) {
    this.#host = host;
    this.turn = turn;
    this.document = document;
    this.transcript = transcript;
    this.#token = token;
    ownClaims.add(token);
  }

  /**
   * The calls as they stand now: an attempt before this one may have got further than the turn had when it was claimed.
   * Throws `TURN_UNKNOWN` where the turn is not this process's any more.
   */
  async calls(): Promise<readonly KeptCall[]> {
    const found = await this.#read(this.#host.store);
    if (found !== undefined) return found.document.calls;
    throw createUnknownError(this.turn.id, 'it was superseded, or somebody else goes on with it');
  }

  /**
   * The call at `index` is about to go through the pipeline: what was allowed is used up by that. Answers false where the
   * turn is not this process's any more, or the call was begun; then nothing may run.
   */
  begin(index: number, call: { readonly mayRepeat: boolean; readonly timeoutMs: number }): Promise<boolean> {
    const { mayRepeat, timeoutMs } = call;
    return this.#write(timeoutMs, index, (kept) =>
      kept.state === 'answered' || isMaybeRun(kept) ? undefined : { ...kept, state: 'running', mayRepeat },
    );
  }

  /**
   * The call at `index` has its result. What the turn has come to with it is written down in the same change: whoever goes
   * on after a crash gives no result to a model provider that may not have it, and grants no limit twice.
   */
  settle(index: number, outcome: CallOutcome, turn: ProgressingTurn): Promise<boolean> {
    return this.#write(0, index, (kept) => ({ ...kept, state: 'answered', outcome }), describeProgress(turn));
  }

  /** Keeps it from others for as long as `work` takes: a person who is asked takes their time. */
  async holdDuring<Result>(work: () => Promise<Result>): Promise<Result> {
    const { clock } = this.#host;
    let renewing = Promise.resolve();
    let timer: ClockTimer | undefined;
    let isDone = false;
    const plan = (): void => {
      timer = clock.setTimeout(() => {
        renewing = this.#renew().then(() => {
          if (!isDone) plan();
        });
      }, RENEW_MS);
      timer.unref();
    };
    plan();
    try {
      return await work();
    } finally {
      isDone = true;
      // Nothing is written once the turn has ended.
      await renewing;
      timer?.clear();
    }
  }

  /** All calls have their results: nothing is kept any more. Answers false where the turn was not this process's. */
  async finish(): Promise<boolean> {
    const wasOurs = await this.#host.store.change((writer) => this.deleteIn(writer));
    ownClaims.delete(this.#token);
    return wasOurs;
  }

  /** The same inside of a change. Answers false, and does nothing, where the turn is not this process's any more. */
  async deleteIn(writer: StoreWriter): Promise<boolean> {
    if ((await this.#read(writer)) === undefined) return false;
    await writer.deleteSuspendedTurn(this.turn.id);
    return true;
  }

  /** Lets others go on with it. Nothing where it is finished. */
  async release(): Promise<void> {
    if (!ownClaims.delete(this.#token)) return;
    const { store, logger } = this.#host;
    try {
      await store.change(async (writer) => {
        const found = await this.#read(writer);
        if (found === undefined) return;
        await writer.putSuspendedTurn(writeSuspendedDocument(found.turn, { ...found.document, claim: null }));
      });
    } catch (error) {
      // It is free as soon as this process is gone, or its time is up.
      const message = `A turn that was resumed could not be let go of: ${describeError(error)}`;
      logger({ level: 'warn', event: 'suspension-failed', message, turn: this.turn.id, error });
    }
  }

  /** Never rejects: it is tried again while there is time. */
  async #renew(): Promise<void> {
    const { store, clock, logger } = this.#host;
    try {
      await store.change(async (writer) => {
        const found = await this.#read(writer);
        const claim = found?.document.claim;
        if (found === undefined || claim === undefined || claim === null) return;
        const until = Math.max(claim.until, clock.now() + CLAIM_MS);
        await writer.putSuspendedTurn(
          writeSuspendedDocument(found.turn, { ...found.document, claim: { ...claim, until } }),
        );
      });
    } catch (error) {
      const message = `A turn that is resumed could not be kept from others: ${describeError(error)}`;
      logger({ level: 'warn', event: 'suspension-failed', message, turn: this.turn.id, error });
    }
  }

  #write(
    addedMs: number,
    index: number,
    change: (kept: KeptCall) => KeptCall | undefined,
    come?: TurnProgress,
  ): Promise<boolean> {
    return this.#host.store.change(async (writer) => {
      const found = await this.#read(writer);
      const claim = found?.document.claim;
      if (found === undefined || claim === undefined || claim === null) return false;
      const before = found.document.calls[index];
      const after = before && change(before);
      if (after === undefined) return false;
      const calls = found.document.calls.map((kept, place) => (place === index ? after : kept));
      const until = this.#host.clock.now() + CLAIM_MS + addedMs;
      const document = { ...addProgress(found.document, come), calls, claim: { ...claim, until } };
      await writer.putSuspendedTurn(writeSuspendedDocument(found.turn, document));
      return true;
    });
  }

  /** The turn while it is this process's. */
  async #read(reader: StoreReader): Promise<{ turn: SuspendedTurn; document: SuspendedDocument } | undefined> {
    const turn = await reader.getSuspendedTurn(this.turn.id);
    const document = turn && readSuspendedDocument(turn);
    if (turn === undefined || document?.claim?.token !== this.#token) return undefined;
    return { turn, document };
  }
}

function addProgress(document: SuspendedDocument, come: TurnProgress | undefined): SuspendedDocument {
  if (come === undefined) return document;
  return {
    ...document,
    usage: come.usage,
    progress: { ...document.progress, ...come.progress },
    requiredConfidence: higherConfidence(document.requiredConfidence, come.requiredConfidence),
  };
}

/**
 * Takes a turn to go on with. Throws `TURN_UNKNOWN`, `TURN_WAITING` while somebody has to decide, and what `check` throws
 * about what was kept; then nothing is taken.
 */
export async function claimTurn(
  host: ExecutionParts,
  id: string,
  check?: (document: SuspendedDocument) => void,
): Promise<TurnClaim> {
  await sweepTurns(host);
  const token = randomUUID();
  // It may be large, and is written once, with the turn: nobody has to be held up for it.
  const kept = (await host.store.getSuspendedTranscript(id)) ?? null;
  const claimed = await host.store.change(async (writer) => {
    const now = host.clock.now();
    const turn = await writer.getSuspendedTurn(id);
    const document = turn && readSuspendedDocument(turn);
    if (turn === undefined || document === undefined || isExpired(turn, now)) {
      throw createUnknownError(id, 'it was resumed, superseded or is older than 7 days');
    }
    check?.(document);
    if (isHeld(document.claim, now)) throw createUnknownError(id, 'somebody else goes on with it at present');
    const waiting = document.calls.filter(isWaiting);
    if (waiting.length > 0) throw createWaitingError(turn, waiting);
    const claim: KeptClaim = { token, machine: hostname(), process: process.pid, instance, until: now + CLAIM_MS };
    const taken = { ...document, claim };
    await writer.putSuspendedTurn(writeSuspendedDocument(turn, taken));
    return { turn, document: taken };
  });
  // Written by `suspendTurn`, whose transcript has this type.
  const transcript = kept as readonly JsonObject[] | null;
  return new TurnClaim(host, { ...claimed, transcript }, token);
}

/** Whether a process goes on with the turn at present. */
function isHeld(claim: KeptClaim | null, now: number): boolean {
  if (claim === null || claim.until <= now) return false;
  if (claim.machine !== hostname()) return true;
  // Of another thread, or of a process that had the same id: until its time is over nobody can tell.
  if (claim.process === process.pid) return claim.instance !== instance || ownClaims.has(claim.token);
  try {
    process.kill(claim.process, 0);
    return true;
  } catch (error) {
    // Not permitted: it is there, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function createUnknownError(id: unknown, why: string): LoadoutError {
  return new LoadoutError('TURN_UNKNOWN', `No turn ${describeValue(id)} can be resumed: ${why}. List the approvals.`, {
    details: { turn: id },
  });
}

function createWaitingError({ id }: SuspendedTurn, waiting: readonly KeptCall[]): LoadoutError {
  const approvals = waiting.map(({ approval }) => approval?.id);
  const names = waiting.map(({ approval }) => `"${approval?.tool}" (${approval?.id})`).join(', ');
  return new LoadoutError(
    'TURN_WAITING',
    `The turn ${JSON.stringify(id)} waits until somebody has decided on ${names}. Allow or deny that first.`,
    { details: { turn: id, approvals } },
  );
}
