import type { Assignment, Store } from '@loadout/core';

/** A time in records of tests. */
export const someTime = '2026-01-02T03:04:05.678Z';

/** An assignment of a companion's tool, where nothing else is said. */
export function newAssignment(toolName: string, rest: Partial<Assignment> = {}): Assignment {
  return {
    toolName,
    owner: 'acme-tools',
    label: `Label of ${toolName}`,
    definitionHash: 'a1',
    settingsOverride: null,
    isBuiltIn: rest.owner === 'builtin',
    position: 1,
    assignedAt: someTime,
    updatedAt: someTime,
    ...rest,
  };
}

/** Adds a bot that is called by its id. */
export async function addBot(store: Store, id: string): Promise<void> {
  await store.change((writer) => writer.addBot({ id, displayName: id, createdAt: someTime }));
}

/** Assigns tools by name, in this order. */
export async function assign(store: Store, botId: string, ...toolNames: readonly string[]): Promise<void> {
  const assignments = toolNames.map((toolName, index) => newAssignment(toolName, { position: index + 1 }));
  await store.change((writer) => writer.putAssignments(botId, assignments));
}

/** The tool names of a bot, in order. */
export async function listNames(store: Store, botId: string): Promise<readonly string[]> {
  return (await store.listAssignments(botId)).map(({ toolName }) => toolName);
}
