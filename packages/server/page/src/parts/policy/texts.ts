import { defineTexts } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';

const english = {
  readOnly: 'Only reads.',
  changes: 'Can change data.',
  destroys: 'Can change data, and delete or overwrite it.',
  openWorld: 'Reaches systems outside of this host.',
  closedWorld: 'Stays within its own systems.',
  idempotent: 'The same call again changes nothing more.',
  notIdempotent: 'The same call again may change something again.',
  never: 'Nobody is asked before a call.',
  ask: 'A person is asked before each call.',
  deny: 'Every call is denied.',
  timeout: (duration: string) => `A call may take ${duration}.`,
  identical: (count: number) => `The same call may follow itself ${plural(count, { one: 'time', other: 'times' })}.`,
  perTurn: (count: number) => `A turn may have ${plural(count, { one: 'call', other: 'calls' })} of it.`,
  result: (characters: number) => `A result may have ${formatNumber(characters)} characters; more is cut.`,
};

export type Texts = typeof english;

/** What a policy says, as sentences. */
export const policyTexts = defineTexts(english, () => import('./texts.de.js'));
