import { useEffect, useState } from 'react';

/** What a browser can say of a text: its SHA-256; null where it has no means, as over HTTP from elsewhere; undefined: not yet. */
export function useDigest(text: string): string | null | undefined {
  const [known, setKnown] = useState<{ readonly text: string; readonly digest: string | null }>();
  useEffect(() => {
    let isWanted = true;
    void digest(text).then((found) => {
      if (isWanted) setKnown({ text, digest: found });
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  return known?.text === text ? known.digest : undefined;
}

async function digest(text: string): Promise<string | null> {
  if (!isSecureContext) return null;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
