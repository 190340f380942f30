import { defineTexts } from '../../../texts/define-texts.js';

const english = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  before: 'Before',
  now: 'Now',
  whole: 'All of it',
};

export type Texts = typeof english;

/** Words for what differs. */
export const diffTexts = defineTexts(english, () => import('./texts.de.js'));
