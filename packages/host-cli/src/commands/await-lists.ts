import { setTimeout as sleep } from 'node:timers/promises';
import type { CompanionReport, Host } from '@loadout/core';
import { isOwnerOf } from './is-owner-of.js';

/** The host gives up on a list after 5 s; one that began to be asked a moment later is not missed. */
const longestMs = 6_000;
const pauseMs = 50;

/** Who is waited for, and for how long. */
export interface AwaitOptions {
  /** Only the companions of these owners. Default: all. */
  readonly owners?: readonly string[];
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/**
 * Waits for companions that have not listed their tools yet, for a command whose tool may be among those; a turn waits
 * for them 1 s at most (contract 2.2). Answers whether there was one, so that asking again is worth it.
 */
export async function awaitLists(host: Host, { owners, signal }: AwaitOptions = {}): Promise<boolean> {
  const until = performance.now() + longestMs;
  const isAwaited = ({ id, providers }: CompanionReport): boolean =>
    providers.some(({ state }) => state === 'loading') &&
    (owners === undefined || owners.some((owner) => isOwnerOf(id, owner)));
  let hasWaited = false;
  while (!signal?.aborted && performance.now() < until) {
    // Asked anew instead of `refresh`, which would ask for each list a second time.
    if (!(await host.catalogue()).companions.some(isAwaited)) break;
    hasWaited = true;
    await sleep(pauseMs);
  }
  return hasWaited;
}
