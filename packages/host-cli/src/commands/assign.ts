import { type Assignment, type Host, type JsonObject, requireBotId } from '@loadout/core';
import { UsageError } from '../config/usage-error.js';
import { neutraliseLine } from '../output/neutralise.js';
import { requireToolName } from '../require-tool-name.js';
import type { Session } from '../session.js';
import { quoteWord } from '../shell-words.js';
import { awaitLists } from './await-lists.js';
import { onceListed } from './once-listed.js';
import { readDocument } from './read-json.js';

/** What both commands are asked. */
interface Request {
  readonly tools: readonly string[];
  readonly json?: boolean;
}

/** Gives tools to a bot, all or none. */
export async function assign(
  { host, out }: Session,
  bot: string,
  { tools, settings, json }: Request & { readonly settings?: string },
): Promise<number> {
  requireBotId(bot);
  const options = settings === undefined ? {} : { settingsOverride: readOverride(settings) };
  // Two names of one tool give it once.
  const assigned = [...new Set(await onceListed(host, () => host.assign(bot, tools, options)))];
  if (json) out.printJson({ bot, assigned });
  else out.print(`${bot} has ${list(assigned)}.`);
  return 0;
}

/** Takes tools from a bot, all in one change; those it did not have are named. */
export async function unassign({ host, out }: Session, bot: string, { tools, json }: Request): Promise<number> {
  requireBotId(bot);
  for (const tool of tools) requireToolName(tool);
  const { assignments } = await host.show(bot);
  const isAssigned = (tool: string): boolean => assignments.some(({ toolName }) => toolName === tool);
  // One may be the alias of a tool that is not listed yet.
  if (!tools.every(isAssigned)) await awaitLists(host);
  const unassigned = await host.unassign(bot, tools);
  const missing = await findMissing(host, [...new Set(tools)], { unassigned, assignments });
  if (missing.length > 0) out.warn(`${bot} did not have ${list(missing)}. See "loadout show ${bot}".`);
  if (json) out.printJson({ bot, unassigned, missing });
  else if (unassigned.length > 0) out.print(`${bot} no longer has ${list(unassigned)}.`);
  for (const name of await findOwnSecrets(host, bot, { unassigned, assignments })) {
    out.note(`A secret of ${bot} stays, for when it has the tool again. Or: loadout secrets unset ${quoteWord(name)}`);
  }
  return 0;
}

/** The names of what was set for this bot alone, of tools that it no longer has. */
async function findOwnSecrets(
  host: Host,
  bot: string,
  { unassigned, assignments }: Unassigned,
): Promise<readonly string[]> {
  const gone = assignments.filter(({ toolName }) => unassigned.includes(toolName));
  const names = (await host.secrets.list()).map(({ name }) => name);
  return names.filter((name) =>
    gone.some(({ owner, toolName }) => name.startsWith(`bot:${bot}:${owner}#${toolName}.`)),
  );
}

function readOverride(text: string): JsonObject {
  const value = readDocument(text, '--settings');
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject; // parsed JSON
  throw new UsageError('--settings has to be a JSON object, as in \'{"pageSize":20}\'.');
}

interface Unassigned {
  /** The names that the tools were assigned under. */
  readonly unassigned: readonly string[];
  /** What the bot had before. */
  readonly assignments: readonly Assignment[];
}

/** Those of the names asked for that no tool was taken away for. Two names of one tool take it away once. */
async function findMissing(
  host: Host,
  tools: readonly string[],
  { unassigned, assignments }: Unassigned,
): Promise<readonly string[]> {
  const gone = new Set(unassigned);
  const unclear = tools.filter((tool) => !gone.has(tool));
  if (unclear.length === 0) return [];
  const { tools: listed } = await host.catalogue();
  const canonical = (typed: string): string =>
    listed.find(({ name, aliases }) => name === typed || aliases.includes(typed))?.name ?? typed;
  const toolOf = ({ toolName, owner }: Assignment): string =>
    listed.find((tool) => tool.name === toolName)?.name ??
    listed.find((tool) => tool.aliases.includes(toolName) && (tool.isBuiltIn || tool.owner === owner))?.name ??
    toolName;
  const goneTools = new Set(assignments.filter(({ toolName }) => gone.has(toolName)).map(toolOf));
  return unclear.filter((tool) => !goneTools.has(canonical(tool)));
}

function list(names: readonly string[]): string {
  return names.map(neutraliseLine).join(', ');
}
