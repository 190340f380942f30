import type { Translated } from '../../../texts/define-texts.js';
import { formatNumber, plural } from '../../../texts/format.js';
import type { Texts } from './texts.js';

const tools = { one: 'Werkzeug', other: 'Werkzeuge' };
const ofTools = { one: 'Werkzeug', other: 'Werkzeugen' };

const rest = (not: number): string => (not === 0 ? '' : `, ${formatNumber(not)} nicht`);

export const german: Translated<Texts> = {
  titleOn: (count, bot) => `${plural(count, tools)} für ${bot} einschalten?`,
  titleOff: (count, bot) => `${plural(count, tools)} für ${bot} ausschalten?`,
  titleClear: (count, bot) => `Eigene Einstellungen von ${plural(count, ofTools)} für ${bot} löschen?`,
  actionOn: (count) => `${formatNumber(count)} einschalten`,
  actionOff: (count) => `${formatNumber(count)} ausschalten`,
  actionClear: (count) => `${formatNumber(count)} löschen`,
  changeData: (count) => `${plural(count, { one: 'davon kann', other: 'davon können' })} Daten ändern.`,
  listLabel: 'Die Werkzeuge',
  undoHint: 'Alles zusammen lässt sich rückgängig machen.',
  resultOn: (done, not) => `${formatNumber(done)} eingeschaltet${rest(not)}.`,
  resultOff: (done, not) => `${formatNumber(done)} ausgeschaltet${rest(not)}.`,
  resultClear: (done, not) => `${formatNumber(done)} gelöscht${rest(not)}.`,
  resultWithheld: (count) => `${plural(count, { one: 'davon wird', other: 'davon werden' })} zurückgehalten.`,
  showWithheld: 'Zurückgehaltene anzeigen',
  whyNot: 'Warum nicht',
  notTitle: 'Nicht geändert',
  already: 'Das war schon so.',
  absent: 'Nicht vorhanden. Einzeln entfernen.',
  noOverride: 'Hat keine eigenen Einstellungen.',
  moveTitle: (count) => `${plural(count, tools)} verschieben`,
  position: 'Stelle',
  positionHint: (last) => `Von 1 bis ${formatNumber(last)}. Von dort an stehen sie zusammen.`,
  moveAction: 'Verschieben',
};
