import type { Actor, AuditEntry, AuditFilter, Change } from '@loadout/core';
import { readPageLimit, toIsoBound } from '@loadout/core';
import type { Selectable } from 'kysely';
import { inBatches } from './in-batches.js';
import { nextNumber } from './next-number.js';
import { parseJson } from './parse-json.js';
import type { AuditTable, StoreDatabase } from './schema.js';

/** Entries that one query looks through: a filter that matches none must not read the whole log at once. */
const WINDOW_SIZE = 2000;

/** Newest first. */
export async function listAudit(database: StoreDatabase, filter: AuditFilter = {}): Promise<readonly AuditEntry[]> {
  const limit = readPageLimit(filter.limit);
  const entries: AuditEntry[] = [];
  let end = await nextNumber(database, 'audit');
  if (filter.beforeId !== undefined) end = Math.min(end, filter.beforeId);
  for (; end > 1 && entries.length < limit; end -= WINDOW_SIZE) {
    const rows = await selectEntries(database, filter)
      .where('id', '<', end)
      .where('id', '>=', end - WINDOW_SIZE)
      .orderBy('id', 'desc')
      .limit(limit - entries.length)
      .execute();
    for (const row of rows) entries.push(toEntry(row));
  }
  return entries;
}

/** Adds changes in their order. */
export async function addAudit(
  database: StoreDatabase,
  entry: { readonly at: string; readonly actor: Actor; readonly changes: readonly Change[] },
): Promise<void> {
  const first = await nextNumber(database, 'audit');
  const rows = entry.changes.map((change, index) => ({
    id: first + index,
    at: entry.at,
    actor_name: entry.actor.name,
    actor_via: entry.actor.via,
    actor_token: entry.actor.token ?? null,
    action: change.action,
    bot_id: change.bot,
    tool_name: change.tool,
    subject: change.subject,
    value_before: JSON.stringify(change.before),
    value_after: JSON.stringify(change.after),
  }));
  for (const batch of inBatches(rows)) await database.insertInto('audit').values(batch).execute();
}

function selectEntries(database: StoreDatabase, { bot, tool, action, actor, since, until }: AuditFilter) {
  let query = database.selectFrom('audit').selectAll();
  if (bot !== undefined) query = query.where('bot_id', '=', bot);
  if (tool !== undefined) query = query.where('tool_name', '=', tool);
  if (action !== undefined) query = query.where('action', '=', action);
  if (actor !== undefined) query = query.where('actor_name', '=', actor);
  if (since !== undefined) query = query.where('at', '>=', toIsoBound(since));
  if (until !== undefined) query = query.where('at', '<', toIsoBound(until));
  return query;
}

function toActor({ actor_name: name, actor_via: via, actor_token: token }: Selectable<AuditTable>): Actor {
  return Object.freeze({ name, via, ...(token === null ? {} : { token }) });
}

function toEntry(row: Selectable<AuditTable>): AuditEntry {
  const parse = (column: 'value_before' | 'value_after') =>
    parseJson(row[column], { table: 'audit', column, row: `id ${row.id}` });
  return Object.freeze({
    id: row.id,
    at: row.at,
    actor: toActor(row),
    action: row.action,
    bot: row.bot_id,
    tool: row.tool_name,
    subject: row.subject,
    before: parse('value_before'),
    after: parse('value_after'),
  });
}
