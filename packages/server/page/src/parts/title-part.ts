import { useEffect } from 'react';
import { toPlain } from './foreign.js';

/** What a title is made of, the widest first. */
const places = ['view', 'tab', 'drawer'] as const;

const shown = new Map<(typeof places)[number], string>();

/** Names what is shown in the title of the document, the narrowest first. */
export function useTitlePart(place: (typeof places)[number], name: string): void {
  const text = toPlain(name);
  useEffect(() => {
    shown.set(place, text);
    write();
    return () => {
      shown.delete(place);
      write();
    };
  }, [place, text]);
}

function write(): void {
  const names = places.map((place) => shown.get(place)).filter((name) => name !== undefined);
  document.title = [...names.toReversed(), 'Loadout'].join(' · ');
}
