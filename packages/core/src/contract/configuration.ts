import type { JsonObject } from './json.js';

/** A companion of the configuration, in the order of precedence. */
export interface CompanionEntry {
  /** Its id: the package name. */
  readonly id: string;
  /** Loads its module. Absent: the package of that name is found from `from` and imported. */
  readonly load?: () => Promise<unknown> | unknown;
  /** Folder or file URL to find the package from. Default: the working directory. */
  readonly from?: string | URL;
  readonly settings?: JsonObject;
  /** False: kept in the configuration, not loaded. Names that it last listed stay reserved. */
  readonly enabled?: boolean;
  /** Package names that it had before, for one with `load`; a package states them in its package.json (contract 4.3). */
  readonly formerly?: readonly string[];
}

/** The operator's new name for a tool (contract 1.5). */
export interface ExposeAs {
  readonly owner: string;
  /** The provider's own name for it. */
  readonly tool: string;
  /** The name under which bots get it. */
  readonly as: string;
}

/** Deadlines, in milliseconds. */
export interface HostLimits {
  /** For importing and registering a companion. Default 5,000. */
  readonly loadMs?: number;
  /** For `getTools` and `getToolMetadata`. Default 5,000. */
  readonly listMs?: number;
  /** How long a turn waits for lists that it has never seen. Default 1,000. */
  readonly firstListWaitMs?: number;
  /** The same for lists that it knows from an earlier run only. Default 0: such a list is served at once. */
  readonly restoredListWaitMs?: number;
}
