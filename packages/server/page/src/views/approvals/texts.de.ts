import type { Translated } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  title: 'Freigaben',
  unread: 'Die Liste der Freigaben konnte nicht gelesen werden.',
  waitingCount: (count) => `${plural(count, { one: 'Aufruf wartet', other: 'Aufrufe warten' })} auf eine Entscheidung.`,
  nothing: 'Nichts wartet auf eine Entscheidung',
  nothingHint:
    'Hier erscheinen Aufrufe von Werkzeugen, vor denen nach ihrer Richtlinie eine Person gefragt wird, aus jedem Prozess dieses Hosts.',
  decided: 'Entschieden, noch nicht ausgeführt',
  decidedHint: 'Ein solcher Aufruf wird ausgeführt oder als abgelehnt gemeldet, sobald sein Durchgang weitergeht.',
  askedFor: (bot) => `für ${bot}`,
  user: (user) => `gefragt von ${user}`,
  conversation: 'Gespräch',
  requested: 'Gefragt',
  expires: 'Läuft ab',
  definition: 'Definition ansehen',
  pastDecisions: 'Frühere Entscheidungen',
  openChat: 'Gespräch öffnen',
  definitionChanged: 'Die Definition des Werkzeugs hat sich seit der Frage geändert. Vor der Entscheidung ansehen.',
  toolAbsent: 'Dieses Werkzeug wird zurzeit nicht gemeldet.',
  goneDecided: 'Über ihn wurde entschieden; er wartet nicht mehr.',
  goneWithBot: (bot) => `Der Bot ${bot} wurde entfernt und der Aufruf mit ihm.`,
  goneExpired: 'Er ist abgelaufen, bevor jemand entschieden hat.',
  goneWithTurn:
    'Sein Durchgang wurde beendet, bevor jemand entschieden hat: durch die nächste Nachricht oder durch den, der ihn begonnen hatte.',
  noneTitle: 'Ein solcher Aufruf wartet nicht',
  none: 'Unter dieser Adresse wartet nichts. Der Aufruf wurde entschieden und ausgeführt, ist abgelaufen, wurde mit seinem Durchgang oder seinem Bot beendet, oder es gab ihn nie.',
  goneTitle: 'Dieser Aufruf wartet nicht mehr',
  all: 'Alle Freigaben',
  place: (number, count) => `${number} von ${count}`,
  previous: 'Vorige Freigabe',
  next: 'Nächste Freigabe',
  lasting: 'Für ein Gespräch erlaubt',
  lastingHint:
    'Nach diesen Aufrufen wird nicht mehr gefragt, bis die Freigabe widerrufen, der Bot entfernt oder das Werkzeug geändert wird.',
  tool: 'Werkzeug',
  bot: 'Bot',
  since: 'Seit',
  revoke: 'Widerrufen',
  notRevoked: 'Die Freigabe konnte nicht widerrufen werden.',
  revokeFor: (tool, conversation) => `${tool} für ${conversation} widerrufen`,
  revoked: (tool) => `Nach ${tool} wird wieder gefragt.`,
  more: (count) => `${count} weitere anzeigen`,
  actions: 'Aktionen',
};
