import type { Translated } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';
import type { Texts } from './about-texts.js';

export const german: Translated<Texts> = {
  unread: 'Der Bot konnte nicht gelesen werden.',
  id: 'Kennung',
  idHint: 'In Adressen, Token und Aufrufen. Sie bleibt.',
  name: 'Name',
  created: 'Hinzugefügt',
  lastTurn: 'Letzter Durchgang',
  noTurn: 'noch keiner',
  tools: 'Werkzeuge',
  toolsOf: (on, offered, withheld) => `${on} eingeschaltet, ${offered} angeboten, ${withheld} zurückgehalten`,
  withheld: 'Zurückgehalten wegen',
  revision: 'Änderungen der Ausstattung',
  revisionOf: (count) => plural(count, { one: 'Änderung', other: 'Änderungen' }),
  traces: 'Aufrufe ansehen',
  changes: 'Änderungen ansehen',
  try: 'Aufrufen',
  tryHint: 'Wie ein Programm es täte, mit einem Token für diesen Bot:',
};
