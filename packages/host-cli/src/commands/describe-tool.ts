import type { ToolDescription } from '@loadout/core';
import { neutraliseLine, neutraliseText } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { onceListed } from './once-listed.js';

/** All that is known of one tool, also of one that nobody lists at present. */
export async function showTool(
  { host, out, configuration }: Session,
  name: string,
  { json, locale = configuration.locale }: { readonly json?: boolean; readonly locale?: string },
): Promise<number> {
  const description = await onceListed(host, () => host.describeTool(name, { locale }));
  if (json) {
    out.printJson(description);
    return 0;
  }
  const { tool, leftOut, bots } = description;
  const absence = leftOut.length > 0 ? 'it is left out: see why below' : 'nobody lists it at present';
  out.print(`${out.style.bold(description.name)}  ${tool === null ? absence : neutraliseLine(tool.label)}`);
  if (tool !== null) {
    const rows = listFacts(tool).filter(([, value]) => value !== '');
    for (const line of formatTable({ titles: ['', ''], rows, last: 'wrap' }, out).slice(1)) out.print(line);
    out.print(`\n${out.style.bold('Arguments')}\n${formatJson(tool.schema)}`);
    if (tool.settingsSchema !== undefined) {
      out.print(
        `\n${out.style.bold('Settings')}  see "loadout settings explain ${tool.name}"\n${formatJson(tool.settingsSchema)}`,
      );
    }
  }
  if (bots.length > 0) {
    out.print(`\n${out.style.bold(`Bots (${bots.length})`)}`);
    const rows = bots.map(({ bot, owner }) => [bot, owner]);
    for (const line of formatTable({ titles: ['BOT', 'FROM'], rows, last: 'cut' }, out)) out.print(line);
  }
  if (leftOut.length > 0) {
    out.print(`\n${out.style.bold(`Left out (${leftOut.length})`)}`);
    const rows = leftOut.map(({ owner, status, reason }) => [owner, status, reason]);
    for (const line of formatTable({ titles: ['OWNER', 'STATUS', 'WHY'], rows, last: 'wrap' }, out)) out.print(line);
  }
  return 0;
}

function listFacts(tool: NonNullable<ToolDescription['tool']>): readonly (readonly [string, string])[] {
  const { policy } = tool;
  const traits = [
    policy.kind,
    policy.readOnly ? 'read-only' : 'may change something',
    ...(policy.destructive ? ['destructive'] : []),
    ...(policy.openWorld ? ['reaches other systems'] : []),
    `approval ${policy.approval}`,
  ];
  return [
    ['owner', tool.owner],
    ['own name', tool.originalName ?? ''],
    ['state', tool.state],
    ['description', tool.description],
    ['aliases', tool.aliases.join(', ')],
    ['policy', traits.join(', ')],
    ['confidence', tool.minimumConfidence === undefined ? '' : `${tool.minimumConfidence} or more`],
    ['instructions', tool.systemPromptInstructions ?? ''],
    ['hash', tool.definitionHash],
  ];
}

function formatJson(value: unknown): string {
  return neutraliseText(JSON.stringify(value, null, 2));
}
