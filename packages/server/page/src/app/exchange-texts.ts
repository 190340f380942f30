import { defineTexts } from '../texts/define-texts.js';

const english = {
  title: (name: string) => `Sign in as ${name} instead?`,
  hint: (present: string, next: string) =>
    `You are signed in as ${present}. The link that was opened signs in as ${next}. What is done then is logged under that name.`,
  exchange: (name: string) => `Sign in as ${name}`,
  keep: (name: string) => `Stay signed in as ${name}`,
};

export type Texts = typeof english;

/** Words for a link that would sign in somebody else. */
export const exchangeTexts = defineTexts(english, () => import('./exchange-texts.de.js'));
