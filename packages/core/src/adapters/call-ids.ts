import { createHash } from 'node:crypto';

/** What every API takes as the id of a call (contract 7.6). */
const legalId = /^[a-zA-Z0-9_-]{1,64}$/;

/** Begins the ids of calls that came without one over an API that does not need one: such an id is never sent. */
const unsentPrefix = 'noid_';

/**
 * Gives each call of one response an id of its own: the service's where it is legal and new, else one made of what is
 * known of the response. The same response gives the same ids, streamed or not, so that nothing has to be remembered.
 */
export class CallIds {
  readonly #taken = new Set<string>();
  #made = 0;

  /** `salt` is something that tells this response from others. */
  take(given: unknown, salt: string): string {
    if (typeof given === 'string' && legalId.test(given) && !this.#taken.has(given)) {
      this.#taken.add(given);
      return given;
    }
    return this.#make('call_', salt);
  }

  /** Like {@link CallIds.take}; an id that is made is not sent, see {@link isSentId}. */
  takeUnsent(salt: string): string {
    return this.#make(unsentPrefix, salt);
  }

  #make(prefix: string, salt: string): string {
    const hash = createHash('sha256').update(salt).digest('hex').slice(0, 16);
    for (;;) {
      const id = `${prefix}${hash}_${this.#made}`;
      this.#made += 1;
      if (this.#taken.has(id)) continue;
      this.#taken.add(id);
      return id;
    }
  }
}

/** Whether the service knows the call by this id: false where the call came without one, and goes back without one. */
export function isSentId(id: string): boolean {
  return !id.startsWith(unsentPrefix);
}
