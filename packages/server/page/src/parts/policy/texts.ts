import { defineTexts } from '../../texts/define-texts.js';

const english = {
  title: 'What holds for calls',
  openWorld: 'It can reach systems outside.',
  closedWorld: 'It reaches no systems outside.',
  idempotent: 'The same call again changes nothing more.',
  notIdempotent: 'The same call again may change data again.',
  approvalNever: 'Nobody is asked before a call.',
  approvalAsk: 'A person is asked before each call.',
  approvalDeny: 'Calls are not allowed.',
  minimumConfidence: (level: string) => `It needs a model of level ${level} or above.`,
  onlyIn: (components: string) => `It is offered only in: ${components}.`,
  notIn: (components: string) => `It is not offered in: ${components}.`,
  maxCalls: (count: string) => `Calls in a turn: at most ${count}.`,
  identicalCalls: (count: string) => `Calls with the same arguments in a turn: at most ${count}.`,
  timeout: (time: string) => `A call may take ${time}.`,
  resultSize: (count: string) => `The model gets at most ${count} characters of a result.`,
  sensitive: (names: string) => `Hidden wherever calls are shown: ${names}.`,
};

export type Texts = typeof english;

/** What holds for calls of a tool, as sentences. */
export const policyTexts = defineTexts(english, () => import('./texts.de.js'));
