/** What a tool does, in one word. */
export type ToolKind = 'search' | 'read' | 'write' | 'analyze' | 'transcribe' | 'unknown';

/** Whether a person has to agree to a call: `never` needed, `ask` each time, `deny` always. */
export type ApprovalMode = 'never' | 'ask' | 'deny';

/**
 * How the host treats calls of a tool. Fields left out of a definition take the pessimistic defaults of
 * {@link DEFAULT_POLICY}: an author states what is safe, the host never guesses it.
 */
export interface ToolPolicy {
  readonly kind: ToolKind;
  /** The call changes nothing anywhere. */
  readonly readOnly: boolean;
  /** Repeating the call with the same arguments changes nothing more. */
  readonly idempotent: boolean;
  /** The call may delete or overwrite. */
  readonly destructive: boolean;
  /** The call reaches systems outside the host's and the companion's own. */
  readonly openWorld: boolean;
  readonly approval: ApprovalMode;
  /** How many identical calls in a row are executed. Default by kind: search 10, write and unknown 4, others 8. */
  readonly identicalCallLimit: number;
  /** How many calls of this tool one turn may make; absent: only the turn's own budget counts. */
  readonly maxCallsPerTurn?: number;
  /** Deadline of one call in milliseconds. */
  readonly timeoutMs: number;
  /** Longest result in characters; what exceeds it is cut in the middle. */
  readonly maxResultCharacters: number;
}

/** The policy of a tool that states none (contract 6.7). */
export const DEFAULT_POLICY: ToolPolicy = Object.freeze({
  kind: 'unknown',
  readOnly: false,
  idempotent: false,
  destructive: true,
  openWorld: true,
  approval: 'never',
  identicalCallLimit: 4,
  timeoutMs: 60_000,
  maxResultCharacters: 100_000,
});

/** How many identical calls in a row are executed, where a policy says nothing else (contract 7.2). */
const identicalCallLimits: Readonly<Record<ToolKind, number>> = {
  search: 10,
  read: 8,
  analyze: 8,
  transcribe: 8,
  write: DEFAULT_POLICY.identicalCallLimit,
  unknown: DEFAULT_POLICY.identicalCallLimit,
};

/** What a policy states, and the defaults for the rest; the limit of identical calls goes by its kind. */
export function completePolicy(stated: Partial<ToolPolicy> = {}): ToolPolicy {
  const { kind = DEFAULT_POLICY.kind } = stated;
  return { ...DEFAULT_POLICY, identicalCallLimit: identicalCallLimits[kind], ...stated };
}

/** A read-only, repeatable look-up by query. Pass what differs. */
export function searchToolPolicy(overrides: Partial<ToolPolicy> = {}): ToolPolicy {
  return completePolicy({ kind: 'search', readOnly: true, idempotent: true, destructive: false, ...overrides });
}

/** A read-only, repeatable look-up of something named. Pass what differs. */
export function readToolPolicy(overrides: Partial<ToolPolicy> = {}): ToolPolicy {
  return completePolicy({ kind: 'read', readOnly: true, idempotent: true, destructive: false, ...overrides });
}

/** A change that cannot be assumed repeatable. Pass what differs. */
export function writeToolPolicy(overrides: Partial<ToolPolicy> = {}): ToolPolicy {
  return completePolicy({ kind: 'write', ...overrides });
}
