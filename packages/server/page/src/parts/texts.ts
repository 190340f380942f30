import { defineTexts } from '../texts/define-texts.js';

const english = {
  tryAgain: 'Try again',
  fillIn: (label: string) => `Enter “${label}”.`,
  cancel: 'Cancel',
  close: 'Close',
  more: 'More',
  showSecret: 'Show or hide what is entered',
  copy: 'Copy',
  copied: 'Copied',
  clearFilters: 'Clear filters',
  changedMeanwhile: 'Somebody else changed this meanwhile.',
  lookAgain: 'Somebody else changed this meanwhile. Look at what is there now, then try again.',
  theirs: (value: string) => `Theirs: ${value}`,
  mine: (value: string) => `Yours: ${value}`,
  keepTheirs: 'Keep theirs',
  applyMine: 'Apply mine',
  asText: 'As text',
  shownOf: (shown: string, all: string) => `The first ${shown} of ${all} characters.`,
  showMore: 'Show more',
  notDrawn: 'This could not be shown.',
  noDecision: 'nothing decided',
  unreachable: 'The host does not answer.',
  partFailed: 'This part of the page could not be loaded.',
  newVersion: 'The page has a new version. Save what you have typed, then reload.',
  brokenCode: 'The browser could not use it. Save what you have typed, then reload.',
  reload: 'Reload',
  signedInAgain: 'The session had ended. You are signed in again: try once more.',
  errorId: (id: string) => `The log has it under ${id}.`,
  ownWords: 'What it says itself',
  shownAsOf: (time: string) => `Shown as of ${time}.`,
  builtIn: 'built-in',
  undo: 'Undo',
  changesData: 'can change data',
  destroysData: 'can delete or overwrite data',
  failedHere: 'This did not work.',
  controlCharacter: (code: string) => `control character ${code}`,
};

export type Texts = typeof english;

/** Words that more than one view uses. */
export const partTexts = defineTexts(english, () => import('./texts.de.js'));
