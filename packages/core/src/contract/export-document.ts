import type { DecisionKind } from './decisions.js';
import type { JsonObject, JsonValue } from './json.js';

/** Bots, loadouts, settings and decisions as one document. Never a secret; equal content gives an equal document. */
export interface ExportDocument {
  readonly format: 'loadout-export';
  readonly version: 1;
  /** In order of their ids. */
  readonly bots: readonly ExportedBot[];
  /** In order of owner, tool and field. */
  readonly settings: readonly ExportedSetting[];
  /** In order of kind and subject. */
  readonly decisions: readonly ExportedDecision[];
  /** Secret fields that had a value, one sentence each. They have to be set again where the document is imported. */
  readonly leftOut: readonly string[];
}

/** A bot and its loadout, in order. */
export interface ExportedBot {
  readonly id: string;
  readonly displayName: string;
  readonly tools: readonly ExportedAssignment[];
}

/** An assignment as it is written down. */
export interface ExportedAssignment {
  readonly name: string;
  readonly owner: string;
  readonly label: string;
  readonly definitionHash: string | null;
  readonly settingsOverride: JsonObject | null;
}

/** A setting of a tool, by its provider's own name for it. */
export interface ExportedSetting {
  readonly owner: string;
  readonly tool: string;
  readonly field: string;
  readonly value: JsonValue;
}

/** A decision. */
export interface ExportedDecision {
  readonly kind: DecisionKind;
  readonly subject: string;
  readonly value: JsonValue;
}
