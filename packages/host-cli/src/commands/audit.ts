import { AUDIT_ACTIONS, type AuditFilter } from '@loadout/core';
import { neutraliseLine } from '../output/neutralise.js';
import type { Session } from '../session.js';
import { describeChange } from './describe-change.js';
import { readPages } from './read-pages.js';
import { requireChoice } from './require-choice.js';

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
    ...(action === undefined ? {} : { action: requireChoice('--action', action, AUDIT_ACTIONS) }),
  };
  const entries = await readPages(limit ?? 100, (page) => host.audit({ ...filter, ...page }));
  for (const entry of entries) {
    if (json) {
      out.printJsonLine(entry);
      continue;
    }
    const { name, via, token } = entry.actor;
    const through = token === undefined ? via : `${via}, token ${neutraliseLine(token)}`;
    const who = `${entry.at} ${neutraliseLine(name)} (${through})`;
    out.print(`${out.style.dim(who)}  ${describeChange(entry, out.style)}`);
  }
  if (entries.length === 0 && !json) {
    out.print(Object.keys(filter).length > 0 ? 'There is no such change.' : 'No change was recorded.');
  }
  return 0;
}
