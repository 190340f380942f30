import { defineTexts } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';

const english = {
  status: 'Status',
  tool: 'Tool',
  bot: 'Bot',
  duration: 'Duration',
  size: 'Result',
  turn: 'Turn',
  running: 'Running',
  owner: 'Owner',
  started: 'Started',
  waited: 'Waited for a person',
  characters: (count: number) => plural(count, { one: 'character', other: 'characters' }),
  repairs: 'Repairs',
  'empty-arguments': 'empty arguments taken for an empty object',
  'null-removed': 'null left out',
  'json-parsed': 'JSON text read',
  error: 'Error',
  errorId: (id: string) => `The log has it under ${id}.`,
  arguments: 'Arguments',
  masked: 'Sensitive values are masked.',
  tryAgain: 'Try it in the playground',
  ran: 'Ran',
  yes: 'yes',
  no: 'no',
  unknown: 'not known: it may have run',
  timeline: 'See the whole turn',
  noTrace: 'There is no trace of the call yet.',
  unread: 'The trace could not be read.',
};

export type Texts = typeof english;

/** Words for what is on record of a call. */
export const recordTexts = defineTexts(english, () => import('./texts.de.js'));
