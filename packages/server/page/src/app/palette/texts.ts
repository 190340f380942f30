import { defineTexts } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';

const english = {
  title: 'Palette',
  results: 'Results',
  count: (count: number, isCut: boolean) =>
    isCut ? `The first ${formatNumber(count)} results` : plural(count, { one: 'result', other: 'results' }),
  placeholder: 'Search views, bots, tools, providers and actions',
  nothing: 'Nothing matches',
  views: 'Views',
  bots: 'Bots',
  tools: 'Tools',
  providers: 'Providers',
  actions: 'Actions',
  switchOff: (tool: string, bot: string) => `Switch off ${tool} for ${bot}`,
  switchOn: (tool: string, bot: string) => `Switch on ${tool} for ${bot}`,
  switched: 'Done. It can be undone in the bot’s recent changes.',
};

export type Texts = typeof english;

/** Words of the palette. */
export const paletteTexts = defineTexts(english, () => import('./texts.de.js'));
