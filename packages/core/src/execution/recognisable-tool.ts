import type { ToolConfig } from '../contract/call.js';
import type { ToolPolicy } from '../contract/policy.js';

/**
 * A tool that a bot has and nobody lists: the provider that it was assigned from may still answer for it (contract 1.8).
 * What the host last knew of it counts: leaving a tool out of a list frees it of nothing.
 */
export interface RecognisableTool {
  /** As the bot has it. */
  readonly name: string;
  readonly owner: string;
  /** For people. */
  readonly label: string;
  /** Of the definition that is known; {@link NOT_LISTED} where none is. */
  readonly hash: string;
  /** The last that is known, or the default; the operator's decision on approval in either. */
  readonly policy: ToolPolicy;
  readonly sensitiveArguments: readonly string[];
  /** The effective settings; absent where nobody knows what it declares. */
  readonly config?: ToolConfig;
  /** Values of secret settings, which no text for a model may carry. */
  readonly secrets: readonly string[];
}

/** What an approval covers in place of a hash where no definition is known. */
export const NOT_LISTED = 'not-listed';

/** What an approval and a trace have to know of the tool of a call, listed or not. */
export type CallSubject = Pick<RecognisableTool, 'name' | 'owner' | 'label' | 'hash' | 'sensitiveArguments'>;
