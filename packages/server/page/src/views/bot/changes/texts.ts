import { defineTexts } from '../../../texts/define-texts.js';
import { formatNumber, plural } from '../../../texts/format.js';

const tools = { one: 'tool', other: 'tools' };

const english = {
  onOne: (tool: string, bot: string) => `${tool} is on for ${bot}.`,
  onMany: (count: number, bot: string) => `${plural(count, tools)} switched on for ${bot}.`,
  offOne: (tool: string, bot: string) => `${tool} is off for ${bot}.`,
  offMany: (count: number, bot: string) => `${plural(count, tools)} switched off for ${bot}.`,
  removedOne: (tool: string, bot: string) => `${tool} is removed from ${bot}.`,
  removedMany: (count: number, bot: string) => `${plural(count, tools)} removed from ${bot}.`,
  movedOne: (tool: string) => `${tool} has moved.`,
  movedMany: (count: number) => `${plural(count, tools)} moved.`,
  overriddenOne: (tool: string, bot: string) => `The override of ${tool} for ${bot} is saved.`,
  clearedOne: (tool: string, bot: string) => `The override of ${tool} for ${bot} is cleared.`,
  clearedMany: (count: number, bot: string) => `Overrides of ${plural(count, tools)} cleared for ${bot}.`,
  acceptedOne: (tool: string, bot: string) => `${tool} is accepted for ${bot} as it is now.`,
  acceptedMany: (count: number, bot: string) => `${plural(count, tools)} accepted for ${bot} as they are now.`,
  copied: (count: number, bot: string) => `${plural(count, tools)} changed for ${bot} by copying.`,
  changedOne: (tool: string, bot: string) => `${tool} is changed for ${bot}.`,
  changedMany: (count: number, bot: string) => `${plural(count, tools)} changed for ${bot}.`,
  undone: (what: string) => `Undone: ${what}`,
  nothingLeft: 'Nothing is left to undo: it is so again already.',
  standsThere: 'It stands there already.',
  undo: 'Undo',
  undoFailed: 'This could not be undone.',
  conflictTitle: 'Somebody else changed this meanwhile',
  conflictBy: (who: string) => `${who} changed this while you were editing.`,
  conflictByUnknown: 'Somebody changed this while you were editing.',
  isOn: 'on',
  isOff: 'off',
  place: (place: number, count: number) => `place ${formatNumber(place)} of ${formatNumber(count)}`,
  from: (owner: string) => `from ${owner}`,
  newDefinition: 'as its definition is now',
  otherDefinition: 'with an earlier definition',
  ownSettings: (fields: string) => `override ${fields}`,
  noOwnSettings: 'no override',
  keepAllTheirs: 'Keep all theirs',
  applyAllMine: 'Apply all mine',
};

export type Texts = typeof english;

/** What is said of changes of a loadout. */
export const changeTexts = defineTexts(english, () => import('./texts.de.js'));
