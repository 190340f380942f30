import type { Assignment, Store } from '@loadout/core';

/** What a test says of an assignment: the rest is filled in. */
export type StoredAssignment = Pick<Assignment, 'toolName' | 'owner'> & Partial<Assignment>;

/** Writes a bot with its loadout straight into a store, without a look at any tools. */
export async function storeBot(
  store: Store,
  bot: { readonly id: string; readonly displayName?: string },
  assignments: readonly StoredAssignment[] = [],
): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  await store.change(async (writer) => {
    if ((await writer.getBot(bot.id)) === undefined) {
      await writer.addBot({ id: bot.id, displayName: bot.displayName ?? bot.id, createdAt: at });
    }
    const before = await writer.listAssignments(bot.id);
    await writer.putAssignments(
      bot.id,
      assignments.map((assignment, index) => ({
        label: assignment.toolName,
        definitionHash: null,
        settingsOverride: null,
        isBuiltIn: assignment.owner === 'builtin',
        position: before.length + index + 1,
        assignedAt: at,
        updatedAt: at,
        ...assignment,
      })),
    );
  });
}
