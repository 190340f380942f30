import type { LogLevel } from './call.js';
import type { JsonValue } from './json.js';

/** One line of the host's log. */
export interface LogEntry {
  readonly level: LogLevel;
  /** What happened, in kebab-case: `companion-failed`, `tool-failed`, `tool-log` … */
  readonly event: string;
  readonly message: string;
  readonly companion?: string;
  readonly bot?: string;
  readonly turn?: string;
  readonly call?: string;
  readonly tool?: string;
  /** The id that the model was given for an error. */
  readonly errorId?: string;
  readonly data?: JsonValue;
  readonly error?: unknown;
}

/** Takes log lines. Must not throw; what it throws is dropped. */
export type Logger = (entry: LogEntry) => void;
