import { type FocusEvent, useEffect, useRef } from 'react';

/** Which row has the focus, told by rows with `data-row`. */
interface Focused {
  readonly key: string;
  readonly index: number;
}

/**
 * A row that goes takes the focus with it: then the next row has it, else the one before, else the heading.
 *
 * @returns What the element around the rows listens with.
 */
export function useKeptFocus(keys: readonly string[]): {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
} {
  const focused = useRef<Focused>(undefined);
  useEffect(() => {
    const last = focused.current;
    if (last === undefined || keys.includes(last.key)) return;
    focused.current = undefined;
    // Somebody may have gone elsewhere meanwhile.
    if (document.activeElement !== document.body) return;
    const next = keys[Math.min(last.index, keys.length - 1)];
    const row = next === undefined ? null : document.querySelector(`[data-row="${CSS.escape(next)}"]`);
    const target = ['[role="switch"]', 'button', 'a']
      .map((kind) => row?.querySelector<HTMLElement>(kind))
      .find(Boolean);
    (target ?? document.querySelector('h1'))?.focus();
  }, [keys]);
  return {
    onFocus({ target }) {
      const key = target.closest('[data-row]')?.getAttribute('data-row') ?? undefined;
      focused.current = key === undefined ? undefined : { key, index: keys.indexOf(key) };
    },
    onBlur({ relatedTarget }) {
      // What is removed, or disabled, loses the focus to nothing.
      if (relatedTarget !== null) focused.current = undefined;
    },
  };
}
