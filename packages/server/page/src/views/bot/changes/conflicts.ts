import { createObservable } from '../../../api/observable.js';
import type { NamedTool } from './loadout-types.js';
import type { Mine } from './mine.js';
import type { DoneKind } from './undo-book.js';

/** Something wanted that somebody else was quicker with. */
export interface Conflict {
  readonly mine: Mine;
  /** Undefined: the log does not say who. */
  readonly who: string | undefined;
}

/** Changes that wait for a decision: somebody else was quicker. */
export interface OpenConflicts {
  readonly bot: string;
  readonly kind: DoneKind;
  readonly of?: DoneKind;
  readonly tools: readonly NamedTool[];
  readonly conflicts: readonly Conflict[];
}

export const openConflicts = createObservable<OpenConflicts | undefined>(undefined);
