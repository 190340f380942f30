import type { ConfidenceLevel } from './confidence.js';
import type { HostLimits } from './configuration.js';
import type { CompanionReport } from './report.js';
import type { SecretVault } from './secret.js';
import type { TurnLimits } from './turn-limits.js';

/** How long traces are kept. */
export interface TraceRetention {
  /** Null: whatever their age. */
  readonly maxAgeDays: number | null;
  /** Null: however many. */
  readonly maxCount: number | null;
}

/** One entry of the organisation's file, without the value that it gives. */
export interface OrganisationEntry {
  readonly kind: 'setting' | 'minimum-confidence' | 'disabled';
  readonly tool: string;
  /** Null: whoever owns the name. */
  readonly owner: string | null;
  /** Of a setting. */
  readonly field: string | null;
  /** False: a default that operators may change. */
  readonly isLocked: boolean;
  /** Of a minimum. */
  readonly level: ConfidenceLevel | null;
  readonly reason: string | null;
  /** Whom to ask. */
  readonly contact: string | null;
  /** JSON pointer into the file. */
  readonly pointer: string;
}

/** What a host tells of itself: nothing of it is a secret. */
export interface HostDescription {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The components that a turn may be of. */
  readonly components: readonly string[];
  /** Of turns that say nothing else. */
  readonly turnLimits: Required<TurnLimits>;
  readonly limits: Required<HostLimits>;
  /** Null: the recorder does not say. */
  readonly traces: TraceRetention | null;
  /** Where secrets are kept, and why there; null: none can be set. */
  readonly secrets: Pick<SecretVault, 'kind' | 'reason'> | null;
  /** Whether what the operator does outlives the process. */
  readonly isDurable: boolean;
  /** What is decided above all operators; null: nothing is. */
  readonly organisation: {
    /** The path of the file, or what stands for it. */
    readonly place: string;
    /** False: nobody knows what it decides, so there are no tools. */
    readonly isReadable: boolean;
    readonly problems: readonly { readonly place: string; readonly message: string }[];
    readonly entries: readonly OrganisationEntry[];
  } | null;
  /** Those that are configured, in the order of precedence. */
  readonly companions: readonly Pick<CompanionReport, 'id' | 'state'>[];
}
