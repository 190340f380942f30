import { setImmediate } from 'node:timers/promises';
import { describeError } from '../companions/guard.js';
import type { Actor } from '../contract/actor.js';
import type { Change } from '../contract/audit.js';
import type { Logger } from '../contract/logger.js';
import type { SecretVault } from '../contract/secret.js';
import type { StoredSecret } from '../store/records.js';
import type { StoreWriter } from '../store/roles.js';
import type { OperatorParts } from './operator-parts.js';

const MAX_ACTOR_CHARACTERS = 200;

/** Lines in the log for one change. */
const MAX_LINES = 20;

/** After so many lines of the log the process may do other things. */
const CHANGES_AT_ONCE = 1_000;

/** One change while it is made. */
export interface ChangeUnit {
  readonly writer: StoreWriter;
  /** When it is made: ISO 8601, UTC. The same for all that it writes. */
  readonly at: string;
  /** What goes into the audit log with it. What is told to nobody here was not changed. */
  readonly changes: Change[];
  /** Hashes of definitions that are kept already: of many bots with one tool only the first makes the store look. */
  readonly keptDefinitions: Set<string>;
  /** Where secrets are kept. */
  readonly vault: SecretVault | undefined;
  /** Secrets that are not needed any more once this is on disk: the vault lets go of them then. */
  readonly forgotten: Pick<StoredSecret, 'name' | 'sealed'>[];
  /** Says something in the log, which is no change. */
  remark(message: string): void;
}

/**
 * The one way to change the store on an operator's behalf: what `work` writes and what it tells of it go to disk as one
 * unit, or not at all. Nothing is written down where `work` tells of no change.
 */
export async function makeChange<T>(
  {
    store,
    clock,
    logger,
    vault,
  }: Pick<OperatorParts, 'store' | 'clock' | 'logger'> & Partial<Pick<OperatorParts, 'vault'>>,
  actor: Actor,
  work: (unit: ChangeUnit) => Promise<T>,
): Promise<T> {
  const who = { ...actor, name: actor.name.slice(0, MAX_ACTOR_CHARACTERS) };
  const changes: Change[] = [];
  const forgotten: ChangeUnit['forgotten'] = [];
  const remark = (message: string): void => logger({ level: 'warn', event: 'change-remark', message });
  const answer = await store.change(async (writer) => {
    const at = new Date(clock.now()).toISOString();
    const unit: ChangeUnit = { writer, at, changes, keptDefinitions: new Set(), vault, forgotten, remark };
    const worked = await work(unit);
    for (let first = 0; first < changes.length; first += CHANGES_AT_ONCE) {
      if (first > 0) await letOthersRun();
      await writer.addAudit(unit.at, who, changes.slice(first, first + CHANGES_AT_ONCE));
    }
    return worked;
  });
  await forget(vault, forgotten, remark);
  logChanges(logger, who, changes);
  return answer;
}

/** What a vault keeps too long is of no use to anybody, and no reason to call the change off. */
async function forget(
  vault: SecretVault | undefined,
  forgotten: ChangeUnit['forgotten'],
  remark: ChangeUnit['remark'],
): Promise<void> {
  await Promise.all(
    forgotten.map(async ({ name, sealed }) => {
      try {
        await vault?.forget(name, sealed);
      } catch (error) {
        remark(`An old value of "${name}" stays in the vault: ${describeError(error)}`);
      }
    }),
  );
}

/** One line for each, without values; of many only the first. All of them are in the audit log. */
function logChanges(logger: Logger, { name, via, token }: Actor, changes: readonly Change[]): void {
  const who = `${name} (${via}${token === undefined ? '' : `, token ${token}`})`;
  for (const { action, bot, tool, subject } of changes.slice(0, MAX_LINES)) {
    const what = [action, bot, tool, subject].filter((part) => part !== null).join(' ');
    const about = { ...(bot === null ? {} : { bot }), ...(tool === null ? {} : { tool }) };
    logger({ level: 'info', event: 'changed', message: `${who}: ${what}`, ...about });
  }
  const more = changes.length - MAX_LINES;
  if (more > 0) logger({ level: 'info', event: 'changed', message: `${who}: ${more} more changes` });
}

/** How long a change may work in one go. */
const SLICE_MS = 5;

/** Called after each piece of a change of unknown size: it waits a turn of the event loop whenever a slice is used up. */
export function createPace(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < SLICE_MS) return undefined;
    return letOthersRun().then(() => {
      startedAt = performance.now();
    });
  };
}

/** A long change lets the process do other things now and then: others wait for the store, not for the event loop. */
export async function letOthersRun(): Promise<void> {
  await setImmediate();
}
