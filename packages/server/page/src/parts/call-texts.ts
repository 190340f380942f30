import { defineTexts } from '../texts/define-texts.js';

const english = {
  SUCCESS: 'Success',
  ERROR: 'Error',
  BLOCKED: 'Blocked',
  CANCELLED: 'Cancelled',
  didNotRun: 'It did not run.',
  mayHaveRun: 'It may have run.',
  changesData: 'This tool can change data.',
  destroysData: 'This tool can delete or overwrite data.',
  readsOnly: 'This tool only reads.',
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
  masked: (names: string) => `You cannot see: ${names}. Marked as sensitive by the tool.`,
  notMasked: (mask: string, names: string) =>
    `The text ${mask} was given as it stands there, and hides nothing: ${names}.`,
  seeCall: 'See the call',
  notDecided: 'The decision could not be saved.',
  unsentTitle: 'Your reason was not sent: the call was decided before.',
  discardReason: 'Discard the reason',
  allowed: 'Allowed',
  denied: 'Denied',
  allowedOnce: (who: string, via: string) => `Allowed once by ${who} (${via}).`,
  allowedTurn: (who: string, via: string) => `Allowed for this turn by ${who} (${via}).`,
  allowedConversation: (who: string, via: string) => `Allowed for this conversation by ${who} (${via}).`,
  deniedBy: (who: string, via: string) => `Denied by ${who} (${via}).`,
  reason: (reason: string) => `Reason: ${reason}`,
  somebody: 'somebody',
  viaPage: 'page',
  viaHttp: 'API',
  viaCommand: 'command line',
  viaCode: 'program',
  viaHost: 'host',
};

export type Texts = typeof english;

/** Words for calls: how they end, what a tool can do, and deciding on one. */
export const callTexts = defineTexts(english, () => import('./call-texts.de.js'));
