import { createHash } from 'node:crypto';
import { describeError, invoke } from '../companions/guard.js';
import type { AccessToken } from '../contract/access.js';
import type { Clock } from '../contract/clock.js';
import type { Logger } from '../contract/logger.js';
import type { StoredToken } from '../store/records.js';
import type { Store } from '../store/roles.js';
import type { TokenUses } from '../store/token-uses.js';

/** How the secrets of sessions begin: they are good in a cookie alone, so they are told apart at a glance. */
export const SESSION_PREFIX = 'loadout-session_';

/** What every secret looks like; anything else is refused without a look at the store. */
const secretPattern = /^loadout_[A-Za-z0-9_-]{43}$/;
const sessionPattern = /^loadout-session_[A-Za-z0-9_-]{43}$/;

const USE_EVERY_MS = 60_000;

/** More tokens than this are not remembered by their last use; then all are recorded again. */
const MAX_USES = 100_000;

/** Most secrets that are remembered, those of nobody included: who tries many makes the store look, and fills no memory. */
const MAX_REMEMBERED = 10_000;

/** What a book is kept with. */
export interface TokenBookParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokenUses: TokenUses;
  readonly logger: Logger;
}

/** The hash under which a secret is kept. It is random and long, so that a slow hash would add nothing. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Tokens by the hashes of their secrets, each asked for once until the store changes. One for all actors of a host. */
export class TokenBook {
  readonly #parts: TokenBookParts;
  #revision: string | number | undefined;
  readonly #found = new Map<string, Promise<StoredToken | undefined>>();
  readonly #usedAt = new Map<string, number>();

  constructor(parts: TokenBookParts) {
    this.#parts = parts;
  }

  /** The token behind a secret, if it is valid now. */
  async authenticate(secret: unknown): Promise<AccessToken | undefined> {
    const token = await this.#findValid(secret, secretPattern);
    if (token === undefined || token.session !== null) return undefined;
    const { secretHash: _, ...rest } = token;
    const lastUsedAt = this.#recordUse(token.id, this.#parts.clock.now());
    return Object.freeze({ ...rest, lastUsedAt: new Date(lastUsedAt).toISOString() });
  }

  /** The session behind a secret, if it is valid now. Its use is one of the token that it is of. */
  async authenticateSession(secret: unknown): Promise<AccessToken | undefined> {
    const token = await this.#findValid(secret, sessionPattern);
    if (token === undefined || token.session === null) return undefined;
    const { secretHash: _, ...rest } = token;
    if (token.session.of !== null) this.#recordUse(token.session.of, this.#parts.clock.now());
    return Object.freeze({ ...rest, lastUsedAt: null });
  }

  async #findValid(secret: unknown, pattern: RegExp): Promise<StoredToken | undefined> {
    if (typeof secret !== 'string' || !pattern.test(secret)) return undefined;
    const token = await this.#find(hashSecret(secret));
    if (token === undefined || token.revokedAt !== null) return undefined;
    return token.expiresAt !== null && Date.parse(token.expiresAt) <= this.#parts.clock.now() ? undefined : token;
  }

  #find(hash: string): Promise<StoredToken | undefined> {
    const { store } = this.#parts;
    const revision = store.revision();
    if (this.#revision !== revision || this.#found.size >= MAX_REMEMBERED) this.#found.clear();
    this.#revision = revision;
    const known = this.#found.get(hash);
    if (known !== undefined) return known;
    const finding = store.findToken(hash);
    this.#found.set(hash, finding);
    finding.catch(() => {
      // The next one who asks tries again.
      if (this.#found.get(hash) === finding) this.#found.delete(hash);
    });
    return finding;
  }

  /** When it was last used, to the minute. */
  #recordUse(id: string, now: number): number {
    const minute = now - (now % USE_EVERY_MS);
    const before = this.#usedAt.get(id);
    // A clock that was set back is no reason to record each use.
    if (before !== undefined && Math.abs(minute - before) < USE_EVERY_MS) return before;
    if (this.#usedAt.size >= MAX_USES) this.#usedAt.clear();
    this.#usedAt.set(id, minute);
    // It may be an async function all the same.
    void invoke(() => this.#parts.tokenUses.record(id, now)).catch((error: unknown) => {
      const message = `The use of token ${id} could not be recorded: ${describeError(error)}`;
      this.#parts.logger({ level: 'warn', event: 'token-use-lost', message, error });
    });
    return minute;
  }
}
