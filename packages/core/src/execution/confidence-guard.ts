import type { ConfidenceLevel } from '../contract/confidence.js';

/** What a turn's calls and its loop ask about the model provider (contract 5.6). */
export interface ConfidenceGuard {
  /** The highest level that a result of the conversation required, also in this turn. */
  readonly required: ConfidenceLevel;
  /** Whether the turn's model provider may still be asked anything, and get anything: it reaches what is required by now. */
  readonly isReached: boolean;
  /** Whether the turn's model provider gets what requires this level. */
  reaches(required: ConfidenceLevel): boolean;
  /** Raises what the conversation requires; never lowers it. Rejects where that cannot be written down. */
  keep(required: ConfidenceLevel): Promise<void> | undefined;
}
