import type { Translated } from '../../../texts/define-texts.js';
import { formatNumber, plural } from '../../../texts/format.js';
import type { Texts } from './texts.js';

const tools = { one: 'Werkzeug', other: 'Werkzeuge' };
const ofTools = { one: 'Werkzeug', other: 'Werkzeugen' };

export const german: Translated<Texts> = {
  onOne: (tool, bot) => `${tool} ist für ${bot} eingeschaltet.`,
  onMany: (count, bot) => `${plural(count, tools)} für ${bot} eingeschaltet.`,
  offOne: (tool, bot) => `${tool} ist für ${bot} ausgeschaltet.`,
  offMany: (count, bot) => `${plural(count, tools)} für ${bot} ausgeschaltet.`,
  removedOne: (tool, bot) => `${tool} ist aus ${bot} entfernt.`,
  removedMany: (count, bot) => `${plural(count, tools)} aus ${bot} entfernt.`,
  movedOne: (tool) => `${tool} ist verschoben.`,
  movedMany: (count) => `${plural(count, tools)} verschoben.`,
  overriddenOne: (tool, bot) => `Die eigenen Einstellungen von ${tool} für ${bot} sind gespeichert.`,
  clearedOne: (tool, bot) => `Die eigenen Einstellungen von ${tool} für ${bot} sind gelöscht.`,
  clearedMany: (count, bot) => `Eigene Einstellungen von ${plural(count, ofTools)} für ${bot} gelöscht.`,
  acceptedOne: (tool, bot) => `${tool} ist für ${bot} in der jetzigen Fassung übernommen.`,
  acceptedMany: (count, bot) => `${plural(count, tools)} für ${bot} in der jetzigen Fassung übernommen.`,
  copied: (count, bot) => `${plural(count, tools)} für ${bot} durch Kopieren geändert.`,
  changedOne: (tool, bot) => `${tool} ist für ${bot} geändert.`,
  changedMany: (count, bot) => `${plural(count, tools)} für ${bot} geändert.`,
  undone: (what) => `Rückgängig gemacht: ${what}`,
  nothingLeft: 'Nichts mehr rückgängig zu machen: Es ist schon wieder so.',
  standsThere: 'Es steht schon dort.',
  undo: 'Rückgängig',
  undoFailed: 'Dies konnte nicht rückgängig gemacht werden.',
  conflictTitle: 'Inzwischen von anderen geändert',
  conflictBy: (who) => `${who} hat dies inzwischen geändert.`,
  conflictByUnknown: 'Dies wurde inzwischen geändert.',
  isOn: 'eingeschaltet',
  isOff: 'ausgeschaltet',
  place: (place, count) => `Stelle ${formatNumber(place)} von ${formatNumber(count)}`,
  from: (owner) => `von ${owner}`,
  newDefinition: 'mit der jetzigen Definition',
  otherDefinition: 'mit einer früheren Definition',
  ownSettings: (fields) => `eigene Einstellungen ${fields}`,
  noOwnSettings: 'keine eigenen Einstellungen',
  keepAllTheirs: 'Alle anderen behalten',
  applyAllMine: 'Alle meine anwenden',
};
