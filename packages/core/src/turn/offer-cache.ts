import type { Catalogue } from '../catalogue/catalogue.js';
import type { ToolProviderRegistry } from '../catalogue/tool-provider-registry.js';
import type { Clock } from '../contract/clock.js';
import type { ConfidenceLevel } from '../contract/confidence.js';
import type { ModelDescription } from '../contract/model.js';
import type { ModelAdapter } from '../contract/model-adapter.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import { createBotError } from '../store/bot-id.js';
import type { Assignment, Bot } from '../store/records.js';
import type { Store } from '../store/roles.js';
import { createOffer, type Offer } from './create-offer.js';
import { type KnownDefinition, KnownDefinitions } from './known-definitions.js';
import type { OperatorSettings } from './operator-settings.js';
import type { OperatorView } from './operator-view.js';
import { keyOfModel } from './read-model-description.js';
import { ownNameOf } from './unlisted-tool.js';

/** How long an offer counts that an implementation had no say in, because it failed or did not answer. */
const PROVISIONAL_MS = 10_000;

/** As many tools are kept in offers, of all bots together; then the offers that were made first go. */
const MAX_TOOLS = 20_000;

/** A bot and what it is offered. */
export interface BotOffer {
  readonly bot: Bot;
  readonly assignments: readonly Assignment[];
  readonly offer: Offer;
}

/** All that an offer depends on, beside the loadout. */
export interface OfferRequest {
  readonly botId: string;
  readonly catalogue: Catalogue;
  /** Of the store, read before the view. */
  readonly revision: string | number;
  readonly view: OperatorView;
  readonly locale: string;
  readonly component: string;
  /** Of the model provider; absent where nobody asks for it. */
  readonly confidence: ConfidenceLevel | undefined;
  /** What the conversation requires, where the model provider does not reach it and is not trusted. */
  readonly unreached: ConfidenceLevel | undefined;
  readonly model: ModelDescription | undefined;
  /** Of the model's API; absent without one. */
  readonly adapter: ModelAdapter | undefined;
  readonly select: readonly string[] | undefined;
}

interface CacheEntry extends BotOffer {
  readonly catalogue: Catalogue;
  readonly view: OperatorView;
  readonly revision: string | number;
  /** When it no longer counts; nothing where it counts until something changes. */
  readonly until: number | undefined;
}

/** What offers are made from. */
export interface OfferCacheParts {
  readonly clock: Clock;
  readonly store: Store;
  readonly registry: ToolProviderRegistry;
  readonly operator: OperatorSettings;
  readonly components: ReadonlySet<string>;
  readonly loadChecker: () => Promise<SchemaChecker>;
  /** Told of assignments whose tools have become built-ins. */
  readonly movedIn: (botId: string, toolNames: readonly string[]) => void;
}

/**
 * The offers of recent turns. A turn whose bot, catalogue, store and wishes are those of an earlier one is
 * given the same offer without a look at the loadout; after a change of something else, with a look at the bot alone.
 */
export class OfferCache {
  readonly #parts: OfferCacheParts;
  readonly #entries = new Map<string, CacheEntry>();
  readonly #definitions = new KnownDefinitions();
  #catalogue: Catalogue | undefined;
  #toolCount = 0;

  constructor(parts: OfferCacheParts) {
    this.#parts = parts;
  }

  /** Throws `BOT_UNKNOWN`. */
  get(request: OfferRequest): BotOffer | Promise<BotOffer> {
    const key = keyOf(request);
    const entry = this.#entries.get(key);
    if (
      entry !== undefined &&
      entry.catalogue === request.catalogue &&
      entry.revision === request.revision &&
      entry.view === request.view &&
      !this.#isOver(entry)
    )
      return entry;
    return this.#renew(key, request, entry);
  }

  async #renew(key: string, request: OfferRequest, entry: CacheEntry | undefined): Promise<BotOffer> {
    const { catalogue, revision, view, botId } = request;
    const bot = await this.#parts.store.getBot(botId);
    if (bot === undefined) throw createBotError('BOT_UNKNOWN', botId);
    const isSame =
      entry?.catalogue === catalogue && entry.view === view && isSameLoadout(entry.bot, bot) && !this.#isOver(entry);
    const found = isSame ? entry : await this.#create(bot, request);
    const renewed = Object.freeze({ ...found, bot, catalogue, view, revision });
    this.#keep(key, renewed);
    return renewed;
  }

  #isOver({ until }: CacheEntry): boolean {
    return until !== undefined && this.#parts.clock.now() >= until;
  }

  async #create(bot: Bot, request: OfferRequest): Promise<Pick<CacheEntry, 'assignments' | 'offer' | 'until'>> {
    const { clock, store, registry, operator, components, loadChecker, movedIn } = this.#parts;
    const [assignments, checker] = await Promise.all([store.listAssignments(bot.id), loadChecker()]);
    operator.check(request.catalogue, checker);
    const offer = await createOffer({
      ...request,
      bot: bot.id,
      components,
      assignments,
      definitions: this.#definitions,
      unlisted: await this.#findUnlisted(assignments, request.catalogue),
      checker,
      operator,
      companionOf: (owner) => registry.companionOf(owner),
      formerOwners: (owner) => registry.formerOwners(owner),
    });
    if (offer.movedIn.length > 0) movedIn(bot.id, offer.movedIn);
    const until = offer.isProvisional ? clock.now() + PROVISIONAL_MS : undefined;
    return { assignments: Object.freeze([...assignments]), offer, until };
  }

  async #findUnlisted(assignments: readonly Assignment[], catalogue: Catalogue): Promise<Map<string, KnownDefinition>> {
    const unlisted = new Map<string, KnownDefinition>();
    for (const assignment of assignments) {
      if (catalogue.findAssigned(assignment) !== undefined) continue;
      // Whose provider is not there runs nothing.
      const slot = catalogue.slots.find(({ owner }) => owner === assignment.owner);
      if (slot === undefined) continue;
      const { store } = this.#parts;
      const known = await this.#definitions.find(assignment, ownNameOf(assignment, catalogue), { store, slot });
      if (known !== undefined) unlisted.set(assignment.toolName, known);
    }
    return unlisted;
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

/** Only a component may have line breaks, so it stands last. */
function keyOf({ botId, locale, confidence, unreached, model, component, select }: OfferRequest): string {
  const selection = select === undefined ? '' : JSON.stringify(select);
  return `${botId}\n${locale}\n${confidence ?? ''}\n${unreached ?? ''}\n${keyOfModel(model)}\n${selection}\n${component}`;
}

function isSameLoadout(before: Bot, now: Bot): boolean {
  return before.loadoutRevision === now.loadoutRevision && before.createdAt === now.createdAt;
}

/** An offer without tools takes memory as well, and so does what was asked for. */
function sizeOf(key: string, { offer }: BotOffer): number {
  return 1 + offer.offered.length + offer.withheld.length + Math.ceil(key.length / 100);
}
