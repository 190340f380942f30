import { createObservable } from '../../../api/observable.js';
import type { NamedTool } from './loadout-types.js';
import type { Conflict } from './run-job.js';
import type { DoneKind } from './undo-book.js';

/** Changes that wait for a decision: somebody else was quicker. */
export interface OpenConflicts {
  readonly bot: string;
  readonly kind: DoneKind;
  readonly of?: DoneKind;
  readonly tools: readonly NamedTool[];
  readonly conflicts: readonly Conflict[];
}

export const openConflicts = createObservable<OpenConflicts | undefined>(undefined);
