import type { Catalogue } from '../catalogue/catalogue.js';
import type { ToolProviderRegistry } from '../catalogue/tool-provider-registry.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import type { Assignment, Bot, Store } from '../store/roles.js';
import { createOffer, type Offer } from './create-offer.js';
import { unknownBot } from './loadouts.js';
import type { OperatorSettings } from './operator-settings.js';

/** More bots than this are not kept; the one that was made first is worked out anew. */
const MAX_ENTRIES = 10_000;

/** A bot and what it is offered. */
export interface BotOffer {
  readonly bot: Bot;
  readonly assignments: readonly Assignment[];
  readonly offer: Offer;
}

interface CacheEntry extends BotOffer {
  readonly catalogue: Catalogue;
  readonly revision: string | number;
}

/** What offers are made from. */
export interface OfferCacheParts {
  readonly store: Store;
  readonly registry: ToolProviderRegistry;
  readonly operator: OperatorSettings;
  readonly loadChecker: () => Promise<SchemaChecker>;
}

/**
 * The offers of recent turns. A turn whose bot, catalogue, store and wishes are those of an earlier one is
 * given the same offer without a look at the loadout.
 */
export class OfferCache {
  readonly #parts: OfferCacheParts;
  readonly #entries = new Map<string, CacheEntry>();

  constructor(parts: OfferCacheParts) {
    this.#parts = parts;
  }

  /** Throws `BOT_UNKNOWN`. */
  get(
    botId: string,
    catalogue: Catalogue,
    locale: string,
    select: readonly string[] | undefined,
  ): BotOffer | Promise<BotOffer> {
    const key = select === undefined ? `${botId}\n${locale}` : JSON.stringify([botId, locale, select]);
    const revision = this.#parts.store.revision();
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.catalogue === catalogue && entry.revision === revision) return entry;
    return this.#create(key, botId, { catalogue, revision, locale, select });
  }

  async #create(
    key: string,
    botId: string,
    asked: Pick<CacheEntry, 'catalogue' | 'revision'> & {
      readonly locale: string;
      readonly select: readonly string[] | undefined;
    },
  ): Promise<BotOffer> {
    const { store, registry, operator, loadChecker } = this.#parts;
    const [bot, assignments, checker] = await Promise.all([
      store.getBot(botId),
      store.listAssignments(botId),
      loadChecker(),
    ]);
    if (bot === undefined) throw unknownBot(botId);
    const { catalogue, revision, locale, select } = asked;
    const companionOf = (owner: string) => registry.companionOf(owner);
    operator.check(catalogue, checker);
    const input = { catalogue, assignments, select, locale, checker, operator, companionOf };
    const offer = createOffer({ bot: bot.id, ...input });
    const entry: CacheEntry = { bot, assignments, offer, catalogue, revision };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > MAX_ENTRIES) {
      const oldest = this.#entries.keys().next();
      if (oldest.done !== true) this.#entries.delete(oldest.value);
    }
    return entry;
  }
}
