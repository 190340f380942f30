import type { Translated } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  title: 'Aufrufe',
  unread: 'Die Liste der Aufrufe konnte nicht gelesen werden.',
  label: 'Aufrufe, neueste zuerst',
  bot: 'Bot',
  tool: 'Werkzeug',
  status: 'Zustand',
  from: 'Ab',
  to: 'Bis',
  any: 'Alle',
  when: 'Wann',
  duration: 'Dauer',
  size: 'Ergebnis',
  running: 'Läuft',
  live: 'Live',
  isRunning: (count) => `${plural(count, { one: 'Aufruf läuft', other: 'Aufrufe laufen' })} gerade`,
  fresh: (count) => `${plural(count, { one: 'neuen Aufruf', other: 'neue Aufrufe' })} zeigen`,
  freshSummary: (count, failed) =>
    failed === 0
      ? plural(count, { one: 'neuer Aufruf', other: 'neue Aufrufe' })
      : `${plural(count, { one: 'neuer Aufruf', other: 'neue Aufrufe' })}, ${failed} fehlgeschlagen`,
  more: 'Ältere Aufrufe zeigen',
  download: 'Als JSON-Zeilen herunterladen',
  emptyTitle: 'Noch keine Aufrufe',
  empty: 'Jeder Aufruf eines Werkzeugs steht hier, mit Argumenten, Ausgang und Dauer.',
  noMatchTitle: 'Keine Treffer',
  noMatch: 'Kein Aufruf passt zu den Filtern.',
  keptAge: (days) => `Aufrufe werden ${plural(days, { one: 'Tag', other: 'Tage' })} aufbewahrt`,
  keptCount: (count) => `höchstens ${formatNumber(count)}`,
  keptForever: 'Aufrufe werden aufbewahrt, bis jemand sie löscht.',
  openCall: (tool) => `Einzelheiten zu ${tool}`,
  details: 'Einzelheiten',
  callUnread: 'Der Aufruf konnte nicht gelesen werden.',
  gone: 'Dieser Aufruf ist nicht mehr verzeichnet.',
  turn: 'Durchgang',
};
