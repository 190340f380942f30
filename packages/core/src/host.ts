import { describeCatalogue } from './catalogue/describe-catalogue.js';
import { describeValue } from './catalogue/describe-value.js';
import { describeDefinitionProblem } from './catalogue/load-definition-files.js';
import type { Companion } from './companions/companion.js';
import { composeHost } from './compose.js';
import { LoadoutError } from './contract/errors.js';
import type { JsonObject } from './contract/json.js';
import type { CatalogueReport } from './contract/report.js';
import type { OfferedTool, Turn, TurnOptions, WithheldTool } from './contract/turn.js';
import type { HostOptions } from './host-options.js';
import { isObject, readHostOptions, wrongArgument } from './read-host-options.js';
import { loadSchemaChecker } from './schema/check-schema.js';
import { createBotError } from './store/bot-id.js';
import type { Assignment, Bot, NewBot } from './store/roles.js';
import type { TraceRecorder } from './store/traces.js';
import { createContext, readTurnOptions } from './turn/create-context.js';
import { assignTools, unassignTools } from './turn/loadouts.js';
import { ToolTurn } from './turn/tool-turn.js';

/** A bot's loadout for people. */
export interface LoadoutView {
  readonly bot: Bot;
  readonly assignments: readonly Assignment[];
  readonly offered: readonly OfferedTool[];
  readonly withheld: readonly WithheldTool[];
}

/** Gives every bot its own set of tools. Made by {@link createHost}. */
export interface Host {
  readonly bots: {
    add(bot: NewBot): Promise<Bot>;
    get(botId: string): Promise<Bot | undefined>;
    list(): Promise<readonly Bot[]>;
    remove(botId: string): Promise<void>;
  };
  /**
   * Assigns tools by name or alias, all or nothing. Answers the canonical names; a tool that the bot has under an alias
   * keeps that assignment. Throws `BOT_UNKNOWN`, `TOOL_UNKNOWN`, `TOOL_NAME_INVALID`, `TOOL_SETTINGS_INVALID`.
   */
  assign(botId: string, toolNames: readonly string[], options?: AssignOptions): Promise<readonly string[]>;
  /**
   * Removes tools by name or alias, also those that were assigned under another of their names; answers the names
   * that they were assigned under. Throws `BOT_UNKNOWN`.
   */
  unassign(botId: string, toolNames: readonly string[]): Promise<readonly string[]>;
  /** The loadout as a turn started now would have it. Throws `BOT_UNKNOWN`. */
  show(botId: string): Promise<LoadoutView>;
  /** All tools, all that was left out with its reason, and how companions are. */
  catalogue(): Promise<CatalogueReport>;
  /** Throws `BOT_UNKNOWN`, `CONFIGURATION_INVALID`, `HOST_CLOSED`. */
  startTurn(options: TurnOptions): Promise<Turn>;
  /** Asks lists again; resolves when they have answered or failed. Throws `COMPANION_UNKNOWN`. */
  refresh(companionId?: string): Promise<void>;
  /** Gives a companion other settings; its lists are asked again. Throws `COMPANION_UNKNOWN`, `COMPANION_SETTINGS_INVALID`. */
  setCompanionSettings(companionId: string, settings: JsonObject): Promise<void>;
  readonly traces: TraceRecorder;
  /** Ends all turns and closes the store that the host made. Safe to call twice. */
  close(): Promise<void>;
}

/** How tools are assigned. */
export interface AssignOptions {
  /** The bot's own settings for the tools named. */
  readonly settingsOverride?: JsonObject;
}

/**
 * Makes a host: reads definition files, loads companions, each within its deadline. Never fails because of a
 * companion; throws `CONFIGURATION_INVALID` for options that cannot be read.
 *
 * @example
 * const host = await createHost({ ...builtinTools(), companions: ['@acme/courses'] });
 */
