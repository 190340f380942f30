import type { Translated } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  status: 'Zustand',
  tool: 'Werkzeug',
  bot: 'Bot',
  duration: 'Dauer',
  size: 'Ergebnis',
  turn: 'Durchgang',
  running: 'Läuft',
  owner: 'Herkunft',
  started: 'Begonnen',
  waited: 'Auf eine Person gewartet',
  characters: (count) => plural(count, { one: 'Zeichen', other: 'Zeichen' }),
  repairs: 'Ausbesserungen',
  'empty-arguments': 'leere Argumente als leeres Objekt genommen',
  'null-removed': 'null weggelassen',
  'json-parsed': 'JSON-Text gelesen',
  error: 'Fehler',
  errorId: (id) => `Im Protokoll steht es unter ${id}.`,
  arguments: 'Argumente',
  masked: 'Vertrauliche Werte sind verdeckt.',
  tryAgain: 'Ausprobieren',
  ran: 'Ausgeführt',
  yes: 'ja',
  no: 'nein',
  unknown: 'nicht bekannt: möglicherweise ja',
  timeline: 'Den ganzen Durchgang ansehen',
  noTrace: 'Zu dem Aufruf gibt es noch keinen Trace.',
  unread: 'Der Trace konnte nicht gelesen werden.',
};
