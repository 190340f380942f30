import type { ApiSchemas } from '@loadout/server/client';
import type { LoadoutChange } from '../bot/changes/loadout-types.js';

type Assignment = ApiSchemas['Assignment'];

/** A bot, and what it has by the names of tools. */
export interface ComparedBot {
  readonly id: string;
  /** Foreign. */
  readonly name: string;
  readonly assignments: ReadonlyMap<string, Assignment>;
}

/** One tool, as the bots have it. */
export interface ComparedTool {
  readonly name: string;
  /** Foreign. */
  readonly label: string;
  readonly isDifferent: boolean;
}

/** How a secret of an override is shown; what it stands for is told to nobody. */
const secretMark = '[secret]';

/** Every tool that one of the bots has, in the order of the first that has it. */
export function compareLoadouts(bots: readonly ComparedBot[]): readonly ComparedTool[] {
  const labels = new Map<string, string>();
  for (const { assignments } of bots) {
    for (const { toolName, label } of assignments.values()) if (!labels.has(toolName)) labels.set(toolName, label);
  }
  return [...labels].map(([name, label]) => ({
    name,
    label,
    isDifferent: new Set(bots.map(({ assignments }) => fingerprint(assignments.get(name)))).size > 1,
  }));
}

/** What makes `to` have a tool as `from` has it; undefined where it does. */
export function planCopy(tool: string, from: ComparedBot, to: ComparedBot): LoadoutChange | undefined {
  const wanted = from.assignments.get(tool);
  const present = to.assignments.get(tool);
  if (fingerprint(wanted) === fingerprint(present)) return undefined;
  if (wanted === undefined) return { action: 'unassign', tool };
  const settingsOverride = withoutSecrets(wanted.settingsOverride);
  return present === undefined
    ? { action: 'assign', tool, settingsOverride }
    : { action: 'override', tool, settingsOverride };
}

/** Whether something of an assignment cannot be copied. */
export function hasSecrets(assignment: Assignment | undefined): boolean {
  return Object.values(assignment?.settingsOverride ?? {}).includes(secretMark);
}

function withoutSecrets(override: Assignment['settingsOverride']): LoadoutOverride {
  if (override === null) return null;
  const kept = Object.entries(override).filter(([, value]) => value !== secretMark);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

type LoadoutOverride = { [key: string]: unknown } | null;

function fingerprint(assignment: Assignment | undefined): string {
  if (assignment === undefined) return 'off';
  const fields = Object.entries(assignment.settingsOverride ?? {}).toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  return JSON.stringify([assignment.owner, fields]);
}
