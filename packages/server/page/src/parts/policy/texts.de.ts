import type { Translated } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  readOnly: 'Liest nur.',
  changes: 'Kann Daten ändern.',
  destroys: 'Kann Daten ändern, löschen oder überschreiben.',
  openWorld: 'Erreicht Systeme außerhalb dieses Hosts.',
  closedWorld: 'Bleibt in den eigenen Systemen.',
  idempotent: 'Derselbe Aufruf noch einmal ändert nichts mehr.',
  notIdempotent: 'Derselbe Aufruf noch einmal kann wieder etwas ändern.',
  never: 'Vor einem Aufruf wird niemand gefragt.',
  ask: 'Vor jedem Aufruf wird eine Person gefragt.',
  deny: 'Jeder Aufruf wird abgelehnt.',
  timeout: (duration) => `Ein Aufruf darf ${duration} dauern.`,
  identical: (count) => `Derselbe Aufruf darf ${plural(count, { one: 'Mal', other: 'Mal' })} hintereinander kommen.`,
  perTurn: (count) => `Ein Durchlauf darf ${plural(count, { one: 'Aufruf', other: 'Aufrufe' })} davon haben.`,
  result: (characters) => `Ein Ergebnis darf ${formatNumber(characters)} Zeichen haben; mehr wird gekürzt.`,
};
