import { defineTexts } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';

const english = {
  title: (turn: string) => `Turn ${turn}`,
  traces: 'Traces',
  unread: 'The turn could not be read.',
  unknownTitle: 'This turn is not on record',
  unknown: 'It made no call, or its calls are older than what is kept.',
  notWritten: 'Its calls are on record, its own record is not: it goes on, waits for a person, or its process ended.',
  bot: 'Bot',
  started: 'Started',
  took: 'Took',
  component: 'Component',
  conversation: 'Conversation',
  modelProvider: 'Model provider',
  outcome: 'Outcome',
  calls: 'Calls',
  requests: 'Model requests',
  characters: 'Results',
  charactersOf: (count: number) => plural(count, { one: 'character', other: 'characters' }),
  tokens: 'Tokens',
  tokensOf: (input: number, output: number) => `${formatNumber(input)} in, ${formatNumber(output)} out`,
  tools: 'Tools',
  toolsOf: (offered: number, withheld: number) => `${offered} offered, ${withheld} withheld`,
  firstFailure: (order: number, tool: string) => `First failure: call ${order}, ${tool}.`,
  goToIt: 'Go to it',
  timeline: 'Timeline',
  failedOnly: 'Failed only',
  noFailed: 'No call failed.',
  noCalls: 'The turn made no call.',
  call: (order: number, tool: string, status: string, duration: string, after: string) =>
    `Call ${order}, ${tool}, ${status}, ${duration}, started after ${after}`,
  request: (number: number, duration: string, after: string) =>
    `Model request ${number}, ${duration}, started after ${after}`,
  requestShort: (number: number) => `Model request ${number}`,
  waited: (duration: string) => `waited ${duration} for a person`,
  running: 'running',
  detailsHint: 'Choose a call to see its details.',
  details: 'Details of the call',
  stop_answer: 'Answered',
  stop_empty: 'The model answered nothing',
  stop_length: 'The answer was cut off by its length',
  stop_refused: 'The model refused',
  'stop_calls-spent': 'All calls were spent',
  'stop_characters-spent': 'The room for results was spent',
  'stop_time-spent': 'The time was spent',
  stop_repetition: 'The model repeated a refused call',
  'stop_awaiting-approval': 'A call waits for a person',
  stop_confidence: 'A result may not go to this model',
  stop_cancelled: 'Cancelled',
  'stop_model-failed': 'The model could not be reached',
  noLoop: 'Called from outside, without a model',
};

export type Texts = typeof english;

/** Words of a turn. */
export const turnTexts = defineTexts(english, () => import('./texts.de.js'));
