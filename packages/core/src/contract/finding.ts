/** Something that an operator should know of, with what to do about it. */
export interface Finding {
  /** `error`: something does not work; `warning`: it works otherwise than it looks; `note`: all is well, and good to know. */
  readonly level: 'error' | 'warning' | 'note';
  readonly area: FindingArea;
  /** What it is about: a file, a companion, a tool, a bot. */
  readonly subject: string;
  readonly message: string;
  /** Null where nothing has to be done. */
  readonly remedy: string | null;
}

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
