import type { Actor } from '../contract/actor.js';
import { moveDecisions, moveSettings } from './accept-owner.js';
import { collectTools } from './known-tools.js';
import { BUILT_IN_OWNER } from './loadout-draft.js';
import { changeLoadout } from './loadouts.js';
import { makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';

/**
 * Writes down that tools of a bot have become built-ins (contract 4.3). What the operator set and decided for them goes
 * along, and first: a tool that was to be asked for is never offered without.
 */
export async function moveIntoBuiltIns(
  parts: OperatorParts,
  actor: Actor,
  botId: string,
  toolNames: readonly string[],
): Promise<void> {
  const tools = await collectTools(parts);
  const moved = new Map<string, Set<string>>();
  for (const { toolName, owner } of await parts.store.listAssignments(botId)) {
    if (owner === BUILT_IN_OWNER || !toolNames.includes(toolName)) continue;
    const names = moved.get(owner) ?? new Set();
    moved.set(owner, names.add(tools.catalogue.ownName(owner, toolName)));
  }
  await makeChange(parts, actor, async (unit) => {
    for (const [from, names] of moved) {
      const handover = { from, to: BUILT_IN_OWNER, isFormerly: false, tools: names };
      await moveSettings(unit, tools, handover);
      await moveDecisions(unit, tools, handover);
    }
  });
  await changeLoadout(
    parts,
    actor,
    botId,
    toolNames.map((tool) => ({ action: 'accept', tool })),
  );
}
