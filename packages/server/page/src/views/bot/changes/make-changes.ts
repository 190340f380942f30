import { queryClient } from '../../../api/query-client.js';
import { botToolsKey } from './bot-tools-query.js';
import { openConflicts } from './conflicts.js';
import { factsOf, type RowFacts } from './find-touched.js';
import { begin, end, forgetOwn } from './loadout-state.js';
import type { BotTools, LoadoutChange, NamedTool, ToolRow } from './loadout-types.js';
import { type Places, placeTools } from './place-tools.js';
import { type Job, type Outcome, runJob } from './run-job.js';
import { amend, type DoneEntry, type DoneKind, writeDown } from './undo-book.js';

/** What somebody wants of a loadout. */
export interface Wanted {
  readonly bot: string;
  readonly kind: DoneKind;
  readonly of?: DoneKind;
  readonly tools: readonly NamedTool[];
  readonly changes: readonly LoadoutChange[];
  readonly base?: Job['base'];
  readonly origins?: Job['origins'];
  readonly isWhole?: boolean;
  /** What is known already to have been changed by others. */
  readonly conflicts?: Outcome['conflicts'];
  /** Whoever wants it asks himself what is to hold where somebody else was quicker. */
  readonly isAskedThere?: boolean;
}

/** What became of it. */
export interface Made extends Outcome {
  /** What was written down of it; undefined where nothing was changed. */
  readonly entry: DoneEntry | undefined;
}

/** Others' changes are told from these as long as events of them may come. */
const ownMs = 3_000;

/** Makes changes: shows them at once, sends them, writes down how to take them back, and reads again what they touch. */
export async function makeChanges(wanted: Wanted): Promise<Made> {
  const { bot, kind, of, tools, changes, base, origins, isWhole, isAskedThere } = wanted;
  const names = [...new Set([...tools.map(({ name }) => name), ...changes.map(({ tool }) => tool)])];
  if (kind === 'moved') {
    // At once: the next step of a tool may be wanted before this one is drawn.
    void queryClient.cancelQueries({ queryKey: botToolsKey(bot) });
    showMoved(bot, changes);
  }
  begin(bot, names, kind === 'on' ? true : kind === 'off' || kind === 'removed' ? false : null);
  const outcome = await runJob({
    bot,
    changes,
    ...(base === undefined ? {} : { base }),
    ...(origins === undefined ? {} : { origins }),
    ...(isWhole === undefined ? {} : { isWhole }),
  });
  const { changed, undo, refused, already, error } = outcome;
  const conflicts = [...(wanted.conflicts ?? []), ...outcome.conflicts];
  const failures = new Map<string, unknown>(refused.map(({ change, message }) => [change.tool, new Error(message)]));
  const done = new Set(changed);
  const waiting = new Set(conflicts.map(({ mine }) => mine.tool));
  if (error !== undefined) {
    for (const { tool } of changes)
      if (!done.has(tool) && !waiting.has(tool) && !failures.has(tool) && !already.includes(tool))
        failures.set(tool, error);
  }
  // A reading that began before must not bring back what was.
  await queryClient.cancelQueries({ queryKey: botToolsKey(bot) });
  showSwitched(bot, kind, done);
  end(bot, names, failures);
  const named = tools.filter(({ name }) => done.has(name));
  const entry =
    undo.length === 0
      ? undefined
      : writeDown({
          bot,
          kind,
          ...(of === undefined ? {} : { of }),
          tools: named.length > 0 ? named : tools,
          changed,
          changes,
          undo,
          after: new Map(),
        });
  if (conflicts.length > 0 && isAskedThere !== true) {
    openConflicts.set({ bot, kind, ...(of === undefined ? {} : { of }), tools, conflicts });
  }
  void settle(bot, names, entry);
  return { ...outcome, conflicts, entry };
}

async function settle(bot: string, names: readonly string[], entry: DoneEntry | undefined): Promise<void> {
  setTimeout(() => forgetOwn(bot, names), ownMs);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['loadout', bot] }),
    queryClient.invalidateQueries({ queryKey: ['bots'] }),
    queryClient.invalidateQueries({ queryKey: ['audit'] }),
  ]);
  if (entry !== undefined) amend(entry.id, { after: factsOf(bot, entry.changed) });
}

/** Rows as they will be read in a moment. */
function showSwitched(bot: string, kind: DoneKind, done: ReadonlySet<string>): void {
  if (kind !== 'on' && kind !== 'off') return;
  queryClient.setQueriesData<BotTools>({ queryKey: botToolsKey(bot) }, (tools) =>
    tools === undefined
      ? undefined
      : { ...tools, rows: tools.rows.map((row) => (done.has(row.name) ? withSwitch(row, kind === 'on') : row)) },
  );
}

/** Rows in the order that they are about to have. */
function showMoved(bot: string, changes: readonly LoadoutChange[]): void {
  const moves = changes.flatMap((change) => (change.action === 'move' ? [change] : []));
  queryClient.setQueriesData<BotTools>({ queryKey: botToolsKey(bot) }, (tools) => {
    if (tools === undefined) return undefined;
    const places = placeTools(readPlaces(tools.rows), moves);
    return {
      ...tools,
      rows: tools.rows.map((row) => {
        const position = places.get(row.name) ?? row.position;
        return position === row.position ? row : { ...row, position };
      }),
    };
  });
}

/** The places of the bot's tools. */
export function readPlaces(rows: readonly ToolRow[]): Places {
  return new Map(rows.flatMap(({ name, position }) => (position === null ? [] : [[name, position] as const])));
}

/** A row as it looks with its switch in another place. */
export function withSwitch(row: ToolRow, isOn: boolean): ToolRow {
  if (row.isAssigned === isOn) return row;
  const state = !isOn ? 'off' : row.reasons.length > 0 ? 'withheld' : 'offered';
  return { ...row, isAssigned: isOn, state, hasOverride: isOn && row.hasOverride };
}

/** Takes something back; a change of its own. */
export async function takeBack(entry: DoneEntry): Promise<Made> {
  const { bot, kind, tools, undo, changed, changes, after } = entry;
  const made = await makeChanges({
    bot,
    kind: 'undone',
    of: kind,
    tools: tools.length > 0 ? tools : changed.map((name) => ({ name, label: name })),
    changes: undo,
    origins: changes,
    ...(after.size === 0 ? {} : { base: withOverrides(entry) }),
  });
  if (made.error === undefined && made.conflicts.length === 0) amend(entry.id, { isUndone: true });
  return made;
}

/** The rows as a change left them, with the settings that it gave to them. */
function withOverrides({ after, changes, undo }: DoneEntry): ReadonlyMap<string, RowFacts> {
  const isNew = new Set(undo.flatMap(({ action, tool }) => (action === 'unassign' ? [tool] : [])));
  const rows = new Map(after);
  for (const change of changes) {
    const row = rows.get(change.tool);
    if (row === undefined || (change.action !== 'override' && change.action !== 'assign')) continue;
    const { settingsOverride = isNew.has(change.tool) ? null : undefined } = change;
    if (settingsOverride !== undefined) rows.set(change.tool, { ...row, settingsOverride });
  }
  return rows;
}
