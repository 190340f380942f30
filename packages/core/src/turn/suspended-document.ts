import type { Actor } from '../contract/actor.js';
import type { ApprovalScope } from '../contract/approval.js';
import type { ConfidenceLevel } from '../contract/confidence.js';
import type { JsonObject } from '../contract/json.js';
import type { Source } from '../contract/loop.js';
import type { ModelCall } from '../contract/model-adapter.js';
import type { CallOutcome } from '../contract/result.js';
import type { ResumeOptions, TurnOptions } from '../contract/turn.js';
import type { CallRun, KeptRun } from '../execution/call-run.js';
import type { ConfidenceGuard } from '../execution/confidence-guard.js';
import type { ApprovalCover, KeptDecision } from '../execution/loop-call.js';
import type { EarlierUsage } from '../execution/turn-budget.js';
import type { SuspendedTurn } from '../store/records.js';
import { invalidOption } from './invalid-option.js';
import { readModelDescription } from './read-model-description.js';
import { requireKnown } from './require-known.js';

/** What a turn that waits is started with again. */
export type KeptTurnOptions = Pick<
  TurnOptions,
  | 'user'
  | 'conversation'
  | 'component'
  | 'locale'
  | 'modelProvider'
  | 'model'
  | 'attachments'
  | 'knownUrls'
  | 'select'
  | 'limits'
>;

/** What a person is asked of a call, and what somebody has answered. */
export interface KeptApproval extends ApprovalCover {
  readonly id: string;
  readonly label: string;
  /** For people. */
  readonly arguments: JsonObject;
  readonly requestedAt: string;
  /** Null: nobody has answered. */
  readonly decision: 'allow' | 'deny' | null;
  readonly scope: ApprovalScope | null;
  readonly reason: string | null;
  readonly decidedBy: Actor | null;
}

/**
 * One call of the response that the turn waits in. `running`: somebody began it; where nobody says how it ended, it may have
 * run. `open`: it waits, or was decided, or its turn did not come yet.
 */
export interface KeptCall {
  readonly call: ModelCall;
  readonly state: 'open' | 'running' | 'answered';
  /** Of one that was begun: whether it does no harm twice, and no approval was used up by it. */
  readonly mayRepeat: boolean;
  readonly approval: KeptApproval | null;
  readonly outcome: CallOutcome | null;
}

/** Who goes on with the turn at present. */
export interface KeptClaim {
  readonly token: string;
  readonly machine: string;
  readonly process: number;
  /** Of a process there may be several: one for each of its threads. */
  readonly instance?: string;
  /** Milliseconds since 1970: afterwards, somebody else may. */
  readonly until: number;
}

/** What a turn has come to besides its calls; there are at most as many of each as a turn has calls, or sources. */
export interface KeptProgress {
  /** Approvals that hold for the turn. */
  readonly approved: readonly string[];
  /** Without a call that waits. */
  readonly run: KeptRun;
  readonly sources: readonly Source[];
}

/** A turn that waits for a person, as the store has it. Its transcript is kept beside it. */
export interface SuspendedDocument {
  readonly version: 1;
  /** ISO 8601, UTC: since when it waits, the first time. A message of the user's since then supersedes it. */
  readonly waitsSince?: string | undefined;
  readonly options: KeptTurnOptions;
  readonly usage: EarlierUsage;
  readonly progress: KeptProgress;
  /** What results required so far, also where there is no conversation to keep it (contract 5.6). */
  readonly requiredConfidence: ConfidenceLevel;
  readonly calls: readonly KeptCall[];
  /** Ids that calls have already, without those of the transcript that is kept: no later call gets one (contract 7.6). */
  readonly usedIds?: readonly string[];
  readonly claim: KeptClaim | null;
}

/** Of a turn, what it has come to. */
export interface ProgressingTurn {
  readonly usage: EarlierUsage;
  readonly confidence: Pick<ConfidenceGuard, 'required'>;
  readonly approved: ReadonlySet<string>;
  readonly run: Pick<CallRun, 'keep'>;
}

/** What a turn has come to, as it is written down with the results of its calls: whoever goes on with it knows it. */
export interface TurnProgress extends Pick<SuspendedDocument, 'usage' | 'requiredConfidence'> {
  readonly progress: Omit<KeptProgress, 'sources'>;
}

export function describeProgress({ usage, confidence, approved, run }: ProgressingTurn): TurnProgress {
  const { calls, resultCharacters, elapsedMs } = usage;
  return {
    usage: { calls, resultCharacters, elapsedMs },
    progress: { approved: [...approved], run: run.keep() },
    requiredConfidence: confidence.required,
  };
}

/** Reads a document; undefined where it is none, or one of a later version. */
export function readSuspendedDocument({ document }: SuspendedTurn): SuspendedDocument | undefined {
  const { version, calls, options, progress } = document;
  const isOurs = version === 1 && Array.isArray(calls) && typeof options === 'object' && typeof progress === 'object';
  // Written by `writeSuspendedDocument`, whose argument has this type.
  return isOurs ? (document as unknown as SuspendedDocument) : undefined;
}

/** The same turn with another document. */
export function writeSuspendedDocument(turn: SuspendedTurn, document: SuspendedDocument): SuspendedTurn {
  // Plain JSON all through: what the model, the embedder and the pipeline gave was copied or made as such.
  return { ...turn, document: document as unknown as JsonObject };
}

/** Whether nobody has answered yet. */
export function isWaiting({ state, approval }: KeptCall): boolean {
  return state === 'open' && approval !== null && approval.decision === null;
}

/** Whether it may have run, and may not run again. */
export function isMaybeRun({ state, mayRepeat }: KeptCall): boolean {
  return state === 'running' && !mayRepeat;
}

/** What the pipeline is told of a call. */
export function readKeptDecision(approval: KeptApproval | null): KeptDecision | undefined {
  if (approval === null || approval.decision === null) return undefined;
  if (approval.decision === 'deny') return { decision: 'deny', reason: approval.reason };
  const { owner, tool, definitionHash, argumentsHash, scope } = approval;
  return { decision: 'allow', scope: scope ?? 'once', owner, tool, definitionHash, argumentsHash };
}

const resumeOptions: ReadonlySet<keyof ResumeOptions> = new Set([
  'signal',
  'onProgress',
  'approver',
  'readAttachment',
  'modelProvider',
  'model',
  'loop',
] as const satisfies readonly (keyof ResumeOptions)[]);

/** Throws `CONFIGURATION_INVALID` for an option that there is not, before the turn is taken. */
export function checkResumeOptions(options: ResumeOptions): void {
  requireKnown('resumeTurn', options, resumeOptions);
}

/** Its calls and its transcript are of one API, and go on over no other. Throws `CONFIGURATION_INVALID`. */
export function requireSameApi({ options }: SuspendedDocument, stated: ResumeOptions['model']): void {
  if (stated === undefined) return;
  const kept = options.model?.api;
  const api = readModelDescription('resumeTurn', stated)?.api;
  if (api === kept) return;
  const found = api === undefined ? 'is not stated' : `is "${api}"`;
  const problem = `${found}, but the turn waits with calls and a transcript of "${kept}". Leave the model out, or resume with one of the same API`;
  throw invalidOption('model.api', problem, { in: 'resumeTurn' });
}

/** With what a kept turn is started again: what is stated now wins. */
export function describeResumedTurn(
  { botId }: SuspendedTurn,
  { options }: SuspendedDocument,
  { loop: _, ...stated }: ResumeOptions,
): TurnOptions {
  const given = Object.entries(stated).filter(([, value]) => value !== undefined);
  return { ...options, ...Object.fromEntries(given), bot: botId };
}
