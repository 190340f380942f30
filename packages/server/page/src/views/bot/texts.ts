import { defineTexts } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';

const tools = { one: 'tool', other: 'tools' };

const english = {
  bots: 'Bots',
  unread: 'The bot could not be read.',
  loadout: 'Loadout',
  loadoutUnread: 'The loadout could not be read.',
  botsUnread: 'The list of bots could not be read.',
  preview: 'Preview',
  about: 'About',
  unknownTitle: 'There is no such bot',
  unknown: 'It was removed, or never was. Its id is never used again.',
  allBots: 'See all bots',
  copyFrom: 'Copy from…',
  recentChanges: 'Recent changes',
  recentUnread: 'The changes could not be read.',
  noChanges: 'Nothing has been changed yet.',
  allChanges: 'See all of them in the audit log',
  you: 'You',
  undo: 'Undo',
  undoFor: (what: string) => `Undo: ${what}`,
  undone: 'Undone',
  noWayBack: 'No way back here',
  toSettings: 'See its settings',
  toAbout: 'Rename it',
  nothingHere: 'Nothing that was done since this page was loaded is left to undo.',
  assigned: (what: string) => `${what} switched on`,
  unassigned: (what: string) => `${what} switched off`,
  changed: (what: string) => `${what} changed`,
  accepted: (what: string) => `New owner of ${what} accepted`,
  botAdded: 'Bot added',
  botRenamed: 'Bot renamed',
  setting: (what: string) => `A setting of ${what} changed`,
  manyTools: (count: number) => plural(count, tools),
  atLeastTools: (count: number) => `${formatNumber(count)} or more tools`,
  copyTitle: (bot: string) => `Copy a loadout to ${bot}`,
  source: 'Copy from',
  chooseBot: 'Choose a bot',
  withOverrides: 'Also its own settings (overrides), without secrets',
  withOff: 'Also switch off what the other bot does not have',
  copyList: 'What changes',
  switchOn: (count: number) => `Switched on: ${formatNumber(count)}`,
  switchOff: (count: number) => `Switched off: ${formatNumber(count)}`,
  override: (count: number) => `Own settings changed: ${formatNumber(count)}`,
  leftOut: (count: number) => `Left out, because nobody lists them at present: ${formatNumber(count)}`,
  same: 'The loadouts are the same already.',
  copy: 'Copy',
  copyFailed: 'The loadout could not be copied.',
  noOtherBots: 'There is no other bot.',
};

export type Texts = typeof english;

/** Words of what stands around a bot's views. */
export const botTexts = defineTexts(english, () => import('./texts.de.js'));
