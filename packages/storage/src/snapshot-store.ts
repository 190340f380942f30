import type { CompanionSnapshot } from '@loadout/core';
import type { Selectable } from 'kysely';
import { parseJsonArray, parseJsonObject } from './parse-json.js';
import { readPages } from './read-pages.js';
import type { CompanionSnapshotsTable, StoreDatabase } from './schema.js';

/** In order of owners. One row at a time: each may be a list of a thousand tools. */
export function listSnapshots(database: StoreDatabase): Promise<readonly CompanionSnapshot[]> {
  return readPages<CompanionSnapshot>(async (last) => {
    let query = database.selectFrom('companion_snapshots').selectAll();
    if (last !== undefined) query = query.where('owner', '>', last.owner);
    return (await query.orderBy('owner').limit(1).execute()).map(toSnapshot);
  }, 1);
}

/** Writes over the one of the same owner. */
export async function putSnapshot(database: StoreDatabase, snapshot: CompanionSnapshot): Promise<void> {
  await database
    .insertInto('companion_snapshots')
    .values({
      owner: snapshot.owner,
      companion_id: snapshot.companionId,
      tools: JSON.stringify(snapshot.tools),
      metadata: JSON.stringify(snapshot.metadata),
      hash: snapshot.hash,
      listed_at: snapshot.listedAt,
    })
    .onConflict((conflict) =>
      conflict.column('owner').doUpdateSet(({ ref }) => ({
        companion_id: ref('excluded.companion_id'),
        tools: ref('excluded.tools'),
        metadata: ref('excluded.metadata'),
        hash: ref('excluded.hash'),
        listed_at: ref('excluded.listed_at'),
      })),
    )
    .execute();
}

/** Removes it where it is there. */
export async function deleteSnapshot(database: StoreDatabase, owner: string): Promise<void> {
  await database.deleteFrom('companion_snapshots').where('owner', '=', owner).execute();
}

function toSnapshot(row: Selectable<CompanionSnapshotsTable>): CompanionSnapshot {
  const place = (column: string) => ({ table: 'companion_snapshots', column, row: `owner "${row.owner}"` });
  return Object.freeze({
    owner: row.owner,
    companionId: row.companion_id,
    tools: parseJsonArray(row.tools, place('tools')),
    // Written by `putSnapshot`, whose argument has this type.
    metadata: parseJsonObject(row.metadata, place('metadata')) as unknown as CompanionSnapshot['metadata'],
    hash: row.hash,
    listedAt: row.listed_at,
  });
}
