import type { Translated } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';
import type { Texts } from './texts.js';

export const german: Translated<Texts> = {
  title: 'Palette',
  results: 'Treffer',
  count: (count, isCut) =>
    isCut ? `Die ersten ${formatNumber(count)} Treffer` : plural(count, { one: 'Treffer', other: 'Treffer' }),
  placeholder: 'Ansichten, Bots, Werkzeuge, Anbieter und Aktionen suchen',
  nothing: 'Keine Treffer',
  views: 'Ansichten',
  bots: 'Bots',
  tools: 'Werkzeuge',
  providers: 'Anbieter',
  actions: 'Aktionen',
  switchOff: (tool, bot) => `${tool} für ${bot} ausschalten`,
  switchOn: (tool, bot) => `${tool} für ${bot} einschalten`,
  switched: 'Erledigt. In den letzten Änderungen des Bots lässt es sich rückgängig machen.',
};
