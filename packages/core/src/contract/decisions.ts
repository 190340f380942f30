import type { JsonValue } from './json.js';

/**
 * What the operator decides for the whole host, one row each, so that two operators never overwrite each other's.
 * `subject` says what it is about, and what `value` is depends on the kind:
 *
 * | kind | subject | value |
 * | --- | --- | --- |
 * | `tools-off` | none | `true`: no bot gets any tool |
 * | `withhold-changed-definitions` | none | `true`: a tool whose definition changed is withheld until it is accepted |
 * | `expose-as` | a tool | the name that bots get it under |
 * | `minimum-confidence` | a tool | the name of a level |
 * | `approval` | a tool | `never`, `ask` or `deny`, whatever the definition says |
 * | `trusted-model-provider` | id of a model provider | `true` |
 * | `instructions-allowed` | an owner | `true`: its system prompt instructions are used |
 * | `component-defaults` | a component | the names of the tools that it gets where a turn selects none |
 *
 * A tool is written `owner#name`, with its provider's own name for it.
 */
export const DECISION_KINDS = Object.freeze([
  'tools-off',
  'withhold-changed-definitions',
  'expose-as',
  'minimum-confidence',
  'approval',
  'trusted-model-provider',
  'instructions-allowed',
  'component-defaults',
] as const);

/** A kind of decision. */
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** A decision as it is read. */
export interface ListedDecision extends Decision {
  /** What a change of it can be tied to. */
  readonly revision: string;
}

/** One decision of the operator's. */
export interface Decision {
  readonly kind: DecisionKind;
  /** Empty where the kind has none. */
  readonly subject: string;
  readonly value: JsonValue;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
}
