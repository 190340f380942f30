/** How much one turn may do (contract 7.1). */
export interface TurnLimits {
  /** Calls, invalid ones too. */
  readonly maxToolCalls?: number;
  /** Characters of results together; tested after a result, so that one may overshoot. */
  readonly maxToolResultCharacters?: number;
  /** From the turn's start, in milliseconds; the time that a person takes to approve does not count. */
  readonly maxTurnMs?: number;
}

/** Calls of a turn that says nothing else. */
export const MAX_TOOL_CALLS = 15;

/** Characters of results of a turn that says nothing else. */
export const MAX_TOOL_RESULT_CHARACTERS = 300_000;

/** Limits where nothing is said. */
export const DEFAULT_TURN_LIMITS: Required<TurnLimits> = Object.freeze({
  maxToolCalls: MAX_TOOL_CALLS,
  maxToolResultCharacters: MAX_TOOL_RESULT_CHARACTERS,
  maxTurnMs: 300_000,
});

/** Nobody may ask for more. */
export const HARD_TURN_LIMITS: Required<TurnLimits> = Object.freeze({
  maxToolCalls: 100,
  maxToolResultCharacters: 2_000_000,
  maxTurnMs: 900_000,
});

/** What a turn has used. */
export interface TurnUsage {
  readonly limits: Required<TurnLimits>;
  readonly calls: number;
  readonly resultCharacters: number;
  readonly elapsedMs: number;
  /**
   * What the model's service counted for the responses that the turn's loop was handed, together; null as long as it told
   * nothing. A turn that waited and goes on counts anew.
   */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** The first limit that is spent; null while none is. */
  readonly spent: 'calls' | 'characters' | 'time' | null;
}
