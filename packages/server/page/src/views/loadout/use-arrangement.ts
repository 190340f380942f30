import { useEffect, useMemo, useState } from 'react';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import { arrangeRows, countMisplaced, keepPresent, type ListItem, type RowFilter } from './arrange-rows.js';

/** What stands where, and what of it is out of date. */
export interface Arrangement {
  readonly items: readonly ListItem[];
  /** So many tools would stand elsewhere now, because of others. */
  readonly misplaced: number;
  readonly arrange: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Keeps rows where they are until the filter changes or somebody asks for it. `bot`: another bot is another list. */
export function useArrangement(
  bot: string,
  rows: readonly ToolRow[],
  filter: RowFilter,
  /** Rows that others changed just now. */
  marks: ReadonlyMap<string, string>,
): Arrangement {
  const { show, reason, owner, words } = filter;
  const key = JSON.stringify([bot, show, reason, owner, words]);
  const fresh = useMemo(() => arrangeRows(rows, { show, reason, owner, words }), [rows, show, reason, owner, words]);
  const [kept, setKept] = useState({ key, items: fresh });
  const isCurrent = kept.key === key;
  if (!isCurrent) setKept({ key, items: fresh });
  const present = useMemo(() => new Set(rows.map(({ name }) => name)), [rows]);
  const arranged = isCurrent ? kept.items : fresh;
  const items = useMemo(() => keepPresent(arranged, present), [arranged, present]);
  const [others, setOthers] = useState(none);
  useEffect(() => {
    if (marks.size > 0) setOthers((before) => new Set([...before, ...marks.keys()]));
  }, [marks]);
  const misplaced = useMemo(() => countMisplaced(items, fresh, others), [items, fresh, others]);
  const arrange = (): void => {
    setKept({ key: '', items: [] });
    setOthers(none);
  };
  return { items, misplaced, arrange };
}
