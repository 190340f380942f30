import type { Catalogue } from '../catalogue/catalogue.js';
import type { FormerOwners } from '../catalogue/find-renamed-owner.js';
import type { ConfidenceLevel } from '../contract/confidence.js';
import type { ModelDescription } from '../contract/model.js';
import type { ModelAdapter } from '../contract/model-adapter.js';
import type { CompanionReport } from '../contract/report.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import type { Assignment } from '../store/records.js';
import type { KnownDefinition, KnownDefinitions } from './known-definitions.js';
import type { OperatorSettings } from './operator-settings.js';
import type { OperatorView } from './operator-view.js';

/** All that an offer depends on. */
export interface OfferInput {
  /** The bot's id. */
  readonly bot: string;
  readonly catalogue: Catalogue;
  readonly assignments: readonly Assignment[];
  /** Told of definitions that are in order. */
  readonly definitions: KnownDefinitions;
  /** Of assignments that nobody lists, by their names: the last definitions. */
  readonly unlisted: ReadonlyMap<string, KnownDefinition>;
  readonly select: readonly string[] | undefined;
  readonly locale: string;
  readonly checker: SchemaChecker;
  readonly operator: OperatorSettings;
  readonly view: OperatorView;
  readonly component: string;
  /** All that the embedder has. */
  readonly components: ReadonlySet<string>;
  readonly model: ModelDescription | undefined;
  /** Of the model's API; absent without one. */
  readonly adapter: ModelAdapter | undefined;
  /** Of the model provider; absent where nobody asks for it. */
  readonly confidence: ConfidenceLevel | undefined;
  /** What the conversation requires, where the model provider does not reach it and is not trusted. */
  readonly unreached: ConfidenceLevel | undefined;
  /** Who an owner says that it was formerly. */
  readonly formerOwners: FormerOwners;
  /** The state of the companion behind an owner. */
  readonly companionOf: (owner: string) => CompanionReport | undefined;
}
