import { loadCode } from '../../../api/load-code.js';
import { isApiProblem } from '../../../api/problem.js';
import type { Conflict } from './conflicts.js';
import {
  factsOf,
  findAuthors,
  isTouched,
  knownSince,
  type RowFacts,
  readAgain,
  readAssignments,
} from './find-touched.js';
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
  /** What it takes back. */
  readonly origins?: readonly LoadoutChange[];
}

/** What became of a job. */
export interface Outcome {
  readonly changed: readonly string[];
  readonly undo: readonly LoadoutChange[];
  readonly refused: readonly Refused[];
  readonly conflicts: readonly Conflict[];
  /** What was wanted of these somebody else has done already. */
  readonly already: readonly string[];
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

/** What was read to find what others have touched. */
interface Readings {
  readonly authors?: Awaited<ReturnType<typeof findAuthors>>;
  readonly known?: Awaited<ReturnType<typeof readAssignments>>;
}

async function work({ bot, changes, isWhole = false, base: given, origins = [] }: Job): Promise<Outcome> {
  const tools = changes.map(({ tool }) => tool);
  const base = given ?? factsOf(bot, tools);
  const withPlaces = given !== undefined;
  const changed: string[] = [];
  const undo: LoadoutChange[] = [];
  const refused: Refused[] = [];
  const conflicts: Conflict[] = [];
  const already: string[] = [];
  const end = (error?: unknown): Outcome => ({ changed, undo, refused, conflicts, already, error });
  let rest: readonly LoadoutChange[] = changes;

  /** Sorts out what others have touched; it is never sent unseen. */
  const sortOut = async ({ authors, known }: Readings): Promise<void> => {
    const rows = factsOf(bot, tools);
    const now = (tool: string): RowFacts | undefined => {
      const row = rows.get(tool);
      return row && known ? { ...row, settingsOverride: known.get(tool)?.settingsOverride ?? null } : row;
    };
    const isForeign = (change: LoadoutChange): boolean =>
      isTouched(change, base.get(change.tool), now(change.tool), { entry: authors?.get(change.tool), withPlaces });
    const foreign = rest.filter(isForeign);
    rest = rest.filter((change) => !isForeign(change));
    if (foreign.length === 0) return;
    const who = authors ?? (await findAuthors(bot, undefined));
    const { weigh } = await loadCode(() => import('./weigh.js'));
    const touched = foreign.map((change) => ({
      change,
      base: base.get(change.tool),
      origin: origins.find(({ tool }) => tool === change.tool),
      who: who.get(change.tool)?.actor.name,
    }));
    const weighed = weigh(touched, known ?? (await readAssignments(bot)));
    conflicts.push(...weighed.conflicts);
    already.push(...weighed.already);
  };

  try {
    // It was decided a while ago.
    if (given !== undefined) await sortOut({ known: await readAssignments(bot) });
    for (let round = 1; rest.length > 0; round += 1) {
      const since = knownSince(bot);
      const sent = await sendChanges(bot, rest, isWhole);
      changed.push(...sent.changed);
      undo.unshift(...sent.undo);
      refused.push(...sent.refused);
      if (!isConflict(sent.error) || round === maxRounds) return end(sent.error);
      rest = sent.rest;
      await readAgain(bot);
      await sortOut({ authors: await findAuthors(bot, since) });
    }
    return end();
  } catch (error) {
    return end(error);
  }
}

function isConflict(error: unknown): boolean {
  return isApiProblem(error) && error.code === 'LOADOUT_CONFLICT';
}
