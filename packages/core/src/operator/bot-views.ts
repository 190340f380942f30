import type { Catalogue } from '../catalogue/catalogue.js';
import type { ToolProviderRegistry } from '../catalogue/tool-provider-registry.js';
import { requireId } from '../catalogue/wrong-argument.js';
import type { ModelDescription } from '../contract/model.js';
import type { ModelAdapter } from '../contract/model-adapter.js';
import type { BotSummary, Host, ShowOptions } from '../host-interface.js';
import type { StoreReader } from '../store/roles.js';
import type { TraceRecorder } from '../store/traces.js';
import { readShowOptions } from '../turn/create-context.js';
import type { BotOffer, OfferCache } from '../turn/offer-cache.js';
import type { OperatorView } from '../turn/operator-view.js';
import { countOwn, describeOwn, listToolRows, type ToolRowsInput } from './list-tool-rows.js';
import { maskAssignments } from './mask-assignments.js';
import type { OperatorParts } from './operator-parts.js';

/** What the views of a bot are made from. */
export interface BotViewsParts {
  readonly operator: OperatorParts;
  readonly registry: ToolProviderRegistry;
  readonly offers: OfferCache;
  readonly traces: TraceRecorder;
  readonly adapterOf: (model: ModelDescription | undefined) => ModelAdapter | undefined;
  readonly collect: (
    revision: string | number,
  ) => Promise<{ readonly catalogue: Catalogue; readonly view: OperatorView }>;
  /** Throws `HOST_CLOSED`. */
  readonly requireOpen: () => void;
}

/** A bot for people: what a turn started now would have, all it could have, and both in numbers. */
export function createBotViews(parts: BotViewsParts): Pick<Host, 'show' | 'listTools' | 'summarise'> {
  const { operator, registry, offers, traces, adapterOf, collect, requireOpen } = parts;

  const look = async (botId: string, options: ShowOptions): Promise<ToolRowsInput & { readonly found: BotOffer }> => {
    requireOpen();
    const asked = readShowOptions(options, operator.components);
    requireId(botId);
    const revision = operator.store.revision();
    const { catalogue, view } = await collect(revision);
    const adapter = adapterOf(asked.model);
    const rest = { unreached: undefined, select: undefined };
    const found = await offers.get({ botId, catalogue, revision, view, adapter, ...asked, ...rest });
    return {
      ...asked,
      found,
      catalogue,
      view,
      adapter,
      checker: await operator.loadChecker(),
      components: operator.components,
      formerOwners: (owner) => registry.formerOwners(owner),
      listedBefore: await findListedBefore(found, catalogue),
    };
  };

  /** Owners that are not there any more are known by their last lists. */
  const findListedBefore = async ({ assignments }: BotOffer, catalogue: Catalogue): Promise<Map<string, string>> => {
    const present = new Set(catalogue.slots.map(({ owner }) => owner));
    if (assignments.every(({ owner }) => present.has(owner))) return new Map();
    return new Map((await operator.store.listSnapshots()).map(({ owner, listedAt }) => [owner, listedAt]));
  };

  return {
    async show(botId, options = {}) {
      const { found, catalogue } = await look(botId, options);
      const { bot, offer } = found;
      const assignments = await maskAssignments(operator, catalogue, found.assignments);
      const { offered, withheld, toolsJson, encoded, instructions } = offer;
      return { bot, assignments, offered, withheld, toolsJson, converted: encoded.tools, instructions };
    },

    listTools: async (botId, options = {}) => listToolRows(await look(botId, options)),

    async summarise(botId, options = {}) {
      const input = await look(botId, options);
      const own = describeOwn(input);
      const names = new Set(own.map(({ name }) => name));
      const others = [...input.catalogue.tools.keys()].filter((name) => !names.has(name));
      const counts = countOwn(own);
      return Object.freeze({
        bot: input.found.bot,
        counts: Object.freeze({ ...counts, all: counts.on + others.length }),
        tokens: own.reduce((sum, row) => sum + (row.state === 'offered' ? row.tokens : 0), 0),
        accessTokens: await countTokens(operator.store, botId),
        reasons: countReasons(own),
        lastTurnAt: await findLastTurn(traces, botId),
      });
    },
  };
}

function countReasons(own: ToolRowsList): BotSummary['reasons'] {
  const counts = new Map<BotSummary['reasons'][number]['code'], number>();
  for (const { code } of own) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}

async function countTokens(store: StoreReader, botId: string): Promise<number> {
  return (await store.listTokens()).filter(({ bot, revokedAt }) => bot === botId && revokedAt === null).length;
}

type ToolRowsList = ReturnType<typeof describeOwn>;

/** A call may be written before its turn is. */
async function findLastTurn(traces: TraceRecorder, botId: string): Promise<string | null> {
  const [[turn], [call]] = await Promise.all([
    traces.listTurns?.({ botId, limit: 1 }) ?? [],
    traces.list({ botId, limit: 1 }),
  ]);
  const last = Math.max(turn?.startedAt ?? Number.NEGATIVE_INFINITY, call?.startedAt ?? Number.NEGATIVE_INFINITY);
  return Number.isFinite(last) ? new Date(last).toISOString() : null;
}
