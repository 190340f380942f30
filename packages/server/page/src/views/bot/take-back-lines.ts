/*
 * The log has what each change of a loadout was before and after: enough to take it back when the tab that made it is gone.
 * What has been changed since is not overwritten unseen, as with any other undo.
 */
import { api, read } from '../../api/client.js';
import type { Conflict } from './changes/conflicts.js';
import { findAuthors, isSameOverride, readAgain, readAssignments } from './changes/find-touched.js';
import type { LoadoutChange } from './changes/loadout-types.js';
import { type Made, makeChanges } from './changes/make-changes.js';
import { applyMine, type Mine, type Standing } from './changes/mine.js';
import type { DoneKind } from './changes/undo-book.js';
import type { AuditEntry, ChangeGroup } from './group-entries.js';

/** As many lines as one reading has. One request changes no more. */
const mostLines = 1_000;

/** Whether the log holds what takes a line back. */
export function canTakeBack({ action, tool }: AuditEntry): boolean {
  return (
    tool !== null && (action === 'tool-assigned' || action === 'tool-unassigned' || action === 'assignment-changed')
  );
}

/** Takes back what the lines of one change say, as far as nobody has changed it since. */
export async function takeBackLines(bot: string, group: ChangeGroup): Promise<Made> {
  const lines = await readLines(bot, group);
  // It is sent for the loadout that it is planned for.
  await readAgain(bot);
  const now = await readAssignments(bot);
  const authors = await findAuthors(bot, undefined);
  const conflicts: Conflict[] = [];
  const planned: { readonly mine: Mine; readonly changes: readonly LoadoutChange[] }[] = [];
  for (const line of lines) {
    const mine = findWanted(line);
    const { changes } = applyMine(mine, now.get(mine.tool));
    if (changes.length === 0) continue;
    if (isAsLeft(mine, now.get(mine.tool))) planned.push({ mine, changes });
    else conflicts.push({ mine, who: authors.get(mine.tool)?.actor.name });
  }
  // What is too much goes first; then each takes its place in the order of places, so that none is pushed away again.
  planned.sort((one, other) => placeOf(one.mine) - placeOf(other.mine));
  const tools = lines.map(findWanted).map((mine) => {
    const { tool, wanted, base } = mine;
    return { name: tool, label: now.get(tool)?.label ?? wanted?.label ?? base?.label ?? tool };
  });
  const isMoved = ({ wanted }: Mine): boolean => wanted !== null && Object.keys(wanted).join() === 'position';
  const main = lines.map(findWanted).filter((mine) => !isMoved(mine));
  const names = new Set(main.map(({ tool }) => tool));
  return makeChanges({
    bot,
    kind: 'undone',
    of: findKind(main),
    tools: main.length === 0 ? tools : tools.filter(({ name }) => names.has(name)),
    changes: planned.flatMap(({ changes }) => changes),
    conflicts,
  });
}

/** All lines of the change: the list may end within it. */
async function readLines(bot: string, { at, actor }: ChangeGroup): Promise<readonly AuditEntry[]> {
  const until = new Date(Date.parse(at) + 1).toISOString();
  const query = { bot, since: at, until, limit: mostLines };
  const { entries } = await read(api.GET('/api/v1/audit', { params: { query } }));
  return entries.filter((entry) => canTakeBack(entry) && entry.at === at && entry.actor.token === actor.token);
}

/** A line of the log turned round. */
function findWanted({ tool, before, after }: AuditEntry): Mine {
  // Of a line about a tool of a loadout the log has its facts, or those of them that changed.
  return { tool: tool ?? '', wanted: before as Mine['wanted'], base: after as Mine['base'] };
}

/** Whether a tool stands as the line left it, in all that the line was about. */
function isAsLeft({ wanted, base }: Mine, now: Standing | undefined): boolean {
  if (base === null || now === undefined) return base === null && now === undefined;
  const { settingsOverride, owner, definitionHash, position } = base;
  return (
    (settingsOverride === undefined || isSameOverride(settingsOverride, now.settingsOverride)) &&
    (owner === undefined || owner === now.owner) &&
    (definitionHash === undefined || definitionHash === now.definitionHash) &&
    // Where it is to go, it does not matter where it stands.
    (position === undefined || wanted === null || position === now.position)
  );
}

function placeOf({ wanted }: Mine): number {
  return wanted === null ? -1 : (wanted.position ?? 0);
}

function findKind(lines: readonly Mine[]): DoneKind {
  const [first] = lines;
  if (first === undefined) return 'moved';
  if (lines.every(({ base }) => base === null)) return 'off';
  if (lines.every(({ wanted }) => wanted === null)) return 'on';
  return 'changed';
}
