import { type Host, isLoadoutError, type LeftOutTool, type ToolPortability } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { awaitLists } from './await-lists.js';
import { onceListed } from './once-listed.js';

type ApiPortability = ToolPortability['apis'][number];

/** The flags of the command. */
export interface CheckToolsFlags {
  readonly json?: boolean;
  readonly strict?: boolean;
  /** Its tools, as they are sent together. */
  readonly bot?: string;
}

/** How each model API is given a tool, or all of them, and why so. */
export async function checkTools(
  { host, out }: Session,
  toolName: string | undefined,
  { json, strict, bot }: CheckToolsFlags,
): Promise<number> {
  const options = { ...(strict === true ? { strict } : {}), ...(bot === undefined ? {} : { bot }) };
  if (toolName === undefined || bot !== undefined) await awaitLists(host);
  const isAsked = await describeAsked(host, toolName, bot);
  const broken = (await listBroken(host)).filter(isAsked);
  const tools = await onceListed(host, () => host.portability(toolName, options)).catch((error: unknown) => {
    // Of a broken definition there is more to say than that no tool has the name.
    if (broken.length === 0 || !isLoadoutError(error, 'TOOL_UNKNOWN')) throw error;
    return [];
  });
  const isWhole = broken.length === 0 && tools.every(({ apis }) => apis.every(isSent));
  if (json) {
    out.printJson({ tools, leftOut: broken });
    return isWhole ? 0 : 1;
  }
  for (const { name, owner, reason } of broken) {
    out.warn(
      neutraliseLine(
        `${name ?? 'A tool without a name'} of ${owner} is sent through no API, because its definition is broken: ${reason}`,
      ),
    );
  }
  if (tools.length + broken.length === 0)
    out.print(bot === undefined ? 'There are no tools.' : `The bot "${bot}" has no tools that could be sent.`);
  else if (tools.length === 0) return 1;
  else if (toolName === undefined) printAll(tools, bot, out);
  for (const tool of toolName === undefined ? [] : tools) printOne(tool, out);
  return isWhole ? 0 : 1;
}

/** Which tools are looked at. */
async function describeAsked(
  host: Host,
  toolName: string | undefined,
  bot: string | undefined,
): Promise<(tool: LeftOutTool) => boolean> {
  if (bot === undefined) return ({ name }) => toolName === undefined || name === toolName;
  const { assignments } = await host.show(bot);
  const names = new Set(assignments.map((assignment) => assignment.toolName));
  return ({ name }) => name !== null && names.has(name) && (toolName === undefined || name === toolName);
}

/** Gemini's older place for schemas is one that nobody has to use. */
function isSent({ mode, geminiSchema }: ApiPortability): boolean {
  return mode !== 'refused' || geminiSchema !== undefined;
}

async function listBroken(host: Host): Promise<readonly LeftOutTool[]> {
  return (await host.catalogue()).leftOut.filter(({ status }) => status === 'quarantined');
}

function printAll(tools: readonly ToolPortability[], bot: string | undefined, out: Session['out']): void {
  const apis = tools[0]?.apis.map(nameWay) ?? [];
  const titles = ['TOOL', ...apis.map((api) => api.toUpperCase()), 'OWNER'];
  const rows = tools.map(({ name, owner, apis: sent }) => [name, ...sent.map(describeMode), owner]);
  for (const line of formatTable({ titles, rows, last: 'cut' }, out)) out.print(line);
  const why = bot === undefined ? 'loadout tools check TOOL' : `loadout tools check TOOL --bot ${bot}`;
  out.print(`\n"changed": the schema is not, word for word, the tool's own. Why: ${why}`);
  for (const line of describeOverBudget(tools)) out.print(line);
}

function printOne({ name, owner, apis }: ToolPortability, out: Session['out']): void {
  out.print(`${out.style.bold(name)}  ${neutraliseLine(owner)}`);
  for (const sent of apis) {
    out.print(`\n${out.style.bold(nameWay(sent))}  ${describeMode(sent)}`);
    const rows = sent.remarks.map(({ pointer, code, message }) => [
      pointer === '' ? '(whole)' : pointer,
      code,
      message,
    ]);
    if (rows.length === 0) continue;
    for (const line of formatTable({ titles: ['WHERE', 'CODE', 'WHAT'], rows, last: 'wrap' }, out)) out.print(line);
  }
}

/** Tools that are sent non-strict because a request has no room for more strict ones. */
function describeOverBudget(tools: readonly ToolPortability[]): readonly string[] {
  const over = new Map<string, string[]>();
  for (const { name, apis } of tools) {
    for (const sent of apis) {
      if (!sent.remarks.some(({ code }) => code === 'strict-budget')) continue;
      over.set(nameWay(sent), [...(over.get(nameWay(sent)) ?? []), name]);
    }
  }
  return [...over].map(([way, names]) => `More than ${way} takes strict in one request: ${names.join(', ')}.`);
}

function nameWay({ api, geminiSchema }: ApiPortability): string {
  return geminiSchema === undefined ? api : `${api} ${geminiSchema}`;
}

function describeMode({ mode, isChanged }: ApiPortability): string {
  return isChanged && mode !== 'refused' ? `${mode}, changed` : mode;
}
