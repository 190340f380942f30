import type { Host } from '@loadout/core';
import type { Configuration } from './config/configuration.js';
import type { Output } from './output/output.js';

/** What a command works with. */
export interface Session {
  readonly host: Host;
  readonly configuration: Configuration;
  readonly out: Output;
}

/** Runs on an open host; answers the exit code of the process. */
export type Command = (session: Session) => Promise<number>;

/**
 * What a command needs of the host: `bots` the database alone, `catalogue` the tools alone, `loadouts` both,
 * `serving` both for as long as the process lives.
 */
export type Needs = 'bots' | 'catalogue' | 'loadouts' | 'serving';
