import type { CompanionReport } from '@loadout/core';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { awaitLists } from './await-lists.js';
import { countTools, describeProblems } from './describe-companion.js';
import { readReport } from './tools.js';

interface Flags {
  readonly json?: boolean;
}

/** How companions are. */
export async function listCompanions(session: Session, flags: Flags): Promise<number> {
  await print(session, flags, () => true);
  return 0;
}

/** Asks them for their lists again. The answers are kept in the database, where there is one. */
export async function refreshCompanions(session: Session, id: string | undefined, flags: Flags): Promise<number> {
  const { host, out } = session;
  await host.refresh(id);
  await awaitLists(host);
  await print(session, flags, (companion) => id === undefined || companion.id === id);
  if (!flags.json)
    out.note('A running server has lists of its own: POST /api/v1/companions/refresh asks for them again.');
  return 0;
}

async function print(
  { host, out }: Session,
  { json }: Flags,
  isWanted: (companion: CompanionReport) => boolean,
): Promise<void> {
  const { tools, companions: all } = await readReport(host);
  const companions = all.filter(isWanted);
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
    for (const line of formatTable({ titles, rows, last: 'wrap' }, out)) out.print(line);
  }
}

function findNewestList({ providers }: CompanionReport): string {
  const times = providers.map(({ listedAt }) => listedAt ?? '').sort();
  return times.at(-1) || 'never';
}
