import type { JsonObject } from './json.js';

/**
 * One change of a loadout, by the name of a tool or an alias. Changes travel as such deltas, never as whole lists, so
 * that nobody overwrites what he did not look at; each answer has the changes that undo it.
 */
export type LoadoutChange =
  | {
      readonly action: 'assign';
      readonly tool: string;
      /** Absent: the one that is there stays. Null: there is none. */
      readonly settingsOverride?: JsonObject | null;
      /** Place in the loadout. Absent: the end, or where it is. */
      readonly position?: number;
      /**
       * The owner that it is assigned from, where that is not the present one: with it even a tool that nobody lists can
       * be assigned, which an undo needs. Such an assignment is inert until its owner is back.
       */
      readonly owner?: string;
      /** With `owner`: the label and the definition's hash as they were. */
      readonly label?: string;
      readonly definitionHash?: string | null;
    }
  | { readonly action: 'unassign'; readonly tool: string }
  | { readonly action: 'override'; readonly tool: string; readonly settingsOverride: JsonObject | null }
  | { readonly action: 'move'; readonly tool: string; readonly position: number }
  /** Takes the present owner and the present definition as what the operator wants. */
  | {
      readonly action: 'accept';
      readonly tool: string;
      /** Only from this owner: the one that was looked at. */
      readonly owner?: string;
      /** Only with this definition: the one that was looked at. Null: the owner lists none. */
      readonly definitionHash?: string | null;
    };

/** What a change of a loadout did. */
export interface LoadoutChanged {
  /** The loadout's revision after it. */
  readonly revision: number;
  /** Canonical names of the tools that are different now, each once. */
  readonly changed: readonly string[];
  /** Applied in this order these bring back what was there: override, position and owner too. */
  readonly undo: readonly LoadoutChange[];
}
