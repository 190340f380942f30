import { createContext, use, useMemo, useRef, useState } from 'react';

/** Which tools are selected, and how that changes. */
export interface Selection {
  readonly selected: ReadonlySet<string>;
  /** Selects them, or not; default: the opposite of what the first is. */
  readonly toggle: (names: readonly string[], isSelected?: boolean) => void;
  /** One, or all from the last one to it. `order`: the names as they stand. */
  readonly select: (name: string, isRange: boolean, order: readonly string[]) => void;
  readonly selectAll: (names: readonly string[]) => void;
  readonly clear: () => void;
}

export const SelectionContext = createContext<Selection | undefined>(undefined);

/** The selection of the view. */
export function useSelection(): Selection {
  const selection = use(SelectionContext);
  if (selection === undefined) throw new Error('A selection is read outside of its view.');
  return selection;
}

/** Makes the selection of a view. */
export function useNewSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  const calls = useMemo(() => {
    const toggle = (names: readonly string[], isSelected?: boolean): void =>
      setSelected((before) => {
        const next = new Set(before);
        const isWanted = isSelected ?? !before.has(names[0] ?? '');
        for (const name of names) {
          if (isWanted) next.add(name);
          else next.delete(name);
        }
        return next;
      });
    return {
      toggle,
      select(name: string, isRange: boolean, order: readonly string[]) {
        const from = isRange && anchor.current !== undefined ? order.indexOf(anchor.current) : -1;
        const to = order.indexOf(name);
        if (from === -1 || to === -1) toggle([name]);
        else toggle(order.slice(Math.min(from, to), Math.max(from, to) + 1), true);
        anchor.current = name;
      },
      selectAll: (names: readonly string[]) => setSelected(new Set(names)),
      clear: () => setSelected((before) => (before.size === 0 ? before : new Set())),
    };
  }, []);
  return useMemo(() => ({ selected, ...calls }), [selected, calls]);
}
