import { defineTexts } from '../texts/define-texts.js';

const english = {
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  more: 'More',
  showSecret: 'Show or hide what is entered',
  copy: 'Copy',
  copied: 'Copied',
  clearFilters: 'Clear filters',
  failed: (what: string) => `${what} could not be read.`,
  changedMeanwhile: 'Somebody else changed this meanwhile.',
  lookAgain: 'Somebody else changed this meanwhile. Look at what is there now, then try again.',
  theirs: (value: string) => `Theirs: ${value}`,
  mine: (value: string) => `Yours: ${value}`,
  keepTheirs: 'Keep theirs',
  applyMine: 'Apply mine',
  asText: 'As text',
  notDrawn: 'This could not be shown.',
  noDecision: 'nothing decided',
  unreachable: 'The host does not answer.',
  errorId: (id: string) => `The log has it under ${id}.`,
  noSuchBot: 'There is no such bot: it was removed, or never was.',
  shownAsOf: (time: string) => `Shown as of ${time}.`,
  builtIn: 'built-in',
  undo: 'Undo',
  changesData: 'can change data',
  destroysData: 'can delete or overwrite data',
  failedAction: (what: string) => `${what} did not work.`,
  controlCharacter: (code: string) => `control character ${code}`,
};

export type Texts = typeof english;

/** Words that more than one view uses. */
export const partTexts = defineTexts(english, () => import('./texts.de.js'));
