import { isApiProblem } from '../../../api/problem.js';
import { factsOf, findAuthors, isDone, isTouched, knownSince, type RowFacts, readAgain } from './find-touched.js';
import type { LoadoutChange } from './loadout-types.js';
import { type Refused, sendChanges } from './send-changes.js';

/** Changes of a loadout that belong together. */
export interface Job {
  readonly bot: string;
  readonly changes: readonly LoadoutChange[];
  /** Parts of it have no meaning alone. */
  readonly isWhole?: boolean;
  /** The rows as they were when it was decided; default: as they are known when it begins. */
  readonly base?: ReadonlyMap<string, RowFacts>;
}

/** A change that somebody else was quicker with. */
export interface Conflict {
  readonly change: LoadoutChange;
  /** Undefined: the log does not say who. */
  readonly who: string | undefined;
}

/** What became of a job. */
export interface Outcome {
  readonly changed: readonly string[];
  readonly undo: readonly LoadoutChange[];
  readonly refused: readonly Refused[];
  readonly conflicts: readonly Conflict[];
  /** Why the rest was not made; undefined where there is none. */
  readonly error: unknown;
}

/** Somebody may change the loadout again and again while it is read. */
const maxRounds = 5;

const chains = new Map<string, Promise<unknown>>();

/** Makes changes one job after the other: the second is for the loadout that the first leaves. Never rejects. */
export function runJob(job: Job): Promise<Outcome> {
  const before = chains.get(job.bot) ?? Promise.resolve();
  const run = before.then(() => work(job));
  chains.set(job.bot, run);
  return run;
}

async function work({ bot, changes, isWhole = false, base: given }: Job): Promise<Outcome> {
  const tools = changes.map(({ tool }) => tool);
  const base = given ?? factsOf(bot, tools);
  const withPlaces = given !== undefined;
  const changed: string[] = [];
  const undo: LoadoutChange[] = [];
  const refused: Refused[] = [];
  const conflicts: Conflict[] = [];
  let rest: readonly LoadoutChange[] = changes;
  if (given !== undefined) {
    // It was decided a while ago.
    const now = factsOf(bot, tools);
    const isForeign = (change: LoadoutChange): boolean =>
      isTouched(change, base.get(change.tool), now.get(change.tool), { withPlaces });
    conflicts.push(...changes.filter(isForeign).map((change) => ({ change, who: undefined })));
    rest = changes.filter((change) => !isForeign(change));
  }
  for (let round = 1; rest.length > 0; round += 1) {
    const since = knownSince(bot);
    const sent = await sendChanges(bot, rest, isWhole);
    changed.push(...sent.changed);
    undo.unshift(...sent.undo);
    refused.push(...sent.refused);
    if (!isConflict(sent.error) || round === maxRounds) {
      return { changed, undo, refused, conflicts, error: sent.error };
    }
    try {
      await readAgain(bot);
    } catch (error) {
      return { changed, undo, refused, conflicts, error };
    }
    const authors = await findAuthors(bot, since);
    const now = factsOf(bot, tools);
    const open: LoadoutChange[] = [];
    for (const change of sent.rest) {
      const entry = authors.get(change.tool);
      if (!isTouched(change, base.get(change.tool), now.get(change.tool), { entry, withPlaces })) open.push(change);
      else if (!isDone(change, now.get(change.tool))) conflicts.push({ change, who: entry?.actor.name });
    }
    rest = open;
  }
  return { changed, undo, refused, conflicts, error: undefined };
}

function isConflict(error: unknown): boolean {
  return isApiProblem(error) && error.code === 'LOADOUT_CONFLICT';
}
