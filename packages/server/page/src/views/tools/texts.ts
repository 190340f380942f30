import { defineTexts } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';

const english = {
  title: 'Tools',
  unread: 'The catalogue could not be read.',
  search: 'Search tools',
  owner: 'Owner',
  anyOwner: 'Any owner',
  listLabel: 'Tools',
  found: (count: number) => plural(count, { one: 'tool', other: 'tools' }),
  stale: 'From the last list',
  emptyTitle: 'There are no tools',
  empty: 'No companion lists one, and none comes with the host.',
  seeProviders: 'See providers',
  noMatchTitle: 'Nothing matches',
  noMatch: 'No tool has these words and this owner.',
  leftOut: (count: number) => `Left out: ${formatNumber(count)}`,
  leftOutHint: 'No bot can get these until somebody helps. Other tools of the same owner are not affected.',
  skipped: 'Skipped',
  quarantined: 'Has a fault',
  several: 'More than one definition',
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  seeHelp: 'See definitions left out',
};

export type Texts = typeof english;

/** Words of the catalogue. */
export const toolsTexts = defineTexts(english, () => import('./texts.de.js'));
