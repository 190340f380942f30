import { defineTexts } from '../../texts/define-texts.js';

const english = {
  title: 'Keys',
  palette: 'Open the palette',
  search: 'Search in this view',
  go: (view: string) => `Go to ${view}`,
  rows: 'Move between rows',
  toggle: 'Switch the tool of the row',
  details: 'Details of the row',
  select: 'Select the row',
  move: 'Move the row',
  group: 'Close and open a group, on its head',
  undo: 'Undo',
  close: 'Close a drawer or a dialog',
  list: 'Show this list',
  single: 'Single keys',
  singleHint: 'Off: only keys together with Ctrl or ⌘, Alt or Escape do something.',
  followedBy: 'then',
  everywhere: 'Everywhere',
  loadout: 'In a loadout',
  spaceKey: 'Space',
  enterKey: 'Enter',
  key: 'Key',
  effect: 'What it does',
};

export type Texts = typeof english;

/** Words of the list of keys. */
export const keyTexts = defineTexts(english, () => import('./texts.de.js'));
