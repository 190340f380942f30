import { useCallback, useEffect, useRef, useState } from 'react';

/** The address follows what is typed after so long. */
const typingMs = 250;

/**
 * Words that are looked for: shown at once as they are typed, and in the address a moment later.
 *
 * @param inAddress What the address has.
 * @param write Puts words into the address; undefined: there are none.
 */
export function useTypedWords(
  inAddress: string,
  write: (words: string | undefined) => void,
): readonly [words: string, setWords: (words: string) => void] {
  const [words, setShown] = useState(inAddress);
  const written = useRef(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });

  // Back and Forward bring other words.
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setShown(inAddress);
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const setWords = useCallback((typed: string) => {
    setShown(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      written.current = typed.trim();
      latest.current(typed.trim() || undefined);
    }, typingMs);
  }, []);
  return [words, setWords];
}
