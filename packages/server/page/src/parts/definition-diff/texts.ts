import { defineTexts } from '../../texts/define-texts.js';

const english = {
  same: 'Nothing in the definition differs.',
  unknownBefore: 'The accepted definition is not on record, so only the present one can be read.',
  looser: 'Looser now',
  stricter: 'Stricter now',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  policy: 'What it may do',
  description: 'What the model reads',
  schema: 'Arguments',
  settings: 'Settings',
  other: 'More',
  before: 'Before',
  after: 'Now',
  nothing: 'nothing',
  hash: (before: string, after: string) => `Hash before ${before}, now ${after}`,
  readOnly: 'Only reads',
  idempotent: 'The same call again changes nothing more',
  destructive: 'Can delete or overwrite',
  openWorld: 'Reaches systems outside of this host',
  approval: 'A person is asked',
  ask: 'before each call',
  never: 'never',
  deny: 'every call is denied',
  nowChanges: 'It may change data now.',
  nowDestroys: 'It may delete or overwrite data now.',
  yes: 'yes',
  no: 'no',
};

export type Texts = typeof english;

/** Words for what differs between two definitions. */
export const diffTexts = defineTexts(english, () => import('./texts.de.js'));
