import type { Approver } from './contract/approval.js';
import type { GuardedFetch } from './contract/call.js';
import type { Clock } from './contract/clock.js';
import type { CompanionEntry, ExposeAs, HostLimits } from './contract/configuration.js';
import type { IToolImplementation } from './contract/implementation.js';
import type { JsonObject } from './contract/json.js';
import type { Logger } from './contract/logger.js';
import type { OrganisationDocument } from './contract/organisation.js';
import type { SecretVault } from './contract/secret.js';
import type { TurnLimits } from './contract/turn-limits.js';
import type { Store } from './store/roles.js';
import type { TokenUses } from './store/token-uses.js';
import type { TraceRecorder } from './store/traces.js';

/** Everything that a host can be told. All of it is optional. */
export interface HostOptions {
  /** Folders with definition files of built-in tools, in order of precedence. */
  readonly definitionFolders?: readonly (string | URL)[];
  /** The code behind the definition files. */
  readonly implementations?: readonly IToolImplementation[];
  /** In order of precedence. A string is the name of a package. */
  readonly companions?: readonly (string | CompanionEntry)[];
  readonly exposeAs?: readonly ExposeAs[];
  /** The operator's settings of tools, by tool name. */
  readonly toolSettings?: Readonly<Record<string, JsonObject>>;
  /** Default: in memory. */
  readonly store?: Store;
  /** Default: the last 1,000 calls in memory. */
  readonly traces?: TraceRecorder;
  /** Default: in memory. */
  readonly tokenUses?: TokenUses;
  /** Default: warnings and errors to standard error. */
  readonly logger?: Logger;
  readonly approver?: Approver;
  /** Replaces `call.fetch`'s transport. Default: public addresses only, by undici. */
  readonly fetch?: GuardedFetch;
  readonly clock?: Clock;
  /** Makes ids. Default: random. */
  readonly createId?: () => string;
  /** Names of components. Default `chat` and `assistant`. */
  readonly components?: readonly string[];
  readonly limits?: HostLimits;
  /** Of turns that say nothing else. */
  readonly turnLimits?: TurnLimits;
  /**
   * What the organisation has decided, above all operators: its managed file, read again when it changes, or the document
   * itself.
   */
  readonly organisation?: string | URL | OrganisationDocument;
  /** Where secrets are kept. Default: in memory, for a store that is in memory too; otherwise none can be set. */
  readonly secrets?: SecretVault;
}
