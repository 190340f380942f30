/*
 * What stands where: the bot's tools in the order of its loadout, then the others by owner. Rows never move under the
 * pointer: an arrangement stays while rows change in it, until somebody filters, moves, or asks for it.
 */
import type { WithheldCode } from '../../parts/reasons/reason-tone.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';

export type Show = 'all' | 'on' | 'offered' | 'withheld' | 'absent';

/** Which rows are wanted. */
export interface RowFilter {
  readonly show: Show;
  readonly reason: WithheldCode | undefined;
  readonly owner: string | undefined;
  readonly words: string;
}

/** A line of the list: the head of a group, or a tool by its name. */
export type ListItem =
  | {
      readonly kind: 'group';
      readonly key: string;
      /** Null: the bot's own tools. */
      readonly owner: string | null;
      readonly names: readonly string[];
      /** Its tools are not shown. Absent: it cannot be closed. */
      readonly isClosed?: boolean;
    }
  | { readonly kind: 'tool'; readonly key: string };

/** Key of the group of the bot's own tools. */
export const onGroup = 'group on';

const haystacks = new WeakMap<ToolRow, string>();

/** Puts the rows that are wanted in their places. */
export function arrangeRows(rows: readonly ToolRow[], filter: RowFilter): readonly ListItem[] {
  const wanted = rows.filter((row) => isWanted(row, filter));
  const own = wanted.filter(({ isAssigned }) => isAssigned).sort((a, b) => placeOf(a) - placeOf(b));
  const items: ListItem[] = [];
  addGroup(items, onGroup, null, own);
  const byOwner = new Map<string, ToolRow[]>();
  for (const row of wanted) {
    if (row.isAssigned) continue;
    const group = byOwner.get(row.owner);
    if (group === undefined) byOwner.set(row.owner, [row]);
    else group.push(row);
  }
  for (const [owner, group] of byOwner) addGroup(items, `group of ${owner}`, owner, group);
  return items;
}

/** What of an arrangement is still there. */
export function keepPresent(items: readonly ListItem[], names: ReadonlySet<string>): readonly ListItem[] {
  if (items.every((item) => item.kind === 'group' || names.has(item.key))) return items;
  const left = items.filter((item) => item.kind === 'group' || names.has(item.key));
  return left.filter((item, index) => item.kind === 'tool' || left[index + 1]?.kind === 'tool');
}

/** Without the tools of owners whose groups are closed. The bot's own group cannot be. */
export function closeGroups(items: readonly ListItem[], closed: ReadonlySet<string>): readonly ListItem[] {
  let isClosed = false;
  return items.flatMap((item): ListItem[] => {
    if (item.kind === 'tool') return isClosed ? [] : [item];
    isClosed = item.owner !== null && closed.has(item.owner);
    return item.owner === null ? [item] : [{ ...item, isClosed }];
  });
}

/**
 * How many rows are new, or would stand elsewhere if they were arranged now because others changed them. Who switches a tool
 * here knows it, and finds it where it was.
 */
export function countMisplaced(
  shown: readonly ListItem[],
  fresh: readonly ListItem[],
  others: ReadonlySet<string>,
): number {
  if (shown === fresh) return 0;
  const groups = groupOfEach(shown);
  const now = groupOfEach(fresh);
  let count = 0;
  for (const [name, group] of now) {
    const was = groups.get(name);
    if (was === undefined || (was !== group && others.has(name))) count += 1;
  }
  for (const name of groups.keys()) if (!now.has(name) && others.has(name)) count += 1;
  return count === 0 && !isSameOrder(groups, now) ? 1 : count;
}

/** Of those that are in the same group still, in each group. */
function isSameOrder(shown: ReadonlyMap<string, string>, fresh: ReadonlyMap<string, string>): boolean {
  const places = (groups: ReadonlyMap<string, string>): Map<string, number> => {
    const counts = new Map<string, number>();
    const found = new Map<string, number>();
    for (const [name, group] of groups) {
      if (shown.get(name) !== fresh.get(name)) continue;
      const place = counts.get(group) ?? 0;
      found.set(name, place);
      counts.set(group, place + 1);
    }
    return found;
  };
  const now = places(fresh);
  return [...places(shown)].every(([name, place]) => now.get(name) === place);
}

/** The names of the bot's tools in the order of its loadout. */
export function namesInOrder(rows: readonly ToolRow[]): readonly string[] {
  return rows
    .filter(({ isAssigned }) => isAssigned)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(({ name }) => name);
}

function isWanted(row: ToolRow, { show, reason, owner, words }: RowFilter): boolean {
  return (
    isShown(row, show) && hasReason(row, reason) && (owner === undefined || row.owner === owner) && hasWords(row, words)
  );
}

function isShown({ isAssigned, state, isAbsent }: ToolRow, show: Show): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'on':
      return isAssigned;
    case 'offered':
      return state === 'offered';
    case 'withheld':
      return state === 'withheld' && !isAbsent;
    case 'absent':
      return isAbsent;
  }
}

function hasReason({ isAssigned, reasons }: ToolRow, reason: string | undefined): boolean {
  return reason === undefined || (isAssigned && reasons.some(({ code }) => code === reason));
}

function hasWords(row: ToolRow, words: string): boolean {
  const wanted = words.trim();
  if (wanted === '') return true;
  let haystack = haystacks.get(row);
  if (haystack === undefined) {
    haystack = `${row.label}\n${row.name}\n${row.owner}\n${row.summary}`.toLowerCase();
    haystacks.set(row, haystack);
  }
  const text = haystack;
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What has no place yet is about to get the last one. */
function placeOf({ position }: ToolRow): number {
  return position ?? Number.MAX_SAFE_INTEGER;
}

function addGroup(items: ListItem[], key: string, owner: string | null, rows: readonly ToolRow[]): void {
  if (rows.length === 0) return;
  items.push({ kind: 'group', key, owner, names: rows.map(({ name }) => name) });
  for (const { name } of rows) items.push({ kind: 'tool', key: name });
}

function groupOfEach(items: readonly ListItem[]): Map<string, string> {
  const groups = new Map<string, string>();
  let group = '';
  for (const item of items) {
    if (item.kind === 'group') group = item.key;
    else groups.set(item.key, group);
  }
  return groups;
}
