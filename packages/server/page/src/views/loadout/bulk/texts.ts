import { defineTexts } from '../../../texts/define-texts.js';
import { formatNumber, plural } from '../../../texts/format.js';

const tools = { one: 'tool', other: 'tools' };

const rest = (not: number): string => (not === 0 ? '' : `, ${formatNumber(not)} not`);

const english = {
  titleOn: (count: number, bot: string) => `Switch ${plural(count, tools)} on for ${bot}?`,
  titleOff: (count: number, bot: string) => `Switch ${plural(count, tools)} off for ${bot}?`,
  titleClear: (count: number, bot: string) => `Clear the overrides of ${plural(count, tools)} for ${bot}?`,
  actionOn: (count: number) => `Switch ${formatNumber(count)} on`,
  actionOff: (count: number) => `Switch ${formatNumber(count)} off`,
  actionClear: (count: number) => `Clear ${formatNumber(count)}`,
  changeData: (count: number) => `${formatNumber(count)} of them can change data.`,
  listLabel: 'The tools',
  undoHint: 'All of it can be undone at once.',
  resultOn: (done: number, not: number) => `${formatNumber(done)} switched on${rest(not)}.`,
  resultOff: (done: number, not: number) => `${formatNumber(done)} switched off${rest(not)}.`,
  resultClear: (done: number, not: number) => `${formatNumber(done)} cleared${rest(not)}.`,
  resultWithheld: (count: number) => `${plural(count, { one: 'of them is', other: 'of them are' })} withheld.`,
  showWithheld: 'Show withheld',
  whyNot: 'Why not',
  notTitle: 'Not changed',
  already: 'It was so already.',
  absent: 'It is absent. Remove it by itself.',
  noOverride: 'It has no override.',
  moveTitle: (count: number) => `Move ${plural(count, tools)}`,
  position: 'Position',
  positionHint: (last: number) => `From 1 to ${formatNumber(last)}. They stand together from there.`,
  moveAction: 'Move',
};

export type Texts = typeof english;

/** Words for what is done with many tools at once. */
export const bulkTexts = defineTexts(english, () => import('./texts.de.js'));
