import type { Translated } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  image: (alt) => (alt === '' ? 'Bild' : `Bild: ${alt}`),
  imageOfTool: 'Bild vom Werkzeug',
  audioOfTool: 'Ton vom Werkzeug',
  notShown: (kind, size) => `${kind}, ${size}. Es wird hier nicht angezeigt.`,
  unknownKind: (kind) => `Inhalt der Art ${kind}. Er steht unter „Roh“.`,
  tooLong: (size) => `${size} Text, ohne Gestaltung angezeigt.`,
  withoutLayout: 'Text, ohne Gestaltung angezeigt',
  tree: 'Baum',
  text: 'Text',
  viewOf: (label) => `Ansicht: ${label}`,
  tooManyEntries: (count) => `Mehr als ${count} Einträge, als Text angezeigt.`,
  structured: 'Strukturierter Inhalt',
  entries: (count) => plural(count, { one: 'Eintrag', other: 'Einträge' }),
  noContent: 'Das Ergebnis ist leer.',
  failed: 'Der Aufruf ist nicht gelungen.',
  checked: 'erledigt',
  unchecked: 'offen',
  code: 'Code',
  table: 'Tabelle',
};
