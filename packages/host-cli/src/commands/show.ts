import {
  CONFIDENCE_LEVELS,
  type ConfidenceLevel,
  type Host,
  type LoadoutView,
  MODEL_APIS,
  requireBotId,
  type ShowOptions,
  type WithheldTool,
} from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { quoteWord } from '../shell-words.js';
import { awaitLists } from './await-lists.js';
import { requireChoice } from './require-choice.js';

/** Those of the host that this command opens. */
const COMPONENTS = ['chat', 'assistant'] as const;

/** As whom the loadout is looked at, and how it is printed. */
interface ShowFlags {
  readonly component?: string;
  readonly confidence?: string;
  readonly api?: string;
  readonly locale?: string;
  readonly json?: boolean;
}

/** A bot's loadout as a turn started now would have it. */
export async function show({ host, out, configuration }: Session, botId: string, flags: ShowFlags): Promise<number> {
  const { locale = configuration.locale } = flags;
  const view = await showPatiently(host, requireBotId(botId), { ...toOptions(flags), locale });
  if (flags.json) {
    out.printJson(view);
    return 0;
  }
  const { bot, offered, withheld } = view;
  out.print(`${out.style.bold(bot.id)}  ${neutraliseLine(bot.displayName)}  since ${bot.createdAt}`);
  if (offered.length + withheld.length === 0)
    out.print(`It has no tools. Give it some with "loadout assign ${bot.id} TOOL".`);
  if (offered.length > 0) {
    out.print(`\n${out.style.bold(`Offered (${offered.length})`)}`);
    const sent = new Map(view.converted.map((tool) => [tool.name, describeMode(tool)]));
    const rows = offered.map(({ name, owner, label }) => [
      name,
      owner,
      ...(flags.api ? [sent.get(name) ?? ''] : []),
      label,
    ]);
    const titles = ['TOOL', 'OWNER', ...(flags.api ? ['SENT'] : []), 'LABEL'];
    for (const line of formatTable({ titles, rows, last: 'cut' }, out)) out.print(line);
  }
  if (withheld.length > 0) {
    out.print(`\n${out.style.bold(`Withheld (${withheld.length})`)}`);
    const rows = withheld.flatMap((tool) => toRows(tool, view));
    const titles = ['TOOL', 'OWNER', 'LABEL', 'CODE', 'WHY'];
    for (const line of formatTable({ titles, rows, last: 'wrap' }, out)) out.print(line);
  }
  if (view.instructions !== '') {
    out.print(`\n${out.style.bold('Added to the system prompt')}`);
    for (const line of view.instructions.split('\n')) out.print(neutraliseLine(line));
  }
  return 0;
}

function toOptions({ component, confidence, api }: ShowFlags): ShowOptions {
  const levels = Object.keys(CONFIDENCE_LEVELS) as ConfidenceLevel[]; // the keys of a literal object
  return {
    ...(component === undefined ? {} : { component: requireChoice('--component', component, COMPONENTS) }),
    ...(confidence === undefined ? {} : { confidence: requireChoice('--confidence', confidence, levels) }),
    ...(api === undefined ? {} : { model: { api: requireChoice('--api', api, MODEL_APIS) } }),
  };
}

function describeMode({ mode, isChanged }: LoadoutView['converted'][number]): string {
  return isChanged ? `${mode}, changed` : mode;
}

/** The first reason decides; below it, what else would keep the tool back. */
function toRows(tool: WithheldTool, view: LoadoutView): readonly (readonly string[])[] {
  const { name, owner, label, reasons } = tool;
  return reasons.map(({ code, reason }, index) => {
    const remedy = describeRemedy(code, tool, view);
    const why = remedy === undefined ? reason : `${reason} ${remedy}`;
    return index === 0 ? [name, owner, label, code, why] : ['', '', '', `also ${code}`, why];
  });
}

/** What to type, where a command says more or mends it. */
function describeRemedy(code: WithheldTool['code'], tool: WithheldTool, view: LoadoutView): string | undefined {
  if (code === 'owner-changed') return describeAcceptance(tool, view);
  return code === 'not-configured'
    ? `See: loadout settings explain ${quoteWord(tool.name)} --bot ${view.bot.id}`
    : undefined;
}

/** The command that gives every bot the tool of its present owner. */
function describeAcceptance({ name, owner }: WithheldTool, { assignments }: LoadoutView): string {
  const before = assignments.find(({ toolName }) => toolName === name)?.owner ?? 'OLD';
  return `For all bots: loadout owners accept ${quoteWord(before)} ${quoteWord(owner)}`;
}

/** Waits for the companions of tools that may be withheld only because they have not listed them yet. */
export async function showPatiently(host: Host, botId: string, options: ShowOptions): Promise<LoadoutView> {
  const view = await host.show(botId, options);
  const owners = view.withheld.filter(({ code }) => code === 'companion-failed').map(({ owner }) => owner);
  return owners.length > 0 && (await awaitLists(host, { owners })) ? host.show(botId, options) : view;
}
