import { defineTexts } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';

const english = {
  title: 'Bots',
  what: 'The list of bots',
  listLabel: 'Bots',
  search: 'Search bots',
  found: (count: number) => plural(count, { one: 'bot', other: 'bots' }),
  noMatchTitle: 'Nothing matches',
  noMatch: 'No bot has this in its name or id.',
  emptyTitle: 'No bots yet',
  empty: 'A bot has tools of its own. The first step is to name one.',
  add: 'Add bot',
  addTitle: 'Add a bot',
  name: 'Name',
  id: 'Id',
  idHint: 'Lower-case letters, digits and hyphens. It stays, and is never used again.',
  compare: 'Compare bots',
  rename: 'Rename bot',
  renameTitle: 'Rename bot',
  copy: 'Copy bot',
  copyTitle: (name: string) => `Copy ${name}`,
  copyText: 'The new bot has the same tools with the same settings.',
  remove: 'Remove bot',
  removeTitle: 'Remove bot',
  removeText: (name: string, assignments: number) =>
    `Remove ${name}? ${plural(assignments, { one: 'assignment', other: 'assignments' })}, its conversations and its tokens go with it. The id is never used again.`,
  removeUnknown: (name: string) =>
    `Remove ${name}? Its assignments, its conversations and its tokens go with it. The id is never used again.`,
  actions: (name: string) => `Actions for ${name}`,
  offered: (offered: number, on: number) => `${offered} of ${on} offered`,
  noTools: 'no tools',
  lastTurn: 'Last turn',
  noTurn: 'No turn yet',
  save: 'Save name',
  needTitle: 'Needs a person',
  needWhat: 'What needs a person',
  waiting: (count: number) => `${plural(count, { one: 'call waits', other: 'calls wait' })} for a decision`,
  decide: 'Decide',
  more: (count: number) => `Show ${plural(count, { one: 'more', other: 'more' })}`,
  look: 'Look',
  guideTitle: 'First steps',
  guideDismiss: 'Hide the first steps',
  step1: 'Name a bot',
  step1Hint: 'A bot is whoever gets tools: an assistant, a channel, a job.',
  step2: 'Switch on a tool',
  step2Hint: 'These need no settings:',
  switchOn: (tool: string) => `Switch on ${tool}`,
  allTools: 'See all tools',
  step3: 'Try a call',
  step3Hint: 'The playground runs a tool as the bot would, and shows the result.',
  tryCall: (tool: string) => `Try ${tool}`,
  done: 'done',
  guideDone: 'See what the model gets',
};

export type Texts = typeof english;

/** Words of the list of bots. */
export const botsTexts = defineTexts(english, () => import('./texts.de.js'));