export async function createHost(options: HostOptions = {}): Promise<Host> {
  const parts = await composeHost(readHostOptions(options));
  const { logger, store, definitions, companions, registry, execution, operator, offers } = parts;
  const components = new Set(options.components ?? ['chat', 'assistant']);
  const loadoutParts = { store, registry, loadChecker: loadSchemaChecker };
  const turns = new Set<ToolTurn>();
  let closing: Promise<void> | undefined;

  for (const problem of definitions.problems) {
    const message = describeDefinitionProblem(problem);
    logger({ level: 'warn', event: 'definition-left-out', message });
  }
  await Promise.all(companions.map((companion) => companion.load()));

  const requireOpen = (): void => {
    if (closing !== undefined) throw new LoadoutError('HOST_CLOSED', 'The host was closed. Create another one.');
  };
  const requireCompanion = (id: string): Companion => {
    const companion = companions.find((one) => one.id === id);
    if (companion !== undefined) return companion;
    throw new LoadoutError('COMPANION_UNKNOWN', `No companion ${describeValue(id)} is configured.`, {
      details: { companion: id },
    });
  };

  return Object.freeze({
    bots: Object.freeze({
      async add(bot: NewBot) {
        requireOpen();
        if (!isObject(bot)) throw wrongArgument('bots.add', 'bot', 'an object with an id', bot);
        return store.addBot(bot);
      },
      async get(botId: string) {
        requireOpen();
        return store.getBot(requireId(botId));
      },
      async list() {
        requireOpen();
        return store.listBots();
      },
      async remove(botId: string) {
        requireOpen();
        return store.removeBot(requireId(botId));
      },
    }),
    traces: execution.traces,

    async assign(botId: string, toolNames: readonly string[], assignOptions: AssignOptions = {}) {
      requireOpen();
      if (!isObject(assignOptions)) throw wrongArgument('assign', 'options', 'an object', assignOptions);
      const { settingsOverride } = assignOptions;
      return assignTools(loadoutParts, requireId(botId), requireList('assign', toolNames), settingsOverride);
    },

    async unassign(botId: string, toolNames: readonly string[]) {
      requireOpen();
      return unassignTools(loadoutParts, requireId(botId), requireList('unassign', toolNames));
    },

    async show(botId: string) {
      requireOpen();
      requireId(botId);
      const { catalogue } = await registry.collect();
      const { bot, assignments, offer } = await offers.get(botId, catalogue, 'en', undefined);
      return { bot, assignments, offered: offer.offered, withheld: offer.withheld };
    },

    async catalogue() {
      requireOpen();
      const { catalogue } = await registry.collect();
      const checker = await loadSchemaChecker();
      operator.check(catalogue, checker);
      const { tools, leftOut } = describeCatalogue(catalogue, checker, 'en');
      return { tools, leftOut, companions: registry.describeCompanions() };
    },

    async startTurn(turnOptions: TurnOptions) {
      requireOpen();
      const request = readTurnOptions(turnOptions, components);
      const collecting = registry.collect();
      const { roster, catalogue } = collecting instanceof Promise ? await collecting : collecting;
      const found = offers.get(request.botId, catalogue, request.locale, request.select);
      const { bot, offer } = found instanceof Promise ? await found : found;
      requireOpen();
      const context = createContext(execution.createId(), bot, request);
      const ended = (turn: ToolTurn): boolean => turns.delete(turn);
      const turn = new ToolTurn({ host: execution, context, options: request, catalogue, roster, offer, ended });
      turns.add(turn);
      return turn;
    },

    async refresh(companionId?: string) {
      requireOpen();
      // A provider that was never asked is known after a dispatch.
      await registry.collect();
      const chosen = companionId === undefined ? companions : [requireCompanion(companionId)];
      await Promise.all(chosen.map((companion) => companion.refresh()));
    },

    async setCompanionSettings(companionId: string, settings: JsonObject) {
      requireOpen();
      const companion = requireCompanion(companionId);
      if (isObject(settings)) return companion.setSettings(settings);
      const message = `The settings of ${companion.id} have to be an object, but are ${describeValue(settings)}.`;
      throw new LoadoutError('COMPANION_SETTINGS_INVALID', message, { details: { companion: companion.id } });
    },

    close() {
      closing ??= closeHost();
      return closing;
    },
  });

  async function closeHost(): Promise<void> {
    await Promise.all([...turns].map((turn) => turn.end()));
    execution.waiting.close();
    for (const companion of companions) companion.close();
    if (options.store === undefined) await store.close();
  }
}

/** The id of a bot as somebody names it: whether there is such a bot is for the store. */
function requireId(botId: unknown): string {
  if (typeof botId === 'string') return botId;
  throw createBotError('BOT_ID_INVALID', botId);
}

/** The names in it are judged where they are used. */
function requireList(method: string, toolNames: readonly string[]): readonly string[] {
  if (Array.isArray(toolNames)) return toolNames;
  throw wrongArgument(method, 'toolNames', 'a list of names', toolNames);
}
