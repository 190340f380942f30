/*
 * Somebody else changed the loadout meanwhile. What he did not touch of what is to be changed is changed all the same; for
 * the rest a person decides. Rows tell most of it, and the log what rows do not show, as the content of an override.
 */
import type { ApiSchemas } from '@loadout/server/client';
import { api, read } from '../../../api/client.js';
import { queryClient } from '../../../api/query-client.js';
import { assignmentsQuery } from '../../loadout/drawer/drawer-queries.js';
import { botToolsKey, findKnownTools } from './bot-tools-query.js';
import { findRevision, noteRevision } from './known-revisions.js';
import type { LoadoutChange, ToolRow } from './loadout-types.js';

type AuditEntry = ApiSchemas['AuditEntry'];
type Assignment = ApiSchemas['Assignment'];

/** What of a row counts when somebody else's change is looked for. */
export type RowFacts = Pick<ToolRow, 'isAssigned' | 'hasOverride' | 'owner' | 'position'> & {
  /** Where it is known: rows do not have it. */
  readonly settingsOverride?: Assignment['settingsOverride'];
};

/** Rows as they are known now, by name. */
export function factsOf(bot: string, tools: readonly string[]): ReadonlyMap<string, RowFacts> {
  const wanted = new Set(tools);
  const rows = findKnownTools(bot)?.rows.filter(({ name }) => wanted.has(name)) ?? [];
  return new Map(rows.map((row) => [row.name, row]));
}

/** The bot's assignments as they are now, by the names of tools. */
export async function readAssignments(bot: string): Promise<ReadonlyMap<string, Assignment>> {
  const assignments = await queryClient.fetchQuery({ ...assignmentsQuery(bot), staleTime: 0 });
  return new Map(assignments.map((assignment) => [assignment.toolName, assignment]));
}

/** Reads the loadout again, so that its present revision and rows are known. */
export async function readAgain(bot: string): Promise<void> {
  const answer = api.GET('/api/v1/bots/{bot}', { params: { path: { bot } } });
  const { loadoutRevision } = await read(answer);
  noteRevision(bot, loadoutRevision, (await answer).response);
  await queryClient.refetchQueries({ queryKey: botToolsKey(bot), type: 'active' });
}

/**
 * By tool who of the others changed it since a time of the host's; without one, where the last change of it was another's. Empty
 * where the log cannot be read.
 */
export async function findAuthors(bot: string, since: string | undefined): Promise<ReadonlyMap<string, AuditEntry>> {
  try {
    const own = ownToken();
    const { entries } = await read(api.GET('/api/v1/audit', { params: { query: { bot, limit: 200 } } }));
    // A header tells whole seconds only.
    const from = since === undefined ? 0 : Date.parse(since) - 1_000;
    const isForeign = ({ actor }: AuditEntry): boolean => actor.token !== own;
    const counted = entries.filter(
      (entry) => since === undefined || (Date.parse(entry.at) >= from && isForeign(entry)),
    );
    const last = new Map(
      counted.reverse().flatMap((entry) => (entry.tool === null ? [] : [[entry.tool, entry] as const])),
    );
    return new Map([...last].filter(([, entry]) => isForeign(entry)));
  } catch {
    // Rows still tell what was switched and moved.
    return new Map();
  }
}

/** Whether somebody else changed what a change is about. Places count where the rows are not shown in new ones already. */
export function isTouched(
  change: LoadoutChange,
  base: RowFacts | undefined,
  now: RowFacts | undefined,
  { entry, withPlaces }: { readonly entry?: AuditEntry | undefined; readonly withPlaces: boolean },
): boolean {
  if (entry !== undefined && (change.action === 'move' || !isPlaceAlone(entry))) return true;
  if (base === undefined || now === undefined) return false;
  if (withPlaces && change.action === 'move' && base.position !== now.position) return true;
  if (base.isAssigned !== now.isAssigned || base.hasOverride !== now.hasOverride || base.owner !== now.owner)
    return true;
  const { settingsOverride: own } = base;
  return own !== undefined && now.settingsOverride !== undefined && !isSameOverride(own, now.settingsOverride);
}

/** Whether two bots' own settings, or those of two times, are the same. */
export function isSameOverride(one: Assignment['settingsOverride'], other: Assignment['settingsOverride']): boolean {
  return write(one) === write(other);
}

function write(override: Assignment['settingsOverride']): string {
  return JSON.stringify(override && Object.entries(override).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Tools give way to one that is moved. */
function isPlaceAlone({ action, after }: AuditEntry): boolean {
  return (
    action === 'assignment-changed' &&
    typeof after === 'object' &&
    after !== null &&
    Object.keys(after).every((key) => key === 'position')
  );
}

function ownToken(): string | undefined {
  return queryClient.getQueryData<ApiSchemas['About']>(['about'])?.you.token;
}

/** The host's time of what this tab knows. */
export function knownSince(bot: string): string | undefined {
  return findRevision(bot)?.at;
}
