import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ToolFilter } from './match-tools.js';

const route = getRouteApi('/tools');

/** The address follows what is typed after so long. */
const typingMs = 250;

/** The filter in the address; words are there at once and come into it a moment later. */
export function useToolFilter(): {
  readonly filter: ToolFilter;
  readonly setWords: (words: string) => void;
  readonly setOwner: (owner: string | undefined) => void;
  readonly clear: () => void;
} {
  const { q = '', owner } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setShown] = useState(q);
  const written = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back and Forward bring other words.
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setShown(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const setWords = (typed: string): void => {
    setShown(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      written.current = typed.trim();
      void navigate({ search: (before) => ({ ...before, q: typed.trim() || undefined }), replace: true });
    }, typingMs);
  };
  return {
    filter: { words, owner },
    setWords,
    setOwner: (next) => void navigate({ search: (before) => ({ ...before, owner: next }), replace: true }),
    clear() {
      clearTimeout(timer.current);
      written.current = '';
      setShown('');
      void navigate({ search: {}, replace: true });
    },
  };
}
