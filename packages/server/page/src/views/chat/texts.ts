import { defineTexts } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';

const english = {
  title: 'Chat',
  bot: 'Bot',
  botsUnread: 'The list of bots could not be read.',
  component: 'Component',
  model: 'Model',
  level: 'Level',
  preview: 'See what the model gets',
  newChat: 'New conversation',
  noChat: 'No model endpoint is configured, so there is nobody to chat with.',
  noChatHint: 'Write this into the configuration of the host, and start it again:',
  needsOperator: 'Chatting needs the role operator.',
  noBots: 'There is no bot to chat with. Add one first.',
  toBots: 'See bots',
  empty: (bot: string) => `Say something to ${bot}`,
  emptyHint:
    'The bot uses its tools as in any chat. The conversation stays in this tab alone, until you close it or sign out.',
  unknownBot: (bot: string) =>
    `There is no bot ${bot}: it was removed, or never was. Choose another one for a new chat.`,
  unknown:
    'This tab does not have this conversation: it was begun in another one, or by somebody else, or grew too long to be kept. The host keeps none.',
  unknownWaits: 'This conversation was begun elsewhere. Its turn waits for a decision, and goes on here after it.',
  log: 'Conversation',
  message: 'Message',
  messageHint: 'Enter sends, Shift and Enter begins a new line.',
  send: 'Send',
  stop: 'Stop',
  you: 'You',
  said: (who: string) => `${who} said:`,
  reasoning: 'Reasoning',
  running: 'The turn runs.',
  ended: 'The answer is complete.',
  callRunning: 'runs',
  result: 'Result',
  trace: 'Trace',
  sources: 'Sources',
  raised: (level: string) => `From here on this conversation requires a model of level ${level}.`,
  raisedHint: (level: string) => `In it, all tools are withheld from models below ${level}.`,
  decideFirst: (count: number) =>
    `${plural(count, { one: 'call waits', other: 'calls wait' })} for a decision. The conversation goes on after it.`,
  giveUpTitle: (count: number) => (count === 1 ? 'Give the call up?' : 'Give the calls up?'),
  givesUp: (names: string, count: number) =>
    count === 1
      ? `${names} waits for a decision. Your message gives the call up: it does not run.`
      : `${names} wait for a decision. Your message gives these calls up: they do not run.`,
  sendAndGiveUp: 'Send the message',
  givenUp: 'A message was sent instead of a decision.',
  waitsNoMore: 'Nothing waits any more: the turn went on elsewhere, or was ended. The next message goes on from here.',
  endUnknown: 'End not known',
  allDecided: 'All calls are decided.',
  goOn: 'Go on',
  failed: 'The turn did not work.',
  stopEmpty: 'The model answered with nothing.',
  stopLength: 'The answer was cut off by its length. No call in it was run.',
  stopRefused: 'The model, or a filter of its service, refused.',
  stopCalls: 'The turn used all its calls.',
  stopCharacters: 'The turn used all its characters of results.',
  stopTime: 'The turn used all its time.',
  stopRepetition: 'The model went on repeating a call that was refused.',
  stopConfidence: 'A result may not go to this model, because its level is too low. Nothing further was sent.',
  stopCancelled: 'Stopped. What its calls did stays done; the model is not told of this exchange.',
  stopLeft:
    'The page was left meanwhile, which stopped the turn. What its calls did stays done; the model is not told of this exchange.',
  stopModel: 'The request to the model failed.',
  stopToken: 'The session ended before the turn did.',
  stopOther: (reason: string) => `The turn ended: ${reason}.`,
};

export type Texts = typeof english;

/** Words of the chat. */
export const chatTexts = defineTexts(english, () => import('./texts.de.js'));
