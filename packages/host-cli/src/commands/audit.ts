import type { AuditAction, AuditFilter } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import type { Session } from '../session.js';
import { describeChange } from './describe-change.js';
import { readPages } from './read-pages.js';

/** Which changes. */
interface AuditFlags {
  readonly bot?: string;
  readonly tool?: string;
  readonly action?: string;
  readonly actor?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

/** Changes, the newest last. */
export async function listAudit({ host, out }: Session, { json, limit, ...flags }: AuditFlags): Promise<number> {
  const { action, ...names } = flags;
  const filter: AuditFilter = {
    ...names,
    // Of a word that names no action nothing is found.
    ...(action === undefined ? {} : { action: action as AuditAction }),
  };
  const entries = await readPages(limit ?? 100, (page) => host.audit({ ...filter, ...page }));
  for (const entry of entries) {
    if (json) {
      out.printJsonLine(entry);
      continue;
    }
    const { name, via } = entry.actor;
    out.print(`${out.style.dim(`${entry.at} ${neutraliseLine(name)} (${via})`)}  ${describeChange(entry, out.style)}`);
  }
  if (entries.length === 0 && !json) out.print('There is no such change.');
  return 0;
}
