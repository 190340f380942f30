import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowFilter } from './arrange-rows.js';

const route = getRouteApi('/bots/$bot/loadout');

/** The address follows what is typed after so long. */
const typingMs = 250;

/** What is looked for, as the address has it. */
export interface LoadoutFilter {
  readonly filter: RowFilter;
  readonly setFilter: (change: Partial<RowFilter>) => void;
  readonly clearFilter: () => void;
  readonly isFiltered: boolean;
}

/** The filter in the address; words are there at once and come into it a moment later. */
export function useFilter(): LoadoutFilter {
  const { show = 'all', reason, owner, q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setWords] = useState(q);
  const written = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back and Forward bring other words.
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setWords(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const setFilter = useCallback(
    ({ words: typed, ...change }: Partial<RowFilter>) => {
      const parts = 'show' in change ? { ...change, show: change.show === 'all' ? undefined : change.show } : change;
      if (typed !== undefined) setWords(typed);
      clearTimeout(timer.current);
      const write = (): void => {
        if (typed !== undefined) written.current = typed.trim();
        void navigate({
          search: (before) => ({
            ...before,
            ...parts,
            ...(typed === undefined ? {} : { q: typed.trim() || undefined }),
          }),
          replace: true,
        });
      };
      if (Object.keys(parts).length > 0) write();
      else timer.current = setTimeout(write, typingMs);
    },
    [navigate],
  );
  const clearFilter = useCallback(
    () => setFilter({ show: 'all', reason: undefined, owner: undefined, words: '' }),
    [setFilter],
  );
  return {
    filter: { show, reason, owner, words },
    setFilter,
    clearFilter,
    isFiltered: show !== 'all' || reason !== undefined || owner !== undefined || words.trim() !== '',
  };
}
