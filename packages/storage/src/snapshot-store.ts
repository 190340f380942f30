import type { CompanionSnapshot, SnapshotSummary, StoredSnapshot } from '@loadout/core';
import { sql } from 'kysely';
import { parseJsonArray, parseJsonObject } from './parse-json.js';
import { readPages } from './read-pages.js';
import type { StoreDatabase } from './schema.js';

const SUMMARIES_AT_ONCE = 8;

/** In order of owners. A few at a time: to find the end of a row the database walks through all of it. */
export async function listSnapshots(
  database: StoreDatabase,
  companionId: string | undefined,
): Promise<readonly SnapshotSummary[]> {
  const rows = await readPages<SnapshotSummary>(async (last) => {
    let query = database
      .selectFrom('companion_snapshots')
      .select(['owner', 'companion_id as companionId', 'hash', 'listed_at as listedAt'])
      .select(sql<number>`octet_length(tools) + octet_length(metadata) + octet_length(dropped_tools)`.as('bytes'));
    if (companionId !== undefined) query = query.where('companion_id', '=', companionId);
    if (last !== undefined) query = query.where('owner', '>', last.owner);
    return query.orderBy('owner').limit(SUMMARIES_AT_ONCE).execute();
  }, SUMMARIES_AT_ONCE);
  return rows.map((row) => Object.freeze(row));
}

/** What somebody broke in it is null: the rest keeps names from being taken. */
export async function getSnapshot(database: StoreDatabase, owner: string): Promise<StoredSnapshot | undefined> {
  const row = await database
    .selectFrom('companion_snapshots')
    .selectAll()
    .where('owner', '=', owner)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const place = (column: string) => ({ table: 'companion_snapshots', column, row: `owner "${row.owner}"` });
  return Object.freeze({
    owner: row.owner,
    companionId: row.companion_id,
    tools: orNull(() => parseJsonArray(row.tools, place('tools'))),
    // Written by `putSnapshot`, whose argument has this type.
    metadata: orNull(() => parseJsonObject(row.metadata, place('metadata'))) as StoredSnapshot['metadata'],
    droppedTools: orNull(() => parseJsonArray(row.dropped_tools, place('dropped_tools'))),
    hash: row.hash,
    listedAt: row.listed_at,
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
      dropped_tools: JSON.stringify(snapshot.droppedTools),
    })
    .onConflict((conflict) =>
      conflict.column('owner').doUpdateSet(({ ref }) => ({
        companion_id: ref('excluded.companion_id'),
        tools: ref('excluded.tools'),
        metadata: ref('excluded.metadata'),
        hash: ref('excluded.hash'),
        listed_at: ref('excluded.listed_at'),
        dropped_tools: ref('excluded.dropped_tools'),
      })),
    )
    .execute();
}

/** Removes it where it is there. */
export async function deleteSnapshot(database: StoreDatabase, owner: string): Promise<void> {
  await database.deleteFrom('companion_snapshots').where('owner', '=', owner).execute();
}

function orNull<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    // Whoever reads it says so, and the examination of the store does.
    return null;
  }
}
