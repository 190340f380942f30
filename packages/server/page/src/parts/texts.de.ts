import type { Translated } from '../texts/define-texts.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  tryAgain: 'Erneut versuchen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  clearFilters: 'Filter aufheben',
  failed: (what) => `${what} konnte nicht gelesen werden.`,
  changedMeanwhile: 'Jemand hat dies inzwischen geändert.',
  lookAgain: 'Jemand hat dies inzwischen geändert. Den neuen Stand ansehen, dann erneut versuchen.',
  theirs: (value) => `Die andere Fassung: ${value}`,
  mine: (value) => `Meine Fassung: ${value}`,
  keepTheirs: 'Die andere Fassung behalten',
  applyMine: 'Meine anwenden',
  noDecision: 'nichts entschieden',
  unreachable: 'Der Host antwortet nicht.',
  errorId: (id) => `Im Protokoll steht es unter ${id}.`,
  shownAsOf: (time) => `Stand ${time}.`,
  builtIn: 'eingebaut',
  undo: 'Rückgängig',
  failedAction: (what) => `${what} ist nicht gelungen.`,
  controlCharacter: (code) => `Steuerzeichen ${code}`,
};
