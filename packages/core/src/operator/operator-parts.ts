import type { DefinitionProblem } from '../catalogue/load-definition-files.js';
import type { ToolProviderRegistry } from '../catalogue/tool-provider-registry.js';
import type { Companion } from '../companions/companion.js';
import type { Clock } from '../contract/clock.js';
import type { JsonObject } from '../contract/json.js';
import type { Logger } from '../contract/logger.js';
import type { SecretVault } from '../contract/secret.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import type { Redactor } from '../settings/redactor.js';
import type { Store } from '../store/roles.js';
import type { TokenUses } from '../store/token-uses.js';
import type { OperatorSettings } from '../turn/operator-settings.js';
import type { OperatorView } from '../turn/operator-view.js';
import type { TokenBook } from './token-book.js';

/** What the operations of an operator stand on. One object for the life of a host. */
export interface OperatorParts {
  readonly store: Store;
  readonly registry: ToolProviderRegistry;
  readonly loadChecker: () => Promise<SchemaChecker>;
  /** What the operator has decided and set, as the store has it now. */
  readonly view: () => OperatorView | Promise<OperatorView>;
  /** Where secrets are kept. Undefined: none can be set. */
  readonly vault: SecretVault | undefined;
  /** Knows all secrets of the host. */
  readonly redactor: Redactor;
  readonly companions: readonly Companion[];
  /** What the configuration says of tools, as turns read it. */
  readonly settings: OperatorSettings;
  /** The same as it was given: `toolSettings`, by the name of a tool. */
  readonly configuredSettings: Readonly<Record<string, JsonObject>>;
  /** Definition files of built-ins that were left out. */
  readonly definitionProblems: readonly DefinitionProblem[];
  readonly clock: Clock;
  readonly createId: () => string;
  readonly logger: Logger;
  readonly tokenUses: TokenUses;
  /** Who may reach the host, by their secrets. */
  readonly tokenBook: TokenBook;
  /** The names of the embedder's components. */
  readonly components: ReadonlySet<string>;
}
