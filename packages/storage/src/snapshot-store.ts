import type { CompanionSnapshot } from '@loadout/core';
import type { Selectable } from 'kysely';
import { parseJsonArray, parseJsonObject } from './parse-json.js';
import { readPages } from './read-pages.js';
import type { CompanionSnapshotsTable, StoreDatabase } from './schema.js';

/**
 * In order of owners. One row at a time: each may be a list of a thousand tools. A row that somebody broke is left out
 * alone, because the others keep names from being taken; the examination of the store tells of it.
 */
export async function listSnapshots(database: StoreDatabase): Promise<readonly CompanionSnapshot[]> {
  const rows = await readPages<Selectable<CompanionSnapshotsTable>>((last) => {
    let query = database.selectFrom('companion_snapshots').selectAll();
    if (last !== undefined) query = query.where('owner', '>', last.owner);
    return query.orderBy('owner').limit(1).execute();
  }, 1);
  return rows.flatMap((row) => {
    try {
      return [toSnapshot(row)];
    } catch {
      return [];
    }
  });
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
