import type { Translated } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  title: 'Bots vergleichen',
  unread: 'Die Ausstattungen konnten nicht gelesen werden.',
  choose: 'Zu vergleichende Bots',
  chooseHint: 'Zwei bis vier.',
  only: 'Nur Unterschiede',
  notTaken: 'Die Änderungen konnten nicht zurückgenommen werden.',
  notMade: 'Die Änderungen konnten nicht vorgenommen werden.',
  tableLabel: 'Werkzeuge je Bot',
  tool: 'Werkzeug',
  on: 'Ein',
  off: 'Aus',
  ownSettings: 'eigene Einstellungen',
  otherOwner: (owner) => `von ${owner}`,
  unknown: (ids, count) =>
    count === 1
      ? `Den Bot ${ids} gibt es nicht. Er wird ausgelassen.`
      : `Die Bots ${ids} gibt es nicht. Sie werden ausgelassen.`,
  tooMany: (ids) => `Höchstens vier stehen nebeneinander. Ausgelassen: ${ids}.`,
  fewTitle: 'Mindestens zwei Bots wählen',
  few: 'Die Ausstattungen stehen hier nebeneinander.',
  sameTitle: 'Keine Unterschiede',
  same: 'Diese Bots haben dieselben Werkzeuge mit denselben eigenen Einstellungen.',
  noneTitle: 'Keine Werkzeuge',
  none: 'Keiner dieser Bots hat ein Werkzeug.',
  copy: (tool, from) => `${tool} von ${from} kopieren`,
  copyTo: (bot) => `Nach ${bot} kopieren`,
  switchOffFor: (bot) => `Für ${bot} ausschalten`,
  ofTool: (action, tool) => `${action}: ${tool}`,
  copyAll: (from) => `Alle kopieren: Unterschiede von ${from}`,
  copyAllShort: 'Alle kopieren',
  dialogTitle: (from, to) => `Von ${from} nach ${to} kopieren`,
  dialogHint: (to) => `Diese Änderungen werden an ${to} vorgenommen:`,
  willAssign: (tool) => `${tool}: einschalten`,
  willAssignOwn: (tool) => `${tool}: mit den eigenen Einstellungen einschalten`,
  willOverride: (tool) => `${tool}: eigene Einstellungen übernehmen`,
  willUnassign: (tool) => `${tool}: ausschalten`,
  secretStays: 'Geheimnisse werden nicht kopiert; sie müssen dort neu eingetragen werden.',
  action: (count) => `${plural(count, { one: 'Änderung', other: 'Änderungen' })} vornehmen`,
  made: (count, bot) => `${plural(count, { one: 'Werkzeug', other: 'Werkzeuge' })} für ${bot} geändert.`,
  refused: (count) => `${plural(count, { one: 'Änderung wurde', other: 'Änderungen wurden' })} abgelehnt:`,
  taken: 'Rückgängig gemacht.',
};
