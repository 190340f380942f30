import { setImmediate } from 'node:timers/promises';
import type { Actor } from '../contract/actor.js';
import type { Change } from '../contract/audit.js';
import type { StoreWriter } from '../store/roles.js';
import type { OperatorParts } from './operator-parts.js';

const MAX_ACTOR_CHARACTERS = 200;

/** After so many lines of the log the process may do other things. */
const CHANGES_AT_ONCE = 200;

/** One change while it is made. */
export interface ChangeUnit {
  readonly writer: StoreWriter;
  /** When it is made: ISO 8601, UTC. The same for all that it writes. */
  readonly at: string;
  /** What goes into the audit log with it. What is told to nobody here was not changed. */
  readonly changes: Change[];
}

/**
 * The one way to change the store on an operator's behalf: what `work` writes and what it tells of it go to disk as one
 * unit, or not at all. Nothing is written down where `work` tells of no change.
 */
export function makeChange<T>(
  { store, clock }: Pick<OperatorParts, 'store' | 'clock'>,
  actor: Actor,
  work: (unit: ChangeUnit) => Promise<T>,
): Promise<T> {
  return store.change(async (writer) => {
    const unit: ChangeUnit = { writer, at: new Date(clock.now()).toISOString(), changes: [] };
    const answer = await work(unit);
    const name = actor.name.slice(0, MAX_ACTOR_CHARACTERS);
    for (let first = 0; first < unit.changes.length; first += CHANGES_AT_ONCE) {
      if (first > 0) await letOthersRun();
      const some = unit.changes.slice(first, first + CHANGES_AT_ONCE);
      await writer.addAudit(unit.at, { name, via: actor.via }, some);
    }
    return answer;
  });
}

/** A long change lets the process do other things now and then: others wait for the store, not for the event loop. */
export async function letOthersRun(): Promise<void> {
  await setImmediate();
}
