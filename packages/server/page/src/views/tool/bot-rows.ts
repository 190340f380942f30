import type { ApiSchemas } from '@loadout/server/client';
import type { ToolDescription } from './tool-types.js';

/** A bot, as the view of a tool shows it. */
export interface BotOfTool {
  readonly id: string;
  /** Foreign. */
  readonly name: string;
  readonly isOn: boolean;
  /** From whom the tool was accepted; undefined where it is off. */
  readonly owner: string | undefined;
}

export type ShownBots = 'all' | 'on' | 'off';

/** Every bot, whether it has the tool or not. A tool that nobody lists can be given to none: then those that have it. */
export function makeBotRows(
  bots: readonly ApiSchemas['Bot'][],
  { tool, bots: users }: ToolDescription,
): readonly BotOfTool[] {
  const owners = new Map(users.map(({ bot, owner }) => [bot, owner]));
  const rows = bots.map(({ id, displayName }) => ({
    id,
    name: displayName,
    isOn: owners.has(id),
    owner: owners.get(id),
  }));
  return tool === null ? rows.filter(({ isOn }) => isOn) : rows;
}

/** Those that are looked for. */
export function matchBots(
  rows: readonly BotOfTool[],
  { words, show }: { readonly words: string; readonly show: ShownBots },
): readonly BotOfTool[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ id, name, isOn }) => {
    if (show !== 'all' && isOn !== (show === 'on')) return false;
    const text = `${id}\n${name}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
