import type { CatalogueReport, CompanionReport } from '@loadout/core';
import { formatTable, type Table } from '../output/table.js';
import type { Session } from '../session.js';

/** All tools; what was left out, and why; how companions are. */
export async function listTools({ host, out }: Session, flags: { readonly json?: boolean }): Promise<number> {
  const report = await host.catalogue();
  if (flags.json) {
    out.printJson(report);
    return 0;
  }
  for (const [title, table] of toTables(report)) {
    if (table.rows.length === 0) continue;
    if (title !== '') out.print(`\n${out.style.bold(`${title} (${table.rows.length})`)}`);
    for (const line of formatTable(table, out)) out.print(line);
  }
  if (report.tools.length === 0) out.print('There are no tools.');
  return 0;
}

function toTables({
  tools,
  leftOut,
  companions,
}: CatalogueReport): readonly (readonly [title: string, table: Table])[] {
  return [
    [
      '',
      {
        titles: ['TOOL', 'OWNER', 'WHAT IT DOES'],
        rows: tools.map(({ name, owner, state, summary, description }) => [
          name,
          state === 'stale' ? `${owner} (last good list)` : owner,
          summary || description,
        ]),
        last: 'cut',
      },
    ],
    [
      'Left out',
      {
        titles: ['TOOL', 'OWNER', 'STATUS', 'WHY'],
        rows: leftOut.map(({ name, owner, status, reason }) => [name ?? '(no name)', owner, status, reason]),
        last: 'wrap',
      },
    ],
    ['Companions', { titles: ['COMPANION', 'STATE', 'TOOLS', 'PROBLEM'], rows: companions.map(toRow), last: 'wrap' }],
  ];
}

/** The newest problem is the one to look at; JSON has all. */
function toRow({ id, state, problems, providers }: CompanionReport): readonly string[] {
  const newest = problems.at(-1);
  const toolCount = providers.reduce((sum, provider) => sum + provider.toolCount, 0);
  return [id, state, String(toolCount), newest === undefined ? '' : `${newest.message} [${newest.code}]`];
}
