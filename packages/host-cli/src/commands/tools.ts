import { setTimeout as sleep } from 'node:timers/promises';
import type { CatalogueReport, CompanionReport, Host } from '@loadout/core';
import { formatTable, type Table } from '../output/table.js';
import type { Session } from '../session.js';
import { isOwnerOf } from './is-owner-of.js';

/** How long a companion without a provider is given to register one late, so that the refusal of it is shown. */
const lateMs = 100;

/** All tools; what was left out, and why; how companions are. */
export async function listTools({ host, out }: Session, flags: { readonly json?: boolean }): Promise<number> {
  const report = await readReport(host);
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

async function readReport(host: Host): Promise<CatalogueReport> {
  const report = await host.catalogue();
  if (!report.companions.some(hasNoProvider)) return report;
  await sleep(lateMs);
  return host.catalogue();
}

function hasNoProvider({ state, providers }: CompanionReport): boolean {
  return state === 'ready' && providers.length === 0;
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

/** Its tools are those that bots can get. */
function toRow(companion: CompanionReport, tools: CatalogueReport['tools']): readonly string[] {
  const { id, state } = companion;
  const toolCount = tools.filter(({ owner }) => isOwnerOf(id, owner)).length;
  return [id, state, String(toolCount), describeProblems(companion)];
}

/** The newest problem is the one to look at; JSON has all. */
function describeProblems(companion: CompanionReport): string {
  const { problems } = companion;
  const newest = problems.at(-1);
  const parts = [
    newest === undefined ? '' : `${newest.message} [${newest.code}]`,
    problems.length > 1 ? `(+${problems.length - 1} more: --json)` : '',
    hasNoProvider(companion) && !problems.some(({ code }) => code === 'PROVIDER_REFUSED')
      ? 'It registered no provider: listen to CollectToolProviders and answer it synchronously.'
      : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
