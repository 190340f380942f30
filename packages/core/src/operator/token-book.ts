import { createHash } from 'node:crypto';
import { describeError } from '../companions/guard.js';
import type { AccessToken } from '../contract/access.js';
import type { StoredToken } from '../store/records.js';
import type { OperatorParts } from './operator-parts.js';

/** What every secret looks like; anything else is refused without a look at the store. */
const secretPattern = /^loadout_[A-Za-z0-9_-]{43}$/;

const USE_EVERY_MS = 60_000;

/** More tokens than this are not remembered by their last use; then all are recorded again. */
const MAX_USES = 100_000;

type BookParts = Pick<OperatorParts, 'store' | 'clock' | 'tokenUses' | 'logger'>;

const books = new WeakMap<object, TokenBook>();

/** The book of a host: one for all its actors. */
export function tokenBookOf(parts: BookParts): TokenBook {
  let book = books.get(parts);
  if (book === undefined) {
    book = new TokenBook(parts);
    books.set(parts, book);
  }
  return book;
}

/** The hash under which a secret is kept. It is random and long, so that a slow hash would add nothing. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Tokens by the hashes of their secrets, read again only after the store changed: who tries secrets makes no work for it.
 */
export class TokenBook {
  readonly #parts: BookParts;
  #revision: string | number | undefined;
  #tokens: Promise<ReadonlyMap<string, StoredToken>> | undefined;
  readonly #usedAt = new Map<string, number>();

  constructor(parts: BookParts) {
    this.#parts = parts;
  }

  /** The token behind a secret, if it is valid now. */
  async authenticate(secret: unknown): Promise<AccessToken | undefined> {
    if (typeof secret !== 'string' || !secretPattern.test(secret)) return undefined;
    const token = (await this.#read()).get(hashSecret(secret));
    const now = this.#parts.clock.now();
    if (token === undefined || token.revokedAt !== null) return undefined;
    if (token.expiresAt !== null && Date.parse(token.expiresAt) <= now) return undefined;
    const { secretHash: _, ...rest } = token;
    const lastUsedAt = this.#recordUse(token.id, now);
    return Object.freeze({ ...rest, lastUsedAt: new Date(lastUsedAt).toISOString() });
  }

  #read(): Promise<ReadonlyMap<string, StoredToken>> {
    const revision = this.#parts.store.revision();
    if (this.#tokens !== undefined && this.#revision === revision) return this.#tokens;
    const reading = this.#parts.store
      .listTokens()
      .then((tokens) => new Map(tokens.map((token) => [token.secretHash, token])));
    this.#revision = revision;
    this.#tokens = reading;
    reading.catch(() => {
      // The next one who asks tries again.
      if (this.#tokens === reading) this.#tokens = undefined;
    });
    return reading;
  }

  /** When it was last used, to the minute. */
  #recordUse(id: string, now: number): number {
    const minute = now - (now % USE_EVERY_MS);
    const before = this.#usedAt.get(id);
    // A clock that was set back is no reason to record each use.
    if (before !== undefined && Math.abs(minute - before) < USE_EVERY_MS) return before;
    if (this.#usedAt.size >= MAX_USES) this.#usedAt.clear();
    this.#usedAt.set(id, minute);
    try {
      this.#parts.tokenUses.record(id, now);
    } catch (error) {
      const message = `The use of token ${id} could not be recorded: ${describeError(error)}`;
      this.#parts.logger({ level: 'warn', event: 'token-use-lost', message, error });
    }
    return minute;
  }
}
