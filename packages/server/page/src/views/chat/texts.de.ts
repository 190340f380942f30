import type { Translated } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  title: 'Chat',
  bot: 'Bot',
  botsUnread: 'Die Liste der Bots konnte nicht gelesen werden.',
  component: 'Komponente',
  model: 'Modell',
  level: 'Stufe',
  preview: 'Ansehen, was das Modell bekommt',
  newChat: 'Neues Gespräch',
  noChat: 'Es ist kein Modell eingerichtet, mit dem gesprochen werden könnte.',
  noChatHint: 'Dies in die Konfiguration des Hosts schreiben und ihn neu starten:',
  needsOperator: 'Zum Chatten ist die Rolle operator nötig.',
  noBots: 'Es gibt keinen Bot, mit dem gesprochen werden könnte. Zuerst einen hinzufügen.',
  toBots: 'Bots ansehen',
  empty: (bot) => `${bot} etwas sagen`,
  emptyHint:
    'Der Bot verwendet seine Werkzeuge wie in jedem Chat. Das Gespräch bleibt allein in diesem Tab, bis Sie ihn schließen oder sich abmelden.',
  unknownBot: (bot) =>
    `Den Bot ${bot} gibt es nicht: Er wurde entfernt, oder es gab ihn nie. Für einen neuen Chat einen anderen wählen.`,
  unknown:
    'Dieser Tab hat dieses Gespräch nicht: Es wurde in einem anderen oder von jemand anderem begonnen oder wurde zu lang, um es aufzubewahren. Der Host bewahrt keines auf.',
  unknownWaits:
    'Dieses Gespräch wurde anderswo begonnen. Sein Durchgang wartet auf eine Entscheidung und geht danach hier weiter.',
  log: 'Gespräch',
  message: 'Nachricht',
  messageHint: 'Die Eingabetaste sendet, mit der Umschalttaste beginnt sie eine neue Zeile.',
  send: 'Senden',
  stop: 'Anhalten',
  you: 'Sie',
  said: (who) => `${who}:`,
  reasoning: 'Überlegung',
  running: 'Der Durchgang läuft.',
  ended: 'Die Antwort ist vollständig.',
  callRunning: 'läuft',
  result: 'Ergebnis',
  trace: 'Trace',
  sources: 'Quellen',
  raised: (level) => `Ab hier verlangt dieses Gespräch ein Modell der Stufe ${level}.`,
  raisedHint: (level) => `Modellen unter ${level} werden darin alle Werkzeuge vorenthalten.`,
  decideFirst: (count) =>
    `${plural(count, { one: 'Aufruf wartet', other: 'Aufrufe warten' })} auf eine Entscheidung. Danach geht das Gespräch weiter.`,
  giveUpTitle: (count) => (count === 1 ? 'Den Aufruf aufgeben?' : 'Die Aufrufe aufgeben?'),
  givesUp: (names, count) =>
    count === 1
      ? `${names} wartet auf eine Entscheidung. Ihre Nachricht gibt den Aufruf auf: Er wird nicht ausgeführt.`
      : `${names} warten auf eine Entscheidung. Ihre Nachricht gibt diese Aufrufe auf: Sie werden nicht ausgeführt.`,
  sendAndGiveUp: 'Nachricht senden',
  givenUp: 'Statt einer Entscheidung wurde eine Nachricht gesendet.',
  waitsNoMore:
    'Es wartet nichts mehr: Der Durchgang ging anderswo weiter oder wurde beendet. Die nächste Nachricht schließt hier an.',
  endUnknown: 'Ende unbekannt',
  allDecided: 'Alle Aufrufe sind entschieden.',
  goOn: 'Fortfahren',
  failed: 'Der Durchgang ist nicht gelungen.',
  stopEmpty: 'Das Modell hat nichts geantwortet.',
  stopLength: 'Die Antwort wurde wegen ihrer Länge abgeschnitten. Kein Aufruf darin wurde ausgeführt.',
  stopRefused: 'Das Modell oder ein Filter seines Dienstes hat abgelehnt.',
  stopCalls: 'Der Durchgang hat alle seine Aufrufe verbraucht.',
  stopCharacters: 'Der Durchgang hat alle seine Zeichen für Ergebnisse verbraucht.',
  stopTime: 'Der Durchgang hat seine ganze Zeit verbraucht.',
  stopRepetition: 'Das Modell hat einen abgelehnten Aufruf immer wieder wiederholt.',
  stopConfidence:
    'Ein Ergebnis darf nicht an dieses Modell gehen, weil dessen Stufe zu niedrig ist. Weiteres wurde nicht gesendet.',
  stopCancelled:
    'Angehalten. Was die Aufrufe getan haben, bleibt getan; das Modell erfährt von diesem Austausch nichts.',
  stopLeft:
    'Die Seite wurde inzwischen verlassen und der Durchgang damit angehalten. Was die Aufrufe getan haben, bleibt getan; das Modell erfährt von diesem Austausch nichts.',
  stopModel: 'Die Anfrage an das Modell ist nicht gelungen.',
  stopToken: 'Die Sitzung endete vor dem Durchgang.',
  stopOther: (reason) => `Der Durchgang endete: ${reason}.`,
};
