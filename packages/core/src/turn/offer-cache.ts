import type { Catalogue } from '../catalogue/catalogue.js';
import type { ToolProviderRegistry } from '../catalogue/tool-provider-registry.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import type { Assignment, Bot, Store } from '../store/records.js';
import { createOffer, type Offer } from './create-offer.js';
import { unknownBot } from './loadouts.js';
import type { OperatorSettings } from './operator-settings.js';

/** As many tools are kept in offers, of all bots together; then the offers that were made first go. */
const MAX_TOOLS = 20_000;

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
  #catalogue: Catalogue | undefined;
  #toolCount = 0;

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
    const entry = Object.freeze({ bot, assignments: Object.freeze([...assignments]), offer, catalogue, revision });
    this.#keep(key, entry);
    return entry;
  }

  /** By number of tools, because that is what an offer's memory depends on: who asks, and how, is the user's doing. */
  #keep(key: string, entry: CacheEntry): void {
    if (entry.catalogue !== this.#catalogue) {
      // Nobody asks for the offers of an older catalogue again.
      this.#entries.clear();
      this.#toolCount = 0;
      this.#catalogue = entry.catalogue;
    }
    this.#forget(key);
    this.#entries.set(key, entry);
    this.#toolCount += sizeOf(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#toolCount <= MAX_TOOLS || oldest === key) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#toolCount -= sizeOf(key, entry);
  }
}

/** An offer without tools takes memory as well, and so does what was asked for. */
function sizeOf(key: string, { offer }: BotOffer): number {
  return 1 + offer.offered.length + offer.withheld.length + Math.ceil(key.length / 100);
}
