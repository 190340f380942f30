import type { AssignedTool, Assignment } from '@loadout/core';
import { toAssignment, toRow } from './assignment-row.js';
import { requireBot } from './bot-store.js';
import type { ReadAccess } from './database-session.js';
import { inBatches } from './in-batches.js';
import { PAGE_SIZE, readPages } from './read-pages.js';
import type { StoreDatabase } from './schema.js';

/**
 * In order of their positions; empty for an unknown bot. Nearly every loadout is one page, which needs no transaction.
 * Pages are in order of names, as rows are found in that order without sorting all of them for each page.
 */
export async function listAssignments(access: ReadAccess, botId: string): Promise<readonly Assignment[]> {
  let assignments = await access.read((database) => readAssignments(database, botId));
  if (assignments.length === PAGE_SIZE) {
    assignments = await access.readWhole((database) =>
      readPages<Assignment>((last) => readAssignments(database, botId, last)),
    );
  }
  return assignments.toSorted((a, b) => a.position - b.position);
}

async function readAssignments(
  database: StoreDatabase,
  botId: string,
  last?: Assignment,
): Promise<readonly Assignment[]> {
  let query = database.selectFrom('bot_tools').selectAll().where('bot_id', '=', botId);
  if (last !== undefined) query = query.where('tool_name', '>', last.toolName);
  return (await query.orderBy('tool_name').limit(PAGE_SIZE).execute()).map(toAssignment);
}

/**
 * What bots have, by name and owner. One group at a time: counting them all in one statement reads the whole table, and
 * the event loop waits as long.
 */
export function listAssignedTools(database: StoreDatabase): Promise<readonly AssignedTool[]> {
  return readPages<AssignedTool>(async (last) => {
    let query = database
      .selectFrom('bot_tools as counted')
      .select(({ fn, selectFrom }) => [
        'counted.tool_name',
        'counted.owner',
        fn.countAll<number>().as('bot_count'),
        selectFrom('bot_tools as newest')
          .select('newest.label')
          .whereRef('newest.tool_name', '=', 'counted.tool_name')
          .whereRef('newest.owner', '=', 'counted.owner')
          .orderBy('newest.updated_at', 'desc')
          .limit(1)
          .as('label'),
      ]);
    if (last !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('counted.tool_name', 'counted.owner'), '>', tuple(last.toolName, last.owner)),
      );
    }
    const rows = await query
      .groupBy(['counted.tool_name', 'counted.owner'])
      .orderBy('counted.tool_name')
      .orderBy('counted.owner')
      .limit(1)
      .execute();
    return rows.map((row) =>
      Object.freeze({
        toolName: row.tool_name,
        owner: row.owner,
        label: row.label ?? row.tool_name,
        botCount: Number(row.bot_count),
      }),
    );
  }, 1);
}

/** Ids in order. */
export function listBotsWithTool(
  database: StoreDatabase,
  toolName: string,
  owner: string | undefined,
): Promise<readonly string[]> {
  return readPages<string>(async (last) => {
    let query = database.selectFrom('bot_tools').select('bot_id').where('tool_name', '=', toolName);
    if (owner !== undefined) query = query.where('owner', '=', owner);
    if (last !== undefined) query = query.where('bot_id', '>', last);
    return (await query.orderBy('bot_id').limit(PAGE_SIZE).execute()).map(({ bot_id }) => bot_id);
  });
}

/** Writes over those of the same names. Throws `BOT_UNKNOWN`. */
export async function putAssignments(
  database: StoreDatabase,
  botId: string,
  assignments: readonly Assignment[],
): Promise<void> {
  await requireBot(database, botId);
  // One statement must not name a row twice; the last one counts.
  const rows = new Map(assignments.map((assignment) => [assignment.toolName, toRow(botId, assignment)]));
  for (const batch of inBatches([...rows.values()])) {
    await database
      .insertInto('bot_tools')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['bot_id', 'tool_name']).doUpdateSet(({ ref }) => ({
          owner: ref('excluded.owner'),
          label: ref('excluded.label'),
          definition_hash: ref('excluded.definition_hash'),
          settings_override: ref('excluded.settings_override'),
          position: ref('excluded.position'),
          assigned_at: ref('excluded.assigned_at'),
          updated_at: ref('excluded.updated_at'),
        })),
      )
      .execute();
  }
  if (rows.size > 0) await raiseLoadoutRevision(database, botId);
}

/** Throws `BOT_UNKNOWN`. */
export async function deleteAssignments(
  database: StoreDatabase,
  botId: string,
  toolNames: readonly string[],
): Promise<void> {
  await requireBot(database, botId);
  let isChanged = false;
  for (const batch of inBatches(toolNames)) {
    const rows = await database
      .deleteFrom('bot_tools')
      .where('bot_id', '=', botId)
      .where('tool_name', 'in', batch)
      .returning('tool_name')
      .execute();
    isChanged ||= rows.length > 0;
  }
  if (isChanged) await raiseLoadoutRevision(database, botId);
}

async function raiseLoadoutRevision(database: StoreDatabase, botId: string): Promise<void> {
  await database
    .updateTable('bots')
    .set(({ eb }) => ({ loadout_revision: eb('loadout_revision', '+', 1) }))
    .where('id', '=', botId)
    .execute();
}
