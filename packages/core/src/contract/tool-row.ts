import type { WithheldCode, WithheldReason } from './turn.js';

/** A setting that has no usable value, and without one the tool is not configured. */
export interface LackingSetting {
  readonly field: string;
  /** For people, in the locale that was asked for. */
  readonly title: string;
}

/** A tool as one row of a list for people: one of the bot, or one that the bot could have. */
export interface ToolRow {
  readonly name: string;
  readonly label: string;
  /** Empty where nobody says one. */
  readonly summary: string;
  /** Whose definition it is now; the owner at assignment where nobody lists it. */
  readonly owner: string;
  readonly isBuiltIn: boolean;
  /** From the last good list of a provider that fails at present, or has not answered since the host started. */
  readonly isStale: boolean;
  /** Nobody lists it at present. */
  readonly isAbsent: boolean;
  /** When its owner last answered with a list. ISO 8601, UTC; null where that never was, or nobody remembers it. */
  readonly listedAt: string | null;
  readonly isAssigned: boolean;
  /** Its place in the loadout, as assignments have it; null where the bot does not have it. */
  readonly position: number | null;
  /** The bot has settings of its own for it. */
  readonly hasOverride: boolean;
  /** `off`: the bot does not have it. */
  readonly state: 'offered' | 'withheld' | 'off';
  /** The first of {@link reasons}; null where there is none. */
  readonly code: WithheldCode | null;
  readonly reason: string | null;
  /**
   * Every reason why it is withheld. Of a tool that is off those that would withhold it and that can be told without a look
   * at its settings.
   */
  readonly reasons: readonly WithheldReason[];
  /** Of a tool that is not configured: what has to be filled in, in the order of its schema. */
  readonly missingSettings: readonly LackingSetting[];
  /** Its definition is not the one that was accepted for the bot; only where its owner is the same. */
  readonly isChanged: boolean;
  /** Its policy does not say that it only reads. */
  readonly changesData: boolean;
  /** Its policy says that it may delete or overwrite data. */
  readonly destroysData: boolean;
  /** A person is asked before each call. */
  readonly needsApproval: boolean;
  /** An estimate of what its definition takes in a request, as it is sent; 0 where that is not known. */
  readonly tokens: number;
  /** The name of an icon, or a `data:` URI. */
  readonly icon: string | null;
}

/** How many tools there are for a bot, by what is said of them. */
export interface ToolCounts {
  /** All rows. */
  readonly all: number;
  /** Of the bot. */
  readonly on: number;
  readonly offered: number;
  /** Of the bot, and not offered; absent ones too. */
  readonly withheld: number;
  readonly absent: number;
}
