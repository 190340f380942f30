import type { ConfidenceLevel } from '../contract/confidence.js';
import type { ExposeAs } from '../contract/configuration.js';
import type { JsonObject } from '../contract/json.js';
import type { ApprovalMode } from '../contract/policy.js';
import type { ToolSubject } from '../contract/tool-subject.js';
import type { OrganisationView } from '../settings/organisation-view.js';
import type { SecretView } from './secret-view.js';

/** What the operator has decided and set, as one revision of the store has it. Frozen; the same object while nothing of it changed. */
export interface OperatorView {
  /** Above all that the operator decides. */
  readonly organisation: OrganisationView;
  readonly toolsOff: boolean;
  readonly withholdChangedDefinitions: boolean;
  readonly exposeAs: readonly ExposeAs[];
  readonly trustedModelProviders: ReadonlySet<string>;
  readonly instructionOwners: ReadonlySet<string>;
  readonly componentDefaults: ReadonlyMap<string, readonly string[]>;
  minimumConfidence(tool: ToolSubject): ConfidenceLevel | undefined;
  approval(tool: ToolSubject): ApprovalMode | undefined;
  /** The operator's values for a tool's settings, by field. */
  settings(tool: ToolSubject): JsonObject | undefined;
  /** All secrets that are set. */
  readonly secrets: SecretView;
}
