import { queryClient } from '../../api/query-client.js';
import type { NamedTool } from '../bot/changes/loadout-types.js';
import { type Made, makeChanges, takeBack, type Wanted } from '../bot/changes/make-changes.js';
import type { DoneEntry } from '../bot/changes/undo-book.js';
import type { BotOfTool } from './bot-rows.js';
import type { ToolDescription } from './tool-types.js';

export type SwitchKind = 'on' | 'off' | 'removed';

/** What became of a tool at many bots. */
export interface SwitchedBots {
  readonly kind: SwitchKind;
  readonly done: readonly DoneEntry[];
  readonly failed: readonly { readonly bot: BotOfTool; readonly error: unknown }[];
}

/** How a tool is switched for one bot. */
export function switchOf(kind: SwitchKind, tool: NamedTool): Omit<Wanted, 'bot'> {
  return { kind, tools: [tool], changes: [{ action: kind === 'on' ? 'assign' : 'unassign', tool: tool.name }] };
}

/** Switches a tool for bots, one after the other: each loadout is changed, or not, by itself. */
export async function switchBots(kind: SwitchKind, tool: NamedTool, bots: readonly BotOfTool[]): Promise<SwitchedBots> {
  const done: DoneEntry[] = [];
  const failed: { readonly bot: BotOfTool; readonly error: unknown }[] = [];
  for (const bot of bots) {
    if (bot.isOn === (kind === 'on')) continue;
    const made = await makeChanges({ ...switchOf(kind, tool), bot: bot.id });
    showSwitched(tool.name, bot, kind === 'on', made);
    const error = errorOf(made);
    if (made.entry !== undefined) done.push(made.entry);
    else if (error !== undefined) failed.push({ bot, error });
  }
  await queryClient.invalidateQueries({ queryKey: ['tool', tool.name] });
  return { kind, done, failed };
}

/** Takes back what was done to many bots. */
export async function takeBackAll(tool: string, done: readonly DoneEntry[]): Promise<void> {
  for (const entry of done) await takeBack(entry);
  await queryClient.invalidateQueries({ queryKey: ['tool', tool] });
}

/** Why a change was not made; undefined where it was. */
function errorOf({ error, refused }: Made): unknown {
  const [first] = refused;
  return error ?? (first && new Error(first.message));
}

/** The description as it will be read in a moment. */
export function showSwitched(tool: string, bot: BotOfTool, isOn: boolean, made: Made): void {
  if (!made.changed.includes(tool)) return;
  queryClient.setQueriesData<ToolDescription>({ queryKey: ['tool', tool] }, (description) => {
    if (description === undefined) return undefined;
    const others = description.bots.filter((one) => one.bot !== bot.id);
    const owner = description.tool?.owner ?? '';
    return { ...description, bots: isOn ? [...others, { bot: bot.id, owner }] : others };
  });
}
