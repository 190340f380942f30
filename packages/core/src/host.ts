import { adapterFor } from './adapters/model-adapters.js';
import { describeCatalogue } from './catalogue/describe-catalogue.js';
import { describeValue } from './catalogue/describe-value.js';
import { describeDefinitionProblem } from './catalogue/load-definition-files.js';
import type { Collected } from './catalogue/tool-provider-registry.js';
import { wrongArgument } from './catalogue/wrong-argument.js';
import type { Companion } from './companions/companion.js';
import { describeError, invoke, withDeadline } from './companions/guard.js';
import { composeHost } from './compose.js';
import type { Actor } from './contract/actor.js';
import { higherConfidence } from './contract/confidence.js';
import { LoadoutError } from './contract/errors.js';
import type { IToolImplementation } from './contract/implementation.js';
import { isObject } from './contract/json.js';
import type { ModelDescription } from './contract/model.js';
import type { ModelAdapter } from './contract/model-adapter.js';
import type { ResumeOptions, TurnOptions } from './contract/turn.js';
import { loadTelemetry } from './execution/telemetry.js';
import type { Host } from './host-interface.js';
import type { HostOptions } from './host-options.js';
import { createBotViews } from './operator/bot-views.js';
import { checkTools } from './operator/check-tools.js';
import { describeHost } from './operator/describe-host.js';
import { createOperatorMembers, type OperatorMember } from './operator/operator-members.js';
import { describePortability } from './operator/portability.js';
import { readActor } from './operator/read-actor.js';
import { readHostOptions } from './read-host-options.js';
import { loadSchemaChecker } from './schema/check-schema.js';
import { createBotError } from './store/bot-id.js';
import { claimTurn, type TurnClaim } from './turn/claim-turn.js';
import { createContext, readLocale, readTurnOptions } from './turn/create-context.js';
import type { OperatorView } from './turn/operator-view.js';
import { checkResumeOptions, describeResumedTurn, requireSameApi } from './turn/suspended-document.js';
import { sweepTurns } from './turn/sweep-turns.js';
import { ToolTurn } from './turn/tool-turn.js';
import { requireReached, TurnConfidence } from './turn/turn-confidence.js';

// As long as a companion has for its lists.
const maxCloseMs = 5_000;

/**
 * Makes a host: reads definition files, loads companions, each within its deadline. Never fails because of a
 * companion; throws `CONFIGURATION_INVALID` for options that cannot be read.
 *
 * @example
 * const host = await createHost({ ...builtinTools(), companions: ['@acme/courses'] });
 */
