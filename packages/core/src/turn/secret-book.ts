import { describeError } from '../companions/guard.js';
import type { Clock } from '../contract/clock.js';
import type { Logger } from '../contract/logger.js';
import type { SecretVault } from '../contract/secret.js';
import type { Redactor } from '../settings/redactor.js';
import type { StoredSecret } from '../store/records.js';
import { createSecretView, NO_SECRETS, type OpenedSecret, type SecretView } from './secret-view.js';

/** A secret that could not be opened is not tried again before that: a keyring that is locked may take seconds each time. */
const RETRY_MS = 30_000;

/** What {@link SecretBook} is made of. */
export interface SecretBookParts {
  /** Absent: none can be set. */
  readonly vault: SecretVault | undefined;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Page extends OpenedSecret {
  readonly sealed: string;
  readonly triedAt: number;
}

/**
 * The secrets of the store, opened once each: at start, and when one changed. One that cannot be opened is logged once and
 * counts as not set; no turn waits for it again for a while.
 */
export class SecretBook {
  readonly #parts: SecretBookParts;
  #pages = new Map<string, Page>();
  #view: SecretView = NO_SECRETS;

  constructor(parts: SecretBookParts) {
    this.#parts = parts;
  }

  /** The same view as before where nothing of it changed. */
  async open(records: readonly StoredSecret[]): Promise<SecretView> {
    if (records.length === 0 && this.#pages.size === 0) return this.#view;
    const before = this.#pages;
    const now = this.#parts.clock.now();
    const pages = await Promise.all(records.map((record) => this.#read(record, before.get(record.name), now)));
    this.#parts.redactor.remember(pages.flatMap(({ value }) => value ?? []));
    const isSame =
      pages.length === this.#pages.size &&
      pages.every(({ name, sealed, value, problem }) => {
        const known = this.#pages.get(name);
        return known?.sealed === sealed && known.value === value && known.problem === problem;
      });
    this.#pages = new Map(pages.map((page) => [page.name, page]));
    if (!isSame) this.#view = createSecretView(pages);
    return this.#view;
  }

  async #read({ name, sealed }: StoredSecret, known: Page | undefined, now: number): Promise<Page> {
    const isKnown = known?.sealed === sealed;
    if (isKnown && (known.value !== undefined || Math.abs(now - known.triedAt) < RETRY_MS)) return known;
    const { vault, logger } = this.#parts;
    try {
      if (vault === undefined) throw new Error('This host was given no vault of secrets.');
      const value = await vault.open(name, sealed);
      return { name, sealed, value, problem: undefined, triedAt: now };
    } catch (error) {
      const problem = describeError(error);
      if (!isKnown || known.problem !== problem) {
        const message = `The secret "${name}" counts as not set: ${problem}`;
        logger({ level: 'warn', event: 'secret-unavailable', message, error });
      }
      return { name, sealed, value: undefined, problem, triedAt: now };
    }
  }
}
