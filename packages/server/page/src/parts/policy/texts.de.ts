import type { Translated } from '../../texts/define-texts.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  title: 'Was für Aufrufe gilt',
  openWorld: 'Es kann Systeme außerhalb erreichen.',
  closedWorld: 'Es erreicht keine Systeme außerhalb.',
  idempotent: 'Derselbe Aufruf noch einmal ändert nichts weiter.',
  notIdempotent: 'Derselbe Aufruf noch einmal kann erneut Daten ändern.',
  approvalNever: 'Vor einem Aufruf wird niemand gefragt.',
  approvalAsk: 'Vor jedem Aufruf wird eine Person gefragt.',
  approvalDeny: 'Aufrufe sind nicht erlaubt.',
  minimumConfidence: (level) => `Es braucht ein Modell der Stufe ${level} oder höher.`,
  onlyIn: (components) => `Es wird nur angeboten in: ${components}.`,
  notIn: (components) => `Es wird nicht angeboten in: ${components}.`,
  maxCalls: (count) => `Aufrufe in einem Durchgang: höchstens ${count}.`,
  identicalCalls: (count) => `Aufrufe mit denselben Argumenten in einem Durchgang: höchstens ${count}.`,
  timeout: (time) => `Ein Aufruf darf ${time} dauern.`,
  resultSize: (count) => `Das Modell bekommt höchstens ${count} Zeichen eines Ergebnisses.`,
  sensitive: (names) => `Verborgen, wo Aufrufe gezeigt werden: ${names}.`,
};
