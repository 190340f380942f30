import type { KeyboardEvent } from 'react';
import { singleKeys } from '../../app/keys/single-keys.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import type { ListItem } from './arrange-rows.js';
import { useRowActions } from './row-actions.js';
import { useSelection } from './selection-context.js';

/** What keys act on. */
interface GridKeys {
  readonly items: readonly ListItem[];
  readonly rows: ReadonlyMap<string, ToolRow>;
  readonly activeIndex: number;
  readonly focus: (index: number) => void;
  readonly moveBy: (name: string, step: number) => void;
  readonly hasSelection: boolean;
  readonly pageRows: number;
}

/** Keys of the list: they move between rows, and act on the row that has the focus. */
export function useGridKeys(keys: GridKeys): (event: KeyboardEvent<HTMLElement>) => void {
  const { items, rows, activeIndex, focus, moveBy, hasSelection, pageRows } = keys;
  const { canWrite, switchTool, openTool, closeGroup } = useRowActions();
  const { toggle, clear } = useSelection();
  const last = items.length - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: activeIndex + 1,
    ArrowUp: activeIndex - 1,
    PageDown: activeIndex + pageRows,
    PageUp: activeIndex - pageRows,
    Home: 0,
    End: last,
  };

  return (event) => {
    // Menus and dialogs are children only for React.
    if (!event.currentTarget.contains(event.target as Node) || event.defaultPrevented) return;
    const item = items[activeIndex];
    const row = item?.kind === 'tool' ? rows.get(item.key) : undefined;
    const isOnRow = (event.target as HTMLElement).getAttribute('role') === 'row';
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (step === 0 || row === undefined || !canWrite) return;
      event.preventDefault();
      moveBy(row.name, step);
      return;
    }
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const index = Math.min(Math.max(next, 0), last);
      if (event.shiftKey && canWrite && row !== undefined) {
        const other = items[index];
        toggle([row.name, ...(other?.kind === 'tool' ? [other.key] : [])], true);
      }
      focus(index);
      return;
    }
    if (event.key === 'Escape') {
      if (!isOnRow) focus(activeIndex);
      else if (hasSelection) clear();
      return;
    }
    if (!isOnRow) return;
    if (item?.kind === 'group') {
      const isClosed = wantsClosed(event.key, item.isClosed);
      if (item.owner === null || isClosed === undefined) return;
      event.preventDefault();
      closeGroup(item.owner, isClosed);
      return;
    }
    if (event.key === 'ArrowLeft') {
      event.preventDefault();
      focus(items.findLastIndex(({ kind }, index) => kind === 'group' && index < activeIndex));
      return;
    }
    if (row === undefined) return;
    if (event.key === 'Enter') openTool(row.name);
    else if (event.key === ' ' && canWrite && !row.isAbsent) switchTool(row, !row.isAssigned);
    else if (event.key === 'x' && canWrite && singleKeys.get()) toggle([row.name]);
    else if (event.key !== ' ') return;
    event.preventDefault();
  };
}

/** What a key makes of a group that is closed, or open; undefined: nothing. */
function wantsClosed(key: string, isClosed: boolean | undefined): boolean | undefined {
  if (isClosed === undefined) return undefined;
  if (key === 'ArrowLeft') return true;
  if (key === 'ArrowRight') return false;
  return key === 'Enter' ? !isClosed : undefined;
}
