import { defineTexts } from '../texts/define-texts.js';

const english = {
  SUCCESS: 'Success',
  ERROR: 'Error',
  BLOCKED: 'Blocked',
  CANCELLED: 'Cancelled',
  didRun: 'It ran.',
  didNotRun: 'It did not run.',
  mayHaveRun: 'It may have run.',
  changesData: 'This tool can change data.',
  destroysData: 'This tool can delete or overwrite data.',
  readsOnly: 'This tool only reads.',
  reachesOut: 'It can reach systems outside.',
  asksFirst: 'A person is asked before each call.',
  arguments: 'Arguments',
  noArguments: 'The call has no arguments.',
  allowOnce: 'Allow once',
  allowFor: 'Allow for longer',
  allowTurn: 'Allow for this turn',
  allowConversation: 'Allow for this conversation',
  deny: 'Deny',
  denyReason: 'Reason for the model',
  denyReasonHint: 'Optional. The model is told it.',
  denyCall: 'Deny the call',
  expires: 'Expires',
  masked: (names: string) => `Hidden because the tool calls them sensitive: ${names}.`,
  deciding: 'The decision',
};

export type Texts = typeof english;

/** Words for calls: how they end, what a tool can do, and deciding on one. */
export const callTexts = defineTexts(english, () => import('./call-texts.de.js'));
