import type { ApiSchemas } from '@loadout/server/client';
import type { DoneEntry } from './changes/undo-book.js';

export type AuditEntry = ApiSchemas['AuditEntry'];

/** Lines of the log that one change wrote. */
export interface ChangeGroup {
  readonly id: number;
  readonly at: string;
  readonly actor: AuditEntry['actor'];
  readonly entries: readonly AuditEntry[];
  /** What this tab knows of it; undefined: it is somebody else's, or of before it was loaded. */
  readonly done: DoneEntry | undefined;
}

/** Puts lines together that were written at once, and finds those that this tab can take back. Newest first, as they come. */
export function groupEntries(
  entries: readonly AuditEntry[],
  book: readonly DoneEntry[],
  token: string,
): readonly ChangeGroup[] {
  const groups: { id: number; at: string; actor: AuditEntry['actor']; entries: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last !== undefined && last.at === entry.at && last.actor.token === entry.actor.token) last.entries.push(entry);
    else groups.push({ id: entry.id, at: entry.at, actor: entry.actor, entries: [entry] });
  }
  const free = [...book];
  return groups.map((group) => {
    const tools = new Set(group.entries.map(({ tool }) => tool));
    const index = group.actor.token === token ? free.findIndex((done) => isOf(done, tools)) : -1;
    const [done] = index === -1 ? [] : free.splice(index, 1);
    return { ...group, done };
  });
}

function isOf({ changed }: DoneEntry, tools: ReadonlySet<string | null>): boolean {
  return changed.length === tools.size && changed.every((name) => tools.has(name));
}
