import { getRouteApi } from '@tanstack/react-router';
import { useTypedWords } from '../../parts/use-typed-words.js';
import type { ToolFilter } from './match-tools.js';

const route = getRouteApi('/tools');

/** The filter in the address. */
export function useToolFilter(): {
  readonly filter: ToolFilter;
  readonly setWords: (words: string) => void;
  readonly setOwner: (owner: string | undefined) => void;
} {
  const { q = '', owner } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setWords] = useTypedWords(
    q,
    (typed) => void navigate({ search: (before) => ({ ...before, q: typed }), replace: true }),
  );
  return {
    filter: { words, owner },
    setWords,
    setOwner: (next) => void navigate({ search: (before) => ({ ...before, owner: next }), replace: true }),
  };
}
