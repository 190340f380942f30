import { createHash } from 'node:crypto';
import type { ResponseContext } from '../contract/model-adapter.js';

/** What every API takes as the id of a call (contract 7.6). */
const legalId = /^[a-zA-Z0-9_-]{1,64}$/;

/** Begins the ids of calls that came without one over an API that does not need one: such an id is never sent. */
const unsentPrefix = 'noid_';

/**
 * Gives each call of a response an id of its own: the service's where it is legal and new, else one that is made. The same
 * response in the same context gives the same ids, streamed or not, so that nothing has to be remembered.
 */
export class CallIds {
  readonly #taken: Set<string>;
  readonly #salt: string | undefined;
  /** How many ids were made of a text. */
  readonly #made = new Map<string, number>();

  constructor(context?: ResponseContext) {
    this.#taken = new Set(context?.usedIds);
    this.#salt = context?.salt;
  }

  /** `salt` is something that tells this response from others, where the context does not. */
  take(given: unknown, salt: string): string {
    if (typeof given === 'string' && legalId.test(given) && !this.#taken.has(given)) {
      this.#taken.add(given);
      return given;
    }
    return this.#make('call_', this.#salt ?? salt);
  }

  /**
   * Like {@link CallIds.take}; an id that is made is not sent, see {@link isSentId}. It is made of the call alone, so that
   * a transcript tells it again.
   */
  takeUnsent(call: string): string {
    return this.#make(unsentPrefix, call);
  }

  #make(prefix: string, salt: string): string {
    const start = `${prefix}${createHash('sha256').update(salt).digest('hex').slice(0, 16)}_`;
    for (let number = this.#made.get(start) ?? 0; ; number += 1) {
      const id = `${start}${number}`;
      if (this.#taken.has(id)) continue;
      this.#made.set(start, number + 1);
      this.#taken.add(id);
      return id;
    }
  }
}

/** Whether the service knows the call by this id: false where the call came without one, and goes back without one. */
export function isSentId(id: string): boolean {
  return !id.startsWith(unsentPrefix);
}

/**
 * The calls of a transcript that have no result, one result for one call. Here nothing is given an id: results have to
 * carry those that stand there, whatever they look like.
 */
export function withoutResults<Call extends { readonly id: string }>(
  calls: readonly Call[],
  answeredIds: readonly unknown[],
): readonly Call[] {
  const left = [...answeredIds];
  return calls.filter(({ id }) => {
    const at = left.indexOf(id);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
