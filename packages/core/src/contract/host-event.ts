import type { ToolProgress } from './call.js';
import type { CallExecuted, CallStatus } from './result.js';

/** Marks of a call. */
interface CallMarks {
  readonly botId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly tool: string;
  readonly owner: string | null;
}

/** What the host tells an embedder while it works; no argument and no result is part of it. */
export interface HostEventMap {
  /** The tool is about to run. */
  readonly 'call-started': CallMarks;
  readonly 'call-progress': CallMarks & ToolProgress;
  /** Each call has one, also one that never ran. */
  readonly 'call-finished': CallMarks & {
    readonly status: CallStatus;
    readonly executed: CallExecuted;
    readonly durationMs: number;
  };
}

/** The name of an event. */
export type HostEventName = keyof HostEventMap;
