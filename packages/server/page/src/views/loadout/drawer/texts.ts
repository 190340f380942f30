import { defineTexts } from '../../../texts/define-texts.js';
import { formatNumber } from '../../../texts/format.js';

const english = {
  unread: 'The tool could not be read.',
  gone: 'This bot has no such tool, and nobody lists one of that name.',
  onFor: (bot: string) => `On for ${bot}`,
  why: 'Why it is not offered',
  wouldBe: 'What would withhold it if it were on',
  offered: 'It is offered as you see the loadout.',
  ownerBoth: (owner: string, before: string) =>
    `This tool now comes from ${owner}, before from ${before}. Compare, then accept.`,
  definitionChanged: 'The definition has changed since you accepted it. See the changes.',
  missing: (fields: string) => `Enter first: ${fields}.`,
  absentHint: 'It stays in the loadout until you remove it, and is offered again once it is listed.',
  changeMinimum: 'Change minimum',
  minimum: 'Level that a model provider needs for this tool, for all bots',
  minimumDefault: 'As the tool says',
  tryAgain: 'Try again',
  tryAgainFor: (owner: string) => `Try again: ask ${owner} for its list`,
  changes: 'What has changed',
  definitionUnread: 'The accepted definition could not be read.',
  accept: 'Accept for this tool',
  acceptMany: (count: number, owner: string) => `Accept for all ${formatNumber(count)} tools of ${owner} on this bot`,
  acceptManyTitle: 'Compare each, then accept',
  acceptAll: (owner: string) => `Accept ${owner} for every bot`,
  acceptAllTitle: (before: string, owner: string) => `Take ${owner} for ${before}?`,
  acceptAllText: (before: string, owner: string) =>
    `Every tool that a bot has from ${before} comes from ${owner} from now on, for all bots, with settings and decisions. There is no undo.`,
  acceptedAll: (tools: number, bots: number) => `Accepted: ${formatNumber(tools)} tools, ${formatNumber(bots)} bots.`,
  changedAgain: 'The definition has just changed again. Compare once more.',
  nothingToCompare: 'Nobody lists the tool at present, so there is nothing to compare.',
  order: 'Place in the order',
  placeOf: (place: number, count: number) => `${formatNumber(place)} of ${formatNumber(count)}`,
  position: 'Position',
  move: 'Move',
  moveUp: 'Move up',
  moveDown: 'Move down',
  positionHint: (count: number) => `Enter a whole number from 1 to ${formatNumber(count)}.`,
  override: 'Settings of this bot alone',
  overrideUnread: 'The settings of this bot could not be read.',
  overrideHint:
    'As JSON: field and value. What is left out comes from the settings of all bots. Secrets stand as [secret] and are set apart.',
  overrideLabel: 'Override',
  secretAlone: (field: string) => `“${field}” is a secret: it is set by itself, in the settings.`,
  toSecret: (field: string) => `Enter “${field}” in the settings`,
  overrideObject: 'Enter an object, as {"field": "value"}.',
  noOverride: 'None.',
  allSettings: 'All settings with their layers',
  save: 'Save override',
  discard: 'Discard',
  clear: 'Clear override',
  unsaved: 'The override has changes that are not saved.',
  leave: 'Leave without saving',
  stay: 'Keep editing',
  more: 'More',
  listedAt: 'Listed last',
  tokens: 'Tokens',
  tryIt: 'Try it',
  tryItAs: (tool: string, bot: string) => `Try it: ${tool} as ${bot}`,
  toolPage: 'Open the page of the tool',
};

export type Texts = typeof english;

/** Words of the details of a tool in a loadout. */
export const drawerTexts = defineTexts(english, () => import('./texts.de.js'));
