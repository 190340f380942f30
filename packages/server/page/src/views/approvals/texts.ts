import { defineTexts } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';

const english = {
  title: 'Approvals',
  unread: 'The list of approvals could not be read.',
  waitingCount: (count: number) => `${plural(count, { one: 'call waits', other: 'calls wait' })} for a decision.`,
  nothing: 'Nothing waits for a decision',
  nothingHint: 'Calls of tools whose policy asks a person first appear here, from every process of this host.',
  decided: 'Decided, not run yet',
  decidedHint: 'Such a call runs, or is told as denied, when its turn goes on.',
  askedFor: (bot: string) => `for ${bot}`,
  user: (user: string) => `asked by ${user}`,
  conversation: 'Conversation',
  requested: 'Asked',
  expires: 'Expires',
  definition: 'See the definition',
  pastDecisions: 'Past decisions',
  openChat: 'Open the conversation',
  definitionChanged: 'The definition of the tool has changed since the call was asked for. See it before you decide.',
  toolAbsent: 'Nobody lists this tool at present.',
  goneDecided: 'It was decided, and does not wait any more.',
  goneWithBot: (bot: string) => `The bot ${bot} was removed, and the call with it.`,
  goneExpired: 'It expired before anybody decided.',
  goneWithTurn: 'Its turn was ended before anybody decided: by the next message, or by whoever ran it.',
  noneTitle: 'No such call waits',
  none: 'Nothing waits under this address. The call was decided and has run, has expired, went with its turn or its bot, or never was.',
  goneTitle: 'This call does not wait any more',
  all: 'All approvals',
  place: (number: string, count: string) => `${number} of ${count}`,
  previous: 'Previous approval',
  next: 'Next approval',
  lasting: 'Allowed for a conversation',
  lastingHint: 'These calls are not asked about again, until you revoke it, the bot is removed, or the tool changes.',
  tool: 'Tool',
  bot: 'Bot',
  since: 'Since',
  revoke: 'Revoke',
  notRevoked: 'The approval could not be revoked.',
  revokeFor: (tool: string, conversation: string) => `Revoke ${tool} for ${conversation}`,
  revoked: (tool: string) => `${tool} is asked about again.`,
  more: (count: string) => `Show ${count} more`,
  actions: 'Actions',
};

export type Texts = typeof english;

/** Words of the approvals. */
export const approvalTexts = defineTexts(english, () => import('./texts.de.js'));
