import type { ApiSchemas } from '@loadout/server/client';

type Entry = ApiSchemas['AuditEntry'];

/** Who changed a field last, and when. */
export interface LastChange {
  readonly id: number;
  readonly at: string;
  readonly who: string;
}

/** Finds it in the log of changes, which has the latest first. `bot` null: the value for all bots. */
export function findLastChange(entries: readonly Entry[], field: string, bot: string | null): LastChange | undefined {
  const found = entries.find((entry) => entry.bot === bot && isAbout(entry, field));
  return found && { id: found.id, at: found.at, who: found.actor.name };
}

function isAbout({ action, subject, before, after }: Entry, field: string): boolean {
  switch (action) {
    case 'setting-set':
    case 'setting-unset':
    case 'secret-set':
    case 'secret-unset':
      return subject === field;
    // What a bot has of its own is a part of its assignment.
    case 'assignment-changed':
      return JSON.stringify(overrideOf(before, field)) !== JSON.stringify(overrideOf(after, field));
    default:
      return false;
  }
}

function overrideOf(assignment: unknown, field: string): unknown {
  const override = partOf(assignment, 'settingsOverride');
  return partOf(override, field);
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
