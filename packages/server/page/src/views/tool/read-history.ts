import type { ApiSchemas } from '@loadout/server/client';

/** A definition that somebody accepted, by giving the tool to a bot or by saying so. */
export interface AcceptedDefinition {
  readonly hash: string;
  readonly owner: string | undefined;
  /** When it was accepted first, by whom, and for which bot. */
  readonly at: string;
  readonly who: string;
  readonly bot: string | null;
}

/** The definitions that a log tells of, the latest first. `entries`: the latest first. */
export function readHistory(entries: readonly ApiSchemas['AuditEntry'][]): readonly AcceptedDefinition[] {
  const found = new Map<string, AcceptedDefinition>();
  for (const { at, actor, bot, after } of entries.toReversed()) {
    const hash = read(after, 'definitionHash');
    if (hash === undefined || found.has(hash)) continue;
    found.set(hash, { hash, owner: read(after, 'owner'), at, who: actor.name, bot });
  }
  return [...found.values()].reverse();
}

function read(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const part = (value as Readonly<Record<string, unknown>>)[name]; // it is an object
  return typeof part === 'string' ? part : undefined;
}
