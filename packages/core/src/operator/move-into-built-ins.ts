import type { Actor } from '../contract/actor.js';
import { moveDecisions, moveSecrets, moveSettings } from './handover.js';
import { collectTools } from './known-tools.js';
import { BUILT_IN_OWNER } from './loadout-draft.js';
import { readLoadoutChanges } from './loadout-steps.js';
import { makeSteps, requireBot } from './loadouts.js';
import { makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { findLostEntry } from './require-bound.js';

/**
 * Writes down that tools of a bot have become built-ins (contract 4.3), with what the operator set and decided for them: a
 * tool that was to be asked for is never offered without.
 */
export async function moveIntoBuiltIns(
  parts: OperatorParts,
  actor: Actor,
  botId: string,
  toolNames: readonly string[],
): Promise<void> {
  const tools = await collectTools(parts);
  const changes = toolNames.map((tool) => ({ action: 'accept', tool }) as const);
  const steps = await readLoadoutChanges(tools, changes);
  const view = await parts.view();
  // Until that is written down, what the organisation says of the former owner's counts; so it is left until nothing is lost.
  const isBound = (from: string, name: string): boolean => {
    const listed = tools.catalogue.find(name);
    const around = { catalogue: tools.catalogue, formerOwners: parts.registry.formerOwners(from) };
    return listed === undefined || findLostEntry(view, around, from, listed) === undefined;
  };
  if (view.organisation.unreadable !== undefined) return;
  await makeChange(parts, actor, async (unit) => {
    const bot = await requireBot(unit.writer, botId);
    // Somebody may have unassigned or moved them meanwhile.
    const owners = new Map((await unit.writer.listAssignments(botId)).map((row) => [row.toolName, row.owner]));
    const moving = steps.filter(
      (step) =>
        (owners.get(step.tool) ?? BUILT_IN_OWNER) !== BUILT_IN_OWNER &&
        step.action === 'accept' &&
        step.found.owner === BUILT_IN_OWNER &&
        isBound(owners.get(step.tool) ?? BUILT_IN_OWNER, step.tool),
    );
    const moved = new Map<string, Set<string>>();
    for (const { tool } of moving) {
      const owner = owners.get(tool) ?? BUILT_IN_OWNER;
      const names = moved.get(owner) ?? new Set();
      moved.set(owner, names.add(tools.catalogue.ownName(owner, tool)));
    }
    for (const [from, names] of moved) {
      const handover = { from, to: BUILT_IN_OWNER, isFormerly: false, tools: names };
      await moveSettings(unit, tools, handover);
      await moveSecrets(unit, tools, handover);
      await moveDecisions(unit, tools, handover);
    }
    await makeSteps({ parts, tools, unit }, bot, moving);
  });
}
