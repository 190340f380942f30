import type { Finding, Host, Logger, Store } from '@loadout/core';
import type { SqliteTraces } from '@loadout/storage';
import type { Configuration } from './config/configuration.js';
import type { Output } from './output/output.js';

/** What a command works with. */
export interface Session {
  /** Its changes are written down as those of whoever runs the command. */
  readonly host: Host;
  readonly configuration: Configuration;
  readonly out: Output;
  readonly logger: Logger;
  /** What is wrong with the configuration, one line each. */
  readonly remarks: readonly string[];
  /** What could not be opened, and the command goes on without. */
  readonly troubles: readonly Finding[];
  /** Undefined where the command does not need the database, or there is none. */
  readonly store: Store | undefined;
  /** Undefined where the command does not need the traces, or they cannot be had. */
  readonly traces: SqliteTraces | undefined;
  /** The value of one of the host's own secrets: no `Host` tells it. Undefined where it is not set. */
  readonly readSecret: (name: string) => Promise<string | undefined>;
}

/** Runs on an open host; answers the exit code of the process. */
export type Command = (session: Session) => Promise<number>;

/** What a command needs of the host: a row of the table in composition.ts. */
export type Needs =
  | 'nothing'
  | 'bots'
  | 'tokens'
  | 'traces'
  | 'backup'
  | 'catalogue'
  | 'loadouts'
  | 'preview'
  | 'calls'
  | 'doctor'
  | 'names'
  | 'completing'
  | 'serving';
