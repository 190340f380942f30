import type { Translated } from '../../texts/define-texts.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  title: 'Tasten',
  palette: 'Die Palette öffnen',
  search: 'In dieser Ansicht suchen',
  go: (view) => `Ansicht öffnen: ${view}`,
  rows: 'Zwischen Zeilen wechseln',
  toggle: 'Das Werkzeug der Zeile schalten',
  details: 'Einzelheiten der Zeile',
  select: 'Die Zeile auswählen',
  move: 'Die Zeile verschieben',
  group: 'Eine Gruppe schließen und öffnen, auf ihrem Kopf',
  undo: 'Rückgängig machen',
  close: 'Eine Schublade oder einen Dialog schließen',
  list: 'Diese Liste zeigen',
  single: 'Einzelne Tasten',
  singleHint: 'Aus: Nur Tasten zusammen mit Strg oder ⌘, Alt oder Escape haben eine Wirkung.',
  followedBy: 'dann',
  everywhere: 'Überall',
  loadout: 'In einer Ausstattung',
  spaceKey: 'Leertaste',
  enterKey: 'Eingabe',
  key: 'Taste',
  effect: 'Wirkung',
};
