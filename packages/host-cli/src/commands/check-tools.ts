import { type Host, isLoadoutError, type LeftOutTool, type ToolPortability } from '@loadout/core';
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
  const broken = (await listBroken(host)).filter(({ name }) => toolName === undefined || name === toolName);
  const tools = await onceListed(host, () => host.portability(toolName, options)).catch((error: unknown) => {
    // Of a broken definition there is more to say than that no tool has the name.
    if (broken.length === 0 || !isLoadoutError(error, 'TOOL_UNKNOWN')) throw error;
    return [];
  });
  const isWhole = broken.length === 0 && tools.every(({ apis }) => apis.every(({ mode }) => mode !== 'refused'));
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
  if (tools.length + broken.length === 0) out.print('There are no tools.');
  else if (tools.length === 0) return 1;
  else if (toolName === undefined) printAll(tools, out);
  for (const tool of toolName === undefined ? [] : tools) printOne(tool, out);
  return isWhole ? 0 : 1;
}

async function listBroken(host: Host): Promise<readonly LeftOutTool[]> {
  return (await host.catalogue()).leftOut.filter(({ status }) => status === 'quarantined');
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
