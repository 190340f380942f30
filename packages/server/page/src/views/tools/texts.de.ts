import type { Translated } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  title: 'Werkzeuge',
  unread: 'Der Katalog konnte nicht gelesen werden.',
  search: 'Werkzeuge suchen',
  owner: 'Herkunft',
  anyOwner: 'Jede Herkunft',
  listLabel: 'Werkzeuge',
  found: (count) => plural(count, { one: 'Werkzeug', other: 'Werkzeuge' }),
  stale: 'Aus der letzten Liste',
  emptyTitle: 'Es gibt keine Werkzeuge',
  empty: 'Kein Paket meldet eines, und der Host bringt keines mit.',
  seeProviders: 'Anbieter ansehen',
  noMatchTitle: 'Nichts gefunden',
  noMatch: 'Kein Werkzeug hat diese Wörter und diese Herkunft.',
  leftOut: (count) => `Ausgelassen: ${formatNumber(count)}`,
  leftOutHint:
    'Kein Bot kann diese bekommen, bevor jemand hilft. Andere Werkzeuge derselben Herkunft sind nicht betroffen.',
  skipped: 'Übersprungen',
  quarantined: 'Fehlerhaft',
  several: 'Mehr als eine Definition',
  showAll: (count) => `Alle ${formatNumber(count)} anzeigen`,
  seeHelp: 'Ausgelassene Definitionen ansehen',
};
