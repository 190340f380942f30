import type { ToolMetadata } from './definition.js';
import type { ErrorCode } from './error-codes.js';
import type { JsonSchema } from './json.js';
import type { ToolPolicy } from './policy.js';

/** A tool of the catalogue. */
export interface ToolListing extends ToolMetadata {
  readonly name: string;
  readonly owner: string;
  readonly label: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly aliases: readonly string[];
  readonly policy: ToolPolicy;
  readonly isBuiltIn: boolean;
  /** The provider's own name where the operator exposes the tool under another. */
  readonly originalName?: string;
  /** `stale`: from the last good list of a provider that fails at present, or has not answered since the host started. */
  readonly state: 'ready' | 'stale';
  readonly definitionHash: string;
}

/** A definition that is not in the catalogue. */
export interface LeftOutTool {
  /** Null where not even the name could be read, and where the reason counts several that are not named. */
  readonly name: string | null;
  readonly owner: string;
  /** `skipped`: the name is taken; `quarantined`: the definition is broken. */
  readonly status: 'skipped' | 'quarantined';
  /**
   * `name-taken`: somebody else has the name; `listed-twice`: its own owner has, with another definition; `too-many`: more
   * of both than are named; `alias-taken`: an alias is taken, the tool itself is there; `expose-as`: a rule of the
   * operator's cannot be followed; `definition`: the definition is broken; `file`: a definition file is.
   */
  readonly cause: 'name-taken' | 'listed-twice' | 'too-many' | 'alias-taken' | 'expose-as' | 'definition' | 'file';
  /** Who has the name, where somebody has. */
  readonly holder?: string;
  /** What its owner calls the tool, where that is not `name`. */
  readonly tool?: string;
  /** How many there are, where they are not named. */
  readonly count?: number;
  /** What is wrong, and what to do. */
  readonly reason: string;
}

/** `ready`; `stale`: serves its last good list; `failed`: has none; `loading`: not answered yet; `off`. */
export type CompanionState = 'ready' | 'stale' | 'failed' | 'loading' | 'off';

/** Something that went wrong with a companion. */
export interface CompanionProblem {
  readonly code: ErrorCode;
  readonly message: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A companion and how it is. */
export interface CompanionReport {
  readonly id: string;
  readonly state: CompanionState;
  /** The newest last; at most 20. */
  readonly problems: readonly CompanionProblem[];
  readonly providers: readonly {
    readonly owner: string;
    readonly state: CompanionState;
    readonly toolCount: number;
    /** ISO 8601, UTC; null before the first good list. */
    readonly listedAt: string | null;
    /** True: the list is the one of an earlier run, and the provider has not answered since. */
    readonly restored: boolean;
    /** How long its last good answer took, in milliseconds; null where it has not answered in this run. */
    readonly listedInMs: number | null;
    /** How often asking has failed since it last answered. */
    readonly failures: number;
    /** When it is asked again. ISO 8601, UTC; null where that is not planned. */
    readonly nextTryAt: string | null;
  }[];
  /** The package names that it states to have had before, where there are any (contract 4.3). */
  readonly formerly?: readonly string[];
}

/** The catalogue for people. */
export interface CatalogueReport {
  readonly tools: readonly ToolListing[];
  readonly leftOut: readonly LeftOutTool[];
  readonly companions: readonly CompanionReport[];
}
