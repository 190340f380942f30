import type { CatalogueReport, CompanionReport } from '@loadout/core';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { awaitLists } from './await-lists.js';
import { countTools, describeProblems } from './describe-companion.js';
import { readReport } from './tools.js';

interface Flags {
  readonly json?: boolean;
}

/** How companions are. */
export async function listCompanions({ host, out }: Session, flags: Flags): Promise<number> {
  print(out, await readReport(host), flags);
  return 0;
}

/** Asks them for their lists again, and keeps the answers in the database, where there is one; 1 where one still fails. */
export async function refreshCompanions({ host, out }: Session, id: string | undefined, flags: Flags): Promise<number> {
  await host.refresh(id);
  await awaitLists(host);
  const { tools, companions: all } = await readReport(host);
  const companions = all.filter((companion) => id === undefined || companion.id === id);
  print(out, { tools, companions }, flags);
  if (!flags.json)
    out.note('A running server has lists of its own: POST /api/v1/companions/refresh asks for them again.');
  return companions.some(({ state }) => state === 'failed' || state === 'stale') ? 1 : 0;
}

function print(
  out: Session['out'],
  { tools, companions }: Pick<CatalogueReport, 'tools' | 'companions'>,
  { json }: Flags,
): void {
  if (json) out.printJson({ companions });
  else if (companions.length === 0)
    out.print('No companion is configured. Name one in "companions" of the configuration.');
  else {
    const rows = companions.map((companion) => [
      companion.id,
      companion.state,
      String(countTools(companion, tools)),
      findNewestList(companion),
      describeProblems(companion),
    ]);
    const titles = ['COMPANION', 'STATE', 'TOOLS', 'LISTED', 'PROBLEM'];
    const dispensable = ['LISTED', 'TOOLS'];
    for (const line of formatTable({ titles, rows, last: 'wrap', dispensable }, out)) out.print(line);
  }
}

function findNewestList({ providers }: CompanionReport): string {
  const times = providers.map(({ listedAt }) => listedAt ?? '').sort();
  return times.at(-1) || 'never';
}
