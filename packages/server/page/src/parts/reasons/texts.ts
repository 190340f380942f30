import { defineTexts } from '../../texts/define-texts.js';

const english = {
  'tools-off': 'All tools are switched off',
  'not-assigned': 'Not switched on for this bot',
  'companion-failed': 'Companion failed',
  quarantined: 'Definition has a fault',
  absent: 'Absent',
  'owner-changed': 'Owner changed',
  'definition-changed': 'Definition changed',
  'not-visible': 'Not for this component',
  'not-selected': 'Not selected',
  'model-without-tools': 'Model cannot call tools',
  'disabled-by-organisation': 'Disabled by the organisation',
  'not-configured': 'Setting missing',
  'below-minimum-confidence': 'Level too low for this tool',
  'below-required-confidence': 'Level too low for this conversation',
  'not-convertible': 'Not possible with this API',
};

export type Texts = typeof english;

/** Why a tool is withheld, in a few words for each code. */
export const reasonTexts = defineTexts(english, () => import('./texts.de.js'));
