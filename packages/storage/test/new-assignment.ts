import type { NewAssignment } from '@loadout/core';

/** An assignment of a companion's tool, where nothing else is said. */
export function newAssignment(toolName: string, rest: Partial<NewAssignment> = {}): NewAssignment {
  return { toolName, owner: 'acme-tools', label: `Label of ${toolName}`, definitionHash: 'a1', ...rest };
}
