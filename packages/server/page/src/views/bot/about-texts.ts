import { defineTexts } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';

const english = {
  unread: 'The bot could not be read.',
  id: 'Id',
  idHint: 'In URLs, tokens and calls. It stays.',
  name: 'Name',
  created: 'Added',
  lastTurn: 'Last turn',
  noTurn: 'none yet',
  tools: 'Tools',
  toolsOf: (on: number, offered: number, withheld: number) => `${on} on, ${offered} offered, ${withheld} withheld`,
  withheld: 'Withheld because',
  revision: 'Changes of the loadout',
  revisionOf: (count: number) => plural(count, { one: 'change', other: 'changes' }),
  traces: 'See its calls',
  changes: 'See its changes',
  try: 'Calling it',
  tryHint: 'As a program would, with a token for this bot:',
};

export type Texts = typeof english;

/** Words of what is known of a bot. */
export const botAboutTexts = defineTexts(english, () => import('./about-texts.de.js'));
