import { defineTexts } from '../../texts/define-texts.js';
import { plural } from '../../texts/format.js';

const english = {
  title: 'Compare bots',
  unread: 'The loadouts could not be read.',
  choose: 'Bots to compare',
  chooseHint: 'Two to four.',
  only: 'Only differences',
  notTaken: 'The changes could not be taken back.',
  notMade: 'The changes could not be made.',
  tableLabel: 'Tools by bot',
  tool: 'Tool',
  on: 'On',
  off: 'Off',
  ownSettings: 'own settings',
  otherOwner: (owner: string) => `from ${owner}`,
  unknown: (ids: string, count: number) =>
    count === 1 ? `There is no bot ${ids}. It is left out.` : `There are no bots ${ids}. They are left out.`,
  tooMany: (ids: string) => `Four stand side by side at most. Left out: ${ids}.`,
  fewTitle: 'Choose at least two bots',
  few: 'Their loadouts stand side by side here.',
  sameTitle: 'No differences',
  same: 'These bots have the same tools, with the same settings of their own.',
  noneTitle: 'No tools',
  none: 'None of these bots has a tool.',
  copy: (tool: string, from: string) => `Copy ${tool} from ${from}`,
  copyTo: (bot: string) => `Copy to ${bot}`,
  switchOffFor: (bot: string) => `Switch off for ${bot}`,
  ofTool: (action: string, tool: string) => `${action}: ${tool}`,
  copyAll: (from: string) => `Copy all differences from ${from}`,
  copyAllShort: 'Copy all',
  dialogTitle: (from: string, to: string) => `Copy from ${from} to ${to}`,
  dialogHint: (to: string) => `These changes are made to ${to}:`,
  willAssign: (tool: string) => `${tool}: switch on`,
  willAssignOwn: (tool: string) => `${tool}: switch on, with its own settings`,
  willOverride: (tool: string) => `${tool}: take over its own settings`,
  willUnassign: (tool: string) => `${tool}: switch off`,
  secretStays: 'Secrets are not copied: they have to be entered there again.',
  action: (count: number) => `Make ${plural(count, { one: 'change', other: 'changes' })}`,
  made: (count: number, bot: string) => `${plural(count, { one: 'tool', other: 'tools' })} changed for ${bot}.`,
  refused: (count: number) => `${plural(count, { one: 'change was', other: 'changes were' })} refused:`,
  taken: 'Undone.',
};

export type Texts = typeof english;

/** Words of the comparison of bots. */
export const compareTexts = defineTexts(english, () => import('./texts.de.js'));
