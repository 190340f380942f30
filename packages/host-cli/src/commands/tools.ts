import { setTimeout as sleep } from 'node:timers/promises';
import type { CatalogueReport, CompanionReport, Host } from '@loadout/core';
import { formatTable, type Table } from '../output/table.js';
import type { Session } from '../session.js';
import { countTools, describeProblems, hasNoProvider } from './describe-companion.js';

/** How long a companion without a provider is given to register one late, so that the refusal of it is shown. */
const lateMs = 100;

/** All tools; what was left out, and why; how companions are. */
export async function listTools(
  { host, out, configuration }: Session,
  flags: { readonly json?: boolean; readonly locale?: string },
): Promise<number> {
  const report = await readReport(host, flags.locale ?? configuration.locale);
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

/** The catalogue, with what a companion registers too late told. */
export async function readReport(host: Host, locale = 'en'): Promise<CatalogueReport> {
  const report = await host.catalogue({ locale });
  if (!report.companions.some(hasNoProvider)) return report;
  await sleep(lateMs);
  return host.catalogue({ locale });
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
    [
      'Companions',
      {
        titles: ['COMPANION', 'STATE', 'TOOLS', 'PROBLEM'],
        rows: companions.map((companion) => toRow(companion, tools)),
        last: 'wrap',
      },
    ],
  ];
}

function toRow(companion: CompanionReport, tools: CatalogueReport['tools']): readonly string[] {
  return [companion.id, companion.state, String(countTools(companion, tools)), describeProblems(companion)];
}
