import { useEffect, useState } from 'react';

/** So long nothing may change before it is said. */
const quietMs = 500;

/** What a polite region says of texts: the one that changed last, once it has been quiet for a moment; nothing at first. */
export function useSpoken(...texts: readonly string[]): string {
  const [spoken, setSpoken] = useState({ texts, text: '' });
  const joined = texts.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts are compared as one
  useEffect(() => {
    const timer = setTimeout(() => {
      setSpoken((before) => {
        const changed = texts.find((text, index) => text !== before.texts[index]);
        return changed === undefined ? before : { texts, text: changed };
      });
    }, quietMs);
    return () => clearTimeout(timer);
  }, [joined]);
  return spoken.text;
}
