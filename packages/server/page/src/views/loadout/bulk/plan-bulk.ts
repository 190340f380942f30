import type { LoadoutChange, ToolRow } from '../../bot/changes/loadout-types.js';

/** What can be done with many tools at once. */
export type BulkKind = 'on' | 'off' | 'clear';

/** Why a tool is left out of it. */
export type LeftOutCause = 'already' | 'absent' | 'noOverride';

/** What would be done, and what not. */
export interface BulkPlan {
  readonly kind: BulkKind;
  readonly rows: readonly ToolRow[];
  readonly changes: readonly LoadoutChange[];
  readonly leftOut: readonly { readonly row: ToolRow; readonly cause: LeftOutCause }[];
  /** People read the names first. */
  readonly needsList: boolean;
}

/** More than this are listed by name before anything is done. */
const unlisted = 20;

/** Makes of a wish for many tools what a single switch of each would do. */
export function planBulk(kind: BulkKind, all: readonly ToolRow[]): BulkPlan {
  const leftOut = all.flatMap((row) => {
    const cause = findCause(kind, row);
    return cause === undefined ? [] : [{ row, cause }];
  });
  const out = new Set(leftOut.map(({ row }) => row));
  const rows = all.filter((row) => !out.has(row));
  return {
    kind,
    rows,
    leftOut,
    changes: rows.map(({ name }) => toChange(kind, name)),
    needsList: rows.length > unlisted || rows.some(({ changesData }) => changesData),
  };
}

function findCause(kind: BulkKind, row: ToolRow): LeftOutCause | undefined {
  switch (kind) {
    case 'on':
      return row.isAssigned ? 'already' : undefined;
    case 'off':
      return row.isAbsent ? 'absent' : row.isAssigned ? undefined : 'already';
    case 'clear':
      return row.hasOverride ? undefined : 'noOverride';
  }
}

function toChange(kind: BulkKind, tool: string): LoadoutChange {
  switch (kind) {
    case 'on':
      return { action: 'assign', tool };
    case 'off':
      return { action: 'unassign', tool };
    case 'clear':
      return { action: 'override', tool, settingsOverride: null };
  }
}
