import type { ToolRow } from '../bot/changes/loadout-types.js';
import type { OwnerFacts } from './group-row.js';

/** How many rows there are, by what is said of them; what nobody lists counts as absent alone. */
export interface Counts {
  readonly all: number;
  readonly on: number;
  readonly offered: number;
  readonly withheld: number;
  readonly absent: number;
  /** Of what is offered together. */
  readonly tokens: number;
}

/** Counts rows as they are shown, so that a switch counts at once. */
export function countRows(rows: readonly ToolRow[]): Counts {
  const counts = { all: rows.length, on: 0, offered: 0, withheld: 0, absent: 0, tokens: 0 };
  for (const { isAssigned, state, isAbsent, tokens } of rows) {
    if (isAssigned) counts.on += 1;
    if (isAbsent) counts.absent += 1;
    else if (state === 'withheld') counts.withheld += 1;
    if (state !== 'offered') continue;
    counts.offered += 1;
    counts.tokens += tokens;
  }
  return counts;
}

/** What is said of each owner's tools, by owner. */
export function countOwners(rows: readonly ToolRow[]): ReadonlyMap<string, OwnerFacts> {
  const owners = new Map<string, { isBuiltIn: boolean; all: number; on: number; listedAt: string | null }>();
  for (const { owner, isBuiltIn, isAssigned, isAbsent, listedAt } of rows) {
    if (isAbsent) continue;
    const facts = owners.get(owner) ?? { isBuiltIn, all: 0, on: 0, listedAt };
    facts.all += 1;
    if (isAssigned) facts.on += 1;
    owners.set(owner, facts);
  }
  return owners;
}
