import { type Host, type JsonObject, requireBotId } from '@loadout/core';
import { UsageError } from '../config/usage-error.js';
import { neutraliseLine } from '../output/neutralise.js';
import { requireToolName } from '../require-tool-name.js';
import type { Session } from '../session.js';
import { awaitLists } from './await-lists.js';
import { onceListed } from './once-listed.js';
import { readJson } from './read-json.js';

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

/** Takes tools from a bot; those it did not have are named. */
export async function unassign({ host, out }: Session, bot: string, { tools, json }: Request): Promise<number> {
  requireBotId(bot);
  for (const tool of tools) requireToolName(tool);
  let { unassigned, missing } = await unassignEach(host, bot, [...new Set(tools)]);
  // One may be the alias of a tool that is not listed yet.
  if (missing.length > 0 && (await awaitLists(host))) {
    const again = await unassignEach(host, bot, missing);
    unassigned = [...unassigned, ...again.unassigned];
    missing = again.missing;
  }
  missing = await withoutOtherNames(host, missing, unassigned);
  if (missing.length > 0) out.warn(`${bot} did not have ${list(missing)}. See "loadout show ${bot}".`);
  if (json) out.printJson({ bot, unassigned, missing });
  else if (unassigned.length > 0) out.print(`${bot} no longer has ${list(unassigned)}.`);
  return 0;
}

function readOverride(text: string): JsonObject {
  const value = readJson(text, '--settings');
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject; // parsed JSON
  throw new UsageError('--settings has to be a JSON object, as in \'{"pageSize":20}\'.');
}

interface Unassigned {
  /** The names that the tools were assigned under. */
  readonly unassigned: readonly string[];
  /** Those of the names asked for that took nothing away. */
  readonly missing: readonly string[];
}

/** One by one: only so the answer to each name is known. */
async function unassignEach(host: Host, bot: string, tools: readonly string[]): Promise<Unassigned> {
  const unassigned: string[] = [];
  const missing: string[] = [];
  for (const tool of tools) {
    const answer = await host.unassign(bot, [tool]);
    if (answer.length === 0) missing.push(tool);
    else unassigned.push(...answer);
  }
  return { unassigned, missing };
}

/** Two names of one tool take it away once; the second one was not missing. */
async function withoutOtherNames(
  host: Host,
  missing: readonly string[],
  unassigned: readonly string[],
): Promise<readonly string[]> {
  if (missing.length === 0 || unassigned.length === 0) return missing;
  const { tools } = await host.catalogue();
  const canonical = (typed: string): string =>
    tools.find(({ name, aliases }) => name === typed || aliases.includes(typed))?.name ?? typed;
  const gone = new Set(unassigned.map(canonical));
  return missing.filter((tool) => !gone.has(canonical(tool)));
}

function list(names: readonly string[]): string {
  return names.map(neutraliseLine).join(', ');
}
