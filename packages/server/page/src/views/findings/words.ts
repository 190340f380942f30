import { defineTexts } from '../../texts/define-texts.js';

const english = {
  error: 'Error',
  warning: 'Warning',
  note: 'Note',
  switchToolsOn: 'Switch tools on',
  seeProvider: 'See provider',
  seeFault: 'See what to fix',
  otherName: 'Offer under another name',
  seeDecision: 'See decision',
  seeOrganisation: "See the organisation's decisions",
  seeSecrets: 'See secrets',
  enterField: (field: string) => `Enter "${field}"`,
  seeField: (field: string) => `See "${field}"`,
  seeSettings: 'See settings',
  compare: 'Compare and accept',
  seeTool: 'See the tool',
  seeBots: 'See bots that have it',
  seeCall: 'See the call that waits',
};

export type Words = typeof english;

/** What leads to where a finding is mended, and how serious it is. */
export const findingWords = defineTexts(english, () => import('./words.de.js'));