export async function createHost(hostOptions: HostOptions = {}): Promise<Host> {
  const options = readHostOptions(hostOptions);
  const parts = await composeHost(options);
  const { logger, store, definitions, snapshots, companions, registry, execution } = parts;
  const { toolSettings, state, operator, offers, levels } = parts;
  const turns = new Set<ToolTurn>();
  const startedAt = parts.clock.now();
  let closing: Promise<void> | undefined;

  for (const problem of definitions.problems) {
    const message = describeDefinitionProblem(problem);
    logger({ level: 'warn', event: 'definition-left-out', message });
  }
  await Promise.all([snapshots.restore(companions), loadTelemetry(), readSecrets(), sweepTurns(execution)]);
  await Promise.all(companions.map((companion) => companion.load()));

  /** Companions get theirs before they load. A store that cannot be read says so to whoever needs it. */
  async function readSecrets(): Promise<void> {
    try {
      await state.at(store.revision());
    } catch (error) {
      logger({
        level: 'warn',
        event: 'operator-state-unread',
        message: 'The store could not be read at start.',
        error,
      });
    }
  }

  const requireOpen = (): void => {
    if (closing !== undefined) throw new LoadoutError('HOST_CLOSED', 'The host was closed. Create another one.');
  };

  /** Who provides tools is asked at once; decisions come before the merge, because some of them say how it is done. */
  const collect = async (revision: string | number): Promise<Collected & { readonly view: OperatorView }> => {
    const viewing = state.at(revision);
    const collected = await registry.collect(viewing instanceof Promise ? viewing : undefined);
    return { view: await viewing, ...collected };
  };

  const openTurn = async (turnOptions: TurnOptions, claim?: TurnClaim): Promise<ToolTurn> => {
    requireOpen();
    const request = readTurnOptions(turnOptions, operator.components);
    const revision = store.revision();
    // What need not be waited for is not: a warm turn goes through without one.
    const viewing = state.at(revision);
    const collecting = registry.collect(viewing instanceof Promise ? viewing : undefined);
    const { roster, catalogue } = collecting instanceof Promise ? await collecting : collecting;
    const view = viewing instanceof Promise ? await viewing : viewing;
    const { botId, locale, component, select, model, modelProvider, conversation } = request;
    const reading = conversation === null ? 'NONE' : levels.at(botId, conversation.id, revision);
    const kept = reading instanceof Promise ? await reading : reading;
    const required = claim === undefined ? kept : higherConfidence(kept, claim.document.requiredConfidence);
    const confidence = new TurnConfidence({ levels, botId, conversation, modelProvider, required, view });
    const found = offers.get({
      botId,
      catalogue,
      revision,
      view,
      locale,
      component,
      confidence: confidence.level,
      unreached: confidence.isReached ? undefined : required,
      model,
      adapter: adapterOf(model),
      select,
    });
    const { bot, offer } = found instanceof Promise ? await found : found;
    requireOpen();
    const context = createContext(execution.createId(), bot, request);
    const ended = (turn: ToolTurn): boolean => turns.delete(turn);
    const turn = new ToolTurn({
      host: execution,
      context,
      options: request,
      catalogue,
      roster,
      offer,
      confidence,
      model,
      adapter: adapterOf(model),
      ended,
      claim,
    });
    turns.add(turn);
    return turn;
  };

  const shared: Omit<Host, OperatorMember> = {
    ...createBotViews({ operator, registry, offers, traces: execution.traces, adapterOf, collect, requireOpen }),

    async catalogue(catalogueOptions = {}) {
      requireOpen();
      if (!isObject(catalogueOptions)) throw wrongArgument('catalogue', 'options', 'an object', catalogueOptions);
      const locale = readLocale('catalogue', catalogueOptions.locale);
      const { catalogue } = await collect(store.revision());
      const checker = await loadSchemaChecker();
      toolSettings.check(catalogue, checker);
      await checkTools(catalogue, checker);
      const { tools, leftOut } = describeCatalogue(catalogue, checker, locale);
      return { tools, leftOut, companions: registry.describeCompanions() };
    },

    async companions() {
      requireOpen();
      const { catalogue } = await collect(store.revision());
      // What is wrong with a definition is a problem of its companion's too.
      await checkTools(catalogue, await loadSchemaChecker());
      return registry.describeCompanions();
    },

    startTurn: (turnOptions) => openTurn(turnOptions),

    async resumeTurn<Message>(turnId: string, resumeOptions: ResumeOptions = {}) {
      requireOpen();
      if (typeof turnId !== 'string') throw wrongArgument('resumeTurn', 'turnId', 'a text', turnId);
      if (!isObject(resumeOptions)) throw wrongArgument('resumeTurn', 'options', 'an object', resumeOptions);
      checkResumeOptions(resumeOptions);
      const claim = await claimTurn(execution, turnId, (kept) => requireSameApi(kept, resumeOptions.model));
      let turn: ToolTurn | undefined;
      try {
        turn = await openTurn(describeResumedTurn(claim.turn, claim.document, resumeOptions), claim);
        requireReached(turn);
        const loop = turn.createLoop<Message>(resumeOptions.loop);
        return Object.freeze({
          turn,
          loop,
          transcript: claim.transcript as readonly unknown[] as readonly Message[] | null,
        });
      } catch (error) {
        await (turn === undefined ? claim.release() : turn.end());
        throw error;
      }
    },

    async refresh(companionId) {
      requireOpen();
      // A provider that was never asked is known after a dispatch.
      await registry.collect();
      const chosen = companionId === undefined ? companions : [requireCompanion(companions, companionId)];
      const failed = chosen.filter((companion) => !companion.isLoaded);
      await Promise.all(chosen.map((companion) => companion.refresh()));
      // One that has loaded by now was not there to be asked.
      const loaded = failed.filter((companion) => companion.isLoaded);
      if (loaded.length > 0) await registry.collect();
      await Promise.all(loaded.flatMap(({ slots }) => slots.map((slot) => slot.firstList())));
    },

    async setCompanionSettings(companionId, settings) {
      requireOpen();
      const companion = requireCompanion(companions, companionId);
      if (isObject(settings)) return companion.setSettings(settings);
      const message = `The settings of ${companion.id} have to be an object, but are ${describeValue(settings)}.`;
      throw new LoadoutError('COMPANION_SETTINGS_INVALID', message, { details: { companion: companion.id } });
    },

    async definition(hash) {
      requireOpen();
      if (typeof hash !== 'string') throw wrongArgument('definition', 'hash', 'a text', hash);
      return store.getDefinition(hash);
    },

    async portability(toolName, portabilityOptions = {}) {
      requireOpen();
      if (!isObject(portabilityOptions)) throw wrongArgument('portability', 'options', 'an object', portabilityOptions);
      const { strict, bot } = portabilityOptions;
      if (strict !== undefined && typeof strict !== 'boolean') {
        throw wrongArgument('portability', 'options.strict', 'true or false', strict);
      }
      if (bot !== undefined && typeof bot !== 'string') throw createBotError('BOT_ID_INVALID', bot);
      return describePortability(operator, { toolName, bot, strict, adapterFor });
    },

    on(event, listener) {
      requireOpen();
      return execution.events.on(event, listener);
    },

    async describe() {
      requireOpen();
      const { organisation } = await operator.view();
      const { turnLimits, traces } = execution;
      return describeHost(operator, { startedAt, limits: parts.limits, turnLimits, traces, organisation });
    },

    revision() {
      requireOpen();
      return `${store.revision()}-${registry.revision}-${state.organisationRevision}`;
    },

    traces: execution.traces,

    close() {
      closing ??= closeHost();
      return closing;
    },
  };

  const createFor = (actor: Actor): Host =>
    Object.freeze({
      ...shared,
      ...createOperatorMembers({ parts: operator, actor, requireOpen }),
      as: (other: Actor) => createFor(readActor(other)),
    });
  return createFor({ name: 'embedder', via: 'code' });

  async function closeHost(): Promise<void> {
    await Promise.all([...turns].map((turn) => turn.end()));
    await Promise.all((options.implementations ?? []).map(closeImplementation));
    execution.waiting.close();
    for (const companion of companions) companion.close();
    await Promise.all([parts.adoption.settled(), snapshots.close()]);
    if (options.store === undefined) await store.close();
  }

  /** An implementation that cannot close does not keep the host open. */
  async function closeImplementation(implementation: IToolImplementation): Promise<void> {
    const { implementationKey } = implementation;
    const what = `close of the implementation ${JSON.stringify(implementationKey)}`;
    try {
      await withDeadline(
        invoke(() => implementation.close?.()),
        { clock: parts.clock, ms: maxCloseMs, what },
      );
    } catch (error) {
      const message = `The implementation ${JSON.stringify(implementationKey)} did not close: ${describeError(error)}`;
      logger({ level: 'warn', event: 'implementation-not-closed', message });
    }
  }
}

/** Of the API that a model is reached through. */
function adapterOf(model: ModelDescription | undefined): ModelAdapter | undefined {
  return model?.api === undefined ? undefined : adapterFor(model.api);
}

function requireCompanion(companions: readonly Companion[], id: string): Companion {
  const companion = companions.find((one) => one.id === id);
  if (companion !== undefined) return companion;
  throw new LoadoutError('COMPANION_UNKNOWN', `No companion ${describeValue(id)} is configured.`, {
    details: { companion: id },
  });
}
