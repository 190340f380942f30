import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Which row has the place in the order of the Tab key, and the focus. */
export interface RowFocus {
  readonly activeIndex: number;
  readonly setActive: (key: string) => void;
  /** Focuses a row, in sight or not. */
  readonly focus: (index: number) => void;
  /** Focuses a row once it stands where it is about to stand. */
  readonly focusMoved: (key: string) => void;
}

/** A roving place among rows, which are found by their keys; where the row is gone, by where it was. */
export function useRowFocus(
  keys: readonly string[],
  grid: React.RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
): RowFocus {
  const [active, setActiveState] = useState({ key: '', index: 0 });
  const wanted = useRef<string>(undefined);
  const moved = useRef<string>(undefined);
  const found = keys[active.index] === active.key ? active.index : keys.indexOf(active.key);
  const activeIndex = found === -1 ? Math.min(active.index, Math.max(0, keys.length - 1)) : found;

  const setActive = useCallback(
    (key: string) => setActiveState((before) => (before.key === key ? before : { key, index: keys.indexOf(key) })),
    [keys],
  );
  const focus = (index: number): void => {
    const key = keys[index];
    if (key === undefined) return;
    wanted.current = key;
    setActiveState({ key, index });
    scrollTo(index);
  };
  const focusRow = (index: number): boolean => {
    const row = grid.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    row?.focus({ preventScroll: true });
    return row !== null && row !== undefined;
  };

  useLayoutEffect(() => {
    if (wanted.current !== undefined && focusRow(activeIndex)) wanted.current = undefined;
  });

  const previous = useRef(keys);
  useLayoutEffect(() => {
    if (previous.current === keys) return;
    previous.current = keys;
    const index = moved.current === undefined ? -1 : keys.indexOf(moved.current);
    moved.current = undefined;
    // A row that had the focus and is gone gives it to the one that took its place.
    if (index !== -1) focus(index);
    else if (found === -1 && active.key !== '' && document.activeElement === document.body) focus(activeIndex);
  });

  const focusMoved = (key: string): void => {
    moved.current = key;
  };
  return { activeIndex, setActive, focus, focusMoved };
}
