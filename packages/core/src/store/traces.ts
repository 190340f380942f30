import type { TraceRetention } from '../contract/host-description.js';
import type { JsonValue } from '../contract/json.js';
import type { StopReason } from '../contract/loop.js';
import type { ModelApi } from '../contract/model.js';
import type { CallExecuted, CallStatus } from '../contract/result.js';

/** A change that made arguments fit (contract 6.2). */
export interface ArgumentRepair {
  /** JSON pointer into the arguments. */
  readonly pointer: string;
  readonly kind: 'empty-arguments' | 'null-removed' | 'json-parsed';
}

/** The record of one call (contract 6.9). */
export interface Trace {
  readonly botId: string;
  readonly turnId: string;
  /** 1 for the first call of the turn. */
  readonly order: number;
  readonly callId: string;
  readonly tool: string;
  /** Absent when no such tool exists. */
  readonly owner: string | undefined;
  readonly status: CallStatus;
  readonly executed: CallExecuted;
  /** Sensitive ones masked. */
  readonly arguments: JsonValue;
  readonly repairs: readonly ArgumentRepair[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Of that the time that a person took to say whether the call may run; absent where nobody was asked. */
  readonly waitedMs?: number;
  /** Characters of the result that went to the model. */
  readonly resultCharacters: number;
  /** The id under which an error was logged. */
  readonly errorId: string | undefined;
}

/** A trace as it was written down. */
export interface RecordedTrace extends Trace {
  /** Ascending in the order of writing, and never given twice. */
  readonly id: number;
  /**
   * False: the call was begun and nobody has written how it ended. It runs at present, or its process died; status
   * is then ERROR, `executed` is `unknown`, and the duration is 0. It stands where it was begun. When it ends, its
   * record comes with a new id, as the newest, and this one is gone.
   */
  readonly hasEnded: boolean;
}

/** One request of a turn to its model, until its response was read or given up. */
export interface ModelRequestTrace {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** The record of one turn that called a tool or asked a model; written when it has ended. */
export interface TurnTrace {
  readonly botId: string;
  readonly turnId: string;
  readonly conversationId: string | null;
  readonly component: string;
  readonly modelProviderId: string | null;
  /** Null for a turn without a loop. */
  readonly modelApi: ModelApi | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** How often the model was asked. */
  readonly modelRequests: number;
  /** When each began and how long it took, in their order, the first 200; absent where nobody wrote that down. */
  readonly requests?: readonly ModelRequestTrace[];
  readonly calls: number;
  readonly resultCharacters: number;
  /** As the model's service counted them, over all requests of the turn; null where it told nothing. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly offered: number;
  readonly withheld: number;
  /** Null for a turn without a loop; `cancelled` for one that ended before its loop did. */
  readonly stop: StopReason | null;
}

/** A turn as it was written down. */
export interface RecordedTurn extends TurnTrace {
  /** Ascending in the order of writing. */
  readonly id: number;
}

/** Which turns. */
export interface TurnFilter {
  readonly botId?: string;
  readonly turnId?: string;
  /** Started at this time or later; milliseconds since 1970. */
  readonly since?: number;
  /** Started before this time; milliseconds since 1970. */
  readonly until?: number;
  /** Written before this one: the last `id` of the page before. */
  readonly beforeId?: number;
  /** Default 100, at most 1,000. */
  readonly limit?: number;
}

/** Where traces go. `record` and `begin` are called on the path of a call: they must be quick, and what they throw is only logged. */
export interface TraceRecorder {
  record(trace: Trace): void;
  /**
   * Called before a call runs that is not read-only (contract 4.6): when it returns, or what it answers has resolved, the
   * row is where a crash of the process does not reach it. The call waits for it, 2 s at most. The `record` of the same
   * turn and order takes its place, under a new id. Absent: nothing is kept that long.
   */
  begin?(trace: Trace): void | Promise<void>;
  /** Newest first, by their ids. */
  list(filter?: TraceFilter): Promise<readonly RecordedTrace[]>;
  /** As quick as `record`. Absent: turns are not written down. */
  recordTurn?(turn: TurnTrace): void;
  /** Newest first. Absent: none is kept. */
  listTurns?(filter?: TurnFilter): Promise<readonly RecordedTurn[]>;
  /** How long it keeps them. Absent: nobody says. */
  readonly retention?: TraceRetention;
  /** Changes when a trace was written, by any process. Synchronous and cheap. Absent: nothing can be followed. */
  revision?(): string | number;
}

/** Which traces. */
export interface TraceFilter {
  readonly botId?: string;
  readonly turnId?: string;
  readonly callId?: string;
  readonly tool?: string;
  readonly status?: CallStatus;
  /** Started at this time or later; milliseconds since 1970. */
  readonly since?: number;
  /** Started before this time; milliseconds since 1970. */
  readonly until?: number;
  /** Written before this one: the last `id` of the page before. */
  readonly beforeId?: number;
  /** Written after this one, and oldest first: what a reader who follows has not seen yet. */
  readonly afterId?: number;
  /** Default 100, at most 1,000. */
  readonly limit?: number;
}
