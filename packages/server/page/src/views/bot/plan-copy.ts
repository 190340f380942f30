import type { ApiSchemas } from '@loadout/server/client';
import type { LoadoutChange, NamedTool, ToolRow } from './changes/loadout-types.js';

type Assignment = ApiSchemas['Assignment'];

/** What makes one loadout like another. */
export interface CopyPlan {
  readonly changes: readonly LoadoutChange[];
  readonly tools: readonly NamedTool[];
  /** Labels, foreign. */
  readonly on: readonly string[];
  readonly off: readonly string[];
  readonly overridden: readonly string[];
  /** Nobody lists them at present. */
  readonly leftOut: readonly string[];
}

/** How a secret of an override is shown. What it stands for is told to nobody, and is not copied. */
const secretMark = '[secret]';

/** Plans a copy: what `from` has and `to` has not, and where wanted what differs and what is too much. */
export function planCopyOfLoadout({
  from,
  to,
  rows,
  withOverrides,
  withOff,
}: {
  readonly from: readonly Assignment[];
  readonly to: readonly Assignment[];
  /** Of the bot that is copied to. */
  readonly rows: readonly ToolRow[];
  readonly withOverrides: boolean;
  readonly withOff: boolean;
}): CopyPlan {
  const own = new Map(to.map((assignment) => [assignment.toolName, assignment]));
  const listed = new Map(rows.filter(({ isAbsent }) => !isAbsent).map((row) => [row.name, row]));
  const wanted = new Set(from.map(({ toolName }) => toolName));
  const isOwn = ({ toolName }: Assignment): boolean => own.has(toolName);
  const missing = from.filter((assignment) => !isOwn(assignment));
  const on = missing.filter(({ toolName }) => listed.has(toolName));
  const leftOut = missing.filter(({ toolName }) => !listed.has(toolName));
  const overridden = !withOverrides
    ? []
    : from.filter((theirs) => {
        const present = own.get(theirs.toolName);
        return present !== undefined && write(present.settingsOverride) !== write(theirs.settingsOverride);
      });
  // What nobody lists goes only by itself.
  const off = withOff ? to.filter(({ toolName }) => !wanted.has(toolName) && listed.has(toolName)) : [];
  const assign = ({ toolName: tool, settingsOverride }: Assignment): LoadoutChange =>
    withOverrides && settingsOverride !== null
      ? { action: 'assign', tool, settingsOverride: withoutSecrets(settingsOverride) }
      : { action: 'assign', tool };
  return {
    changes: [
      ...on.map(assign),
      ...overridden.map(({ toolName: tool, settingsOverride }) => ({
        action: 'override' as const,
        tool,
        settingsOverride: withoutSecrets(settingsOverride),
      })),
      ...off.map(({ toolName: tool }) => ({ action: 'unassign' as const, tool })),
    ],
    tools: [...on, ...overridden, ...off].map(({ toolName: name, label }) => ({ name, label })),
    on: labels(on),
    off: labels(off),
    overridden: labels(overridden),
    leftOut: labels(leftOut),
  };
}

function labels(assignments: readonly Assignment[]): readonly string[] {
  return assignments.map(({ label, toolName }) => (label === toolName ? label : `${label} (${toolName})`));
}

function withoutSecrets(override: Assignment['settingsOverride']): { [key: string]: unknown } | null {
  const kept = Object.entries(override ?? {}).filter(([, value]) => value !== secretMark);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function write(override: Assignment['settingsOverride']): string {
  const fields = Object.entries(withoutSecrets(override) ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(fields);
}
