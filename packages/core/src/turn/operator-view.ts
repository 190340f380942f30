import type { ConfidenceLevel } from '../contract/confidence.js';
import type { ExposeAs } from '../contract/configuration.js';
import type { JsonObject } from '../contract/json.js';
import type { ApprovalMode } from '../contract/policy.js';
import type { ToolSubject } from '../contract/tool-subject.js';

/** A tool as the organisation's entries name it: by the name that bots have, or by owner and own name. */
export interface OrganisationSubject {
  readonly name: string;
  readonly owner: string;
  readonly ownName: string;
}

/** What the organisation's managed file says of tools (contract 9.2). Frozen. */
export interface OrganisationView {
  /** Set where the organisation does not want the tool at all. */
  disabled(
    tool: OrganisationSubject,
  ): { readonly reason: string | undefined; readonly contact: string | undefined } | undefined;
  /** The least confidence that it wants; HIGH where its entry cannot be read (contract 5.5). */
  minimumConfidence(tool: OrganisationSubject): ConfidenceLevel | undefined;
}

/** Of a host without a managed file. */
export const NO_ORGANISATION: OrganisationView = Object.freeze({
  disabled: () => undefined,
  minimumConfidence: () => undefined,
});

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
}
