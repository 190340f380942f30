import type { ToolPortability } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { awaitLists } from './await-lists.js';
import { onceListed } from './once-listed.js';

type ApiPortability = ToolPortability['apis'][number];

/** How each model API is given a tool, or all of them, and why so. */
export async function checkTools(
  { host, out }: Session,
  toolName: string | undefined,
  { json, strict }: { readonly json?: boolean; readonly strict?: boolean },
): Promise<number> {
  const options = strict === true ? { strict } : {};
  if (toolName === undefined) await awaitLists(host);
  const tools = await onceListed(host, () => host.portability(toolName, options));
  const isWhole = tools.every(({ apis }) => apis.every(({ mode }) => mode !== 'refused'));
  if (json) {
    out.printJson({ tools });
    return isWhole ? 0 : 1;
  }
  if (tools.length === 0) out.print('There are no tools.');
  else if (toolName === undefined) printAll(tools, out);
  for (const tool of toolName === undefined ? [] : tools) printOne(tool, out);
  return isWhole ? 0 : 1;
}

function printAll(tools: readonly ToolPortability[], out: Session['out']): void {
  const apis = tools[0]?.apis.map(({ api }) => api) ?? [];
  const titles = ['TOOL', ...apis.map((api) => api.toUpperCase()), 'OWNER'];
  const rows = tools.map(({ name, owner, apis: sent }) => [name, ...sent.map(describeMode), owner]);
  for (const line of formatTable({ titles, rows, last: 'cut' }, out)) out.print(line);
  out.print('\n"changed": the schema is not, word for word, the tool\'s own. Why: loadout tools check TOOL');
}

function printOne({ name, owner, apis }: ToolPortability, out: Session['out']): void {
  out.print(`${out.style.bold(name)}  ${neutraliseLine(owner)}`);
  for (const sent of apis) {
    out.print(`\n${out.style.bold(sent.api)}  ${describeMode(sent)}`);
    const rows = sent.remarks.map(({ pointer, code, message }) => [
      pointer === '' ? '(whole)' : pointer,
      code,
      message,
    ]);
    if (rows.length === 0) continue;
    for (const line of formatTable({ titles: ['WHERE', 'CODE', 'WHAT'], rows, last: 'wrap' }, out)) out.print(line);
  }
}

function describeMode({ mode, isChanged }: ApiPortability): string {
  return isChanged && mode !== 'refused' ? `${mode}, changed` : mode;
}
