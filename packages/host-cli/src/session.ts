import type { Host } from '@loadout/core';
import type { Configuration } from './config/configuration.js';
import type { Output } from './output/output.js';

/** What a command works with. */
export interface Session {
  readonly host: Host;
  readonly configuration: Configuration;
  readonly out: Output;
}

/** Runs a command on an open host; answers its exit code. */
export type Command = (session: Session) => Promise<number>;

/** What a command needs of the host: bots and their loadouts, or the catalogue alone (no database is opened). */
export type Needs = 'bots' | 'catalogue';
