import { describeError } from '../companions/guard.js';
import type { ExecutionParts } from '../execution/execution-parts.js';
import type { SuspendedTurn } from '../store/records.js';

/** Whether nobody may decide on the turn, or resume it, any more. */
export function isExpired({ expiresAt }: SuspendedTurn, now: number): boolean {
  return !(Date.parse(expiresAt) > now);
}

/**
 * Lets go of turns that nobody decided on in time (contract 6.8). Done whenever somebody looks at them; a store that fails
 * is logged, since whoever looks finds out by themselves.
 */
export async function sweepTurns({
  store,
  clock,
  logger,
}: Pick<ExecutionParts, 'store' | 'clock' | 'logger'>): Promise<void> {
  try {
    const now = clock.now();
    const expired = (await store.listSuspendedTurns()).filter((turn) => isExpired(turn, now));
    if (expired.length === 0) return;
    await store.change(async (writer) => {
      for (const { id } of expired) await writer.deleteSuspendedTurn(id);
    });
  } catch (error) {
    const message = `Turns that waited too long could not be removed: ${describeError(error)}`;
    logger({ level: 'warn', event: 'sweep-failed', message, error });
  }
}
