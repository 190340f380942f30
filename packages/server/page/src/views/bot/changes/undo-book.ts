import { createObservable } from '../../../api/observable.js';
import { onOtherPerson } from '../../../api/tab-memory.js';
import type { RowFacts } from './find-touched.js';
import type { LoadoutChange, NamedTool } from './loadout-types.js';

/** What somebody did, as messages say it. */
export type DoneKind =
  | 'on'
  | 'off'
  | 'removed'
  | 'moved'
  | 'overridden'
  | 'cleared'
  | 'accepted'
  | 'copied'
  /** In more than one way. */
  | 'changed'
  /** Of what was done before. */
  | 'undone';

/** Something that this tab did, with the changes that take it back. */
export interface DoneEntry {
  readonly id: number;
  readonly bot: string;
  readonly kind: DoneKind;
  /** With `undone`: what was. */
  readonly of?: DoneKind;
  readonly tools: readonly NamedTool[];
  readonly changed: readonly string[];
  /** What was wanted. */
  readonly changes: readonly LoadoutChange[];
  readonly undo: readonly LoadoutChange[];
  /** The rows as it left them. */
  readonly after: ReadonlyMap<string, RowFacts>;
  readonly isUndone: boolean;
}

/** What this tab did, the latest first. It goes with the tab. */
export const undoBook = createObservable<readonly DoneEntry[]>([]);

onOtherPerson(() => undoBook.set([]));

const longest = 50;
let lastId = 0;

/** Writes something down; answers it. */
export function writeDown(entry: Omit<DoneEntry, 'id' | 'isUndone'>): DoneEntry {
  lastId += 1;
  const written = { ...entry, id: lastId, isUndone: false };
  undoBook.set([written, ...undoBook.get()].slice(0, longest));
  return written;
}

/** What is known of an entry only after it was written down. */
export function amend(id: number, parts: Partial<Pick<DoneEntry, 'after' | 'isUndone'>>): void {
  undoBook.set(undoBook.get().map((entry) => (entry.id === id ? { ...entry, ...parts } : entry)));
}

/** What Ctrl+Z takes back next. */
export function findNextUndo(bot: string): DoneEntry | undefined {
  return undoBook.get().find((entry) => entry.bot === bot && entry.kind !== 'undone' && !entry.isUndone);
}
