import type { JsonValue } from '../contract/json.js';
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
  /** Characters of the result that went to the model. */
  readonly resultCharacters: number;
  /** The id under which an error was logged. */
  readonly errorId: string | undefined;
}

/** Where traces go. `record` is called on the path of a call: it must be quick, and what it throws is only logged. */
export interface TraceRecorder {
  record(trace: Trace): void;
  /** Newest first. */
  list(filter?: TraceFilter): Promise<readonly Trace[]>;
}

/** Which traces. */
export interface TraceFilter {
  readonly botId?: string;
  readonly turnId?: string;
  readonly tool?: string;
  /** Default 100. */
  readonly limit?: number;
}
