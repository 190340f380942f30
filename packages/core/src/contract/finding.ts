import type { ErrorCode } from './error-codes.js';

/** Something that an operator should know of, with what to do about it. */
export interface Finding {
  /** `error`: something does not work; `warning`: it works otherwise than it looks; `note`: all is well, and good to know. */
  readonly level: 'error' | 'warning' | 'note';
  readonly area: FindingArea;
  /** What kind it is: whoever says it in other words, or leads to where it is mended, asks for this. */
  readonly code: FindingCode;
  /** What the sentence names, each for itself. */
  readonly details: FindingDetails;
  /** What it is about: a file, a companion, a tool, a bot. */
  readonly subject: string;
  readonly message: string;
  /** Null where nothing has to be done. */
  readonly remedy: string | null;
}

/** What a finding names. Which of them are there depends on its code. */
export interface FindingDetails {
  readonly companion?: string;
  /** Whose it is now; where `before` is there, the one that it has to be accepted from. */
  readonly owner?: string;
  readonly before?: string;
  readonly tool?: string;
  /** Another name: that the tool has by now, or is to be offered under. */
  readonly name?: string;
  /** Who has that name. */
  readonly holder?: string;
  readonly field?: string;
  readonly fields?: readonly string[];
  readonly bot?: string;
  /** How many bots it is about. */
  readonly bots?: number;
  /** How many of whatever it is about. */
  readonly count?: number;
  /** The kind of a decision, or of a place for secrets. */
  readonly kind?: string;
  /** The subject of that decision; empty for the host as a whole. */
  readonly subject?: string;
  readonly names?: readonly string[];
  readonly approval?: string;
  /** ISO 8601, UTC. */
  readonly since?: string;
  /** ISO 8601, UTC. */
  readonly until?: string;
  /** The code of the error behind it. */
  readonly cause?: ErrorCode;
  /** What that error, a validator or a companion says, in its own words. */
  readonly error?: string;
}

/** Every kind of finding. */
export const FINDING_CODES = Object.freeze([
  'companion-failed',
  'companion-stale',
  'companion-loading',
  'companion-off',
  'companion-recovered',
  'definition-file-broken',
  'definition-broken',
  'name-taken',
  'name-listed-twice',
  'names-left-out',
  'alias-taken',
  'expose-as-unusable',
  'decision-kind-unknown',
  'decision-unusable',
  'decision-owner-renamed',
  'decision-owner-absent',
  'decision-tool-absent',
  'decision-for-heir',
  'tools-off',
  'component-defaults-absent',
  'organisation-file-broken',
  'organisation-setting-undeclared',
  'organisation-value-misfit',
  'organisation-lock-misfit',
  'organisation-owner-renamed',
  'organisation-owner-absent',
  'organisation-tool-absent',
  'vault-chosen',
  'vault-broken',
  'secrets-outdated',
  'secret-unreadable',
  'secret-short',
  'secret-unknown',
  'secret-tool-absent',
  'setting-is-secret',
  'setting-owner-renamed',
  'setting-tool-absent',
  'setting-undeclared',
  'setting-misfit',
  'settings-missing',
  'settings-refused',
  'override-misfit',
  'override-has-secret',
  'configured-tool-absent',
  'configured-setting-misfit',
  'assignment-built-in',
  'assignment-owner-changed',
  'assignment-definition-changed',
  'assignment-definition-withheld',
  'assignment-name-changed',
  'assignment-owner-renamed',
  'assignment-absent',
  'approval-waits',
  'database-broken',
  'database-absent',
  'configuration-remark',
] as const);

/** A kind of finding. */
export type FindingCode = (typeof FINDING_CODES)[number];

/** Where a finding belongs. */
export type FindingArea =
  | 'configuration'
  | 'companions'
  | 'definitions'
  | 'database'
  | 'settings'
  | 'secrets'
  | 'organisation'
  | 'approvals'
  | 'decisions'
  | 'assignments';
