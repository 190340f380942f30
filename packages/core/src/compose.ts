// tsyringe refuses to load without this polyfill, so it comes first.
import 'reflect-metadata';
import mittModule, { type Emitter } from 'mitt';
import { type DependencyContainer, instanceCachingFactory, container as rootContainer } from 'tsyringe';
import { createDefinitionProvider, type DefinitionProvider } from './catalogue/definition-provider.js';
import { freezeDefinition } from './catalogue/freeze-definition.js';
import { type DefinitionProblem, describeDefinitionProblem } from './catalogue/load-definition-files.js';
import { ToolProviderRegistry } from './catalogue/tool-provider-registry.js';
import { ProviderCollector } from './companions/collect-providers.js';
import { Companion, type CompanionSurroundings } from './companions/companion.js';
import { describeError } from './companions/guard.js';
import type { HostEvents } from './companions/host-events.js';
import { ListSnapshots } from './companions/list-snapshots.js';
import { ProviderSlot } from './companions/provider-slot.js';
import type { Clock } from './contract/clock.js';
import type { HostLimits } from './contract/configuration.js';
import type { IToolImplementation } from './contract/implementation.js';
import type { Logger } from './contract/logger.js';
import type { LeftOutTool } from './contract/report.js';
import type { SecretVault } from './contract/secret.js';
import { CallEvents } from './execution/call-events.js';
import { ConversationApprovals } from './execution/conversation-approvals.js';
import type { ExecutionParts } from './execution/execution-parts.js';
import { WaitingCalls } from './execution/waiting-calls.js';
import { createSafeClock, createSafeIds, createSafeLogger, fetchLazily } from './host-defaults.js';
import type { HostOptions } from './host-options.js';
import { BuiltInAdoption } from './operator/built-in-adoption.js';
import { moveIntoBuiltIns } from './operator/move-into-built-ins.js';
import type { OperatorParts } from './operator/operator-parts.js';
import { TokenBook } from './operator/token-book.js';
import { readCompanionEntries } from './read-companion-entries.js';
import { loadSchemaChecker } from './schema/check-schema.js';
import { createSchemaCompiler } from './schema/compile-schema.js';
import { createMemoryVault } from './settings/memory-vault.js';
import { createOrganisation } from './settings/organisation-file.js';
import { Redactor } from './settings/redactor.js';
import { createMemoryStore } from './store/memory-store.js';
import { createMemoryTokenUses } from './store/memory-token-uses.js';
import { createMemoryTraceRecorder } from './store/memory-trace-recorder.js';
import type { Store } from './store/roles.js';
import { ConversationLevels } from './turn/conversation-levels.js';
import { OfferCache } from './turn/offer-cache.js';
import { OperatorSettings } from './turn/operator-settings.js';
import { OperatorState } from './turn/operator-state.js';
import { SecretBook } from './turn/secret-book.js';

// mitt's types describe its CommonJS build, where the function is a member; at run time it is the default itself.
const mitt = mittModule as unknown as typeof mittModule.default;

/** A key of the container that remembers the type behind it; a bare symbol would lose it. */
interface Token<T> {
  readonly key: symbol;
  /** Never there: it carries the type. */
  readonly type?: T;
}

const optionsToken = createToken<HostOptions>('options');
const clockToken = createToken<Clock>('clock');
const loggerToken = createToken<Logger>('logger');
const redactorToken = createToken<Redactor>('redactor');
const vaultToken = createToken<SecretVault | undefined>('vault');
const limitsToken = createToken<Required<HostLimits>>('limits');
const storeToken = createToken<Store>('store');
const busToken = createToken<Emitter<HostEvents>>('bus');
/** One token for many: built-ins and the embedder's own stand under it side by side. */
const implementationToken = createToken<IToolImplementation>('implementation');
const definitionsToken = createToken<DefinitionProvider>('definitions');
const snapshotsToken = createToken<ListSnapshots>('snapshots');
const companionsToken = createToken<readonly Companion[]>('companions');
const registryToken = createToken<ToolProviderRegistry>('registry');
const executionToken = createToken<ExecutionParts>('execution');
const toolSettingsToken = createToken<OperatorSettings>('tool-settings');
const stateToken = createToken<OperatorState>('operator-state');
const operatorToken = createToken<OperatorParts>('operator');
const adoptionToken = createToken<BuiltInAdoption>('adoption');
const offersToken = createToken<OfferCache>('offers');
const levelsToken = createToken<ConversationLevels>('conversation-levels');

/** Components of a host whose embedder names none. */
const defaultComponents: readonly string[] = ['chat', 'assistant'];

/** The parts of a running host. */
export interface HostParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: Required<HostLimits>;
  readonly store: Store;
  readonly definitions: DefinitionProvider;
  readonly snapshots: ListSnapshots;
  readonly companions: readonly Companion[];
  readonly registry: ToolProviderRegistry;
  readonly execution: ExecutionParts;
  readonly toolSettings: OperatorSettings;
  readonly state: OperatorState;
  readonly operator: OperatorParts;
  readonly adoption: BuiltInAdoption;
  readonly offers: OfferCache;
  readonly levels: ConversationLevels;
}

/**
 * The one place where a host is put together: each part is made once, by the factory beside its token, from
 * the parts that the factory asks for. Every host has a container of its own, which nobody else sees.
 */
export async function composeHost(options: HostOptions): Promise<HostParts> {
  const container = rootContainer.createChildContainer();
  provide(container, optionsToken, () => options);
  provide(container, clockToken, () => createSafeClock(options.clock));
  provide(container, redactorToken, () => new Redactor());
  provide(container, loggerToken, () => createSafeLogger(options.logger, resolve(container, redactorToken)));
  const { loadMs = 5_000, listMs = 5_000, firstListWaitMs = 1_000, restoredListWaitMs = 0 } = options.limits ?? {};
  provide(container, limitsToken, () => ({ loadMs, listMs, firstListWaitMs, restoredListWaitMs }));
  provide(container, storeToken, () => options.store ?? createMemoryStore());
  provide(container, vaultToken, findVault);
  provide(container, busToken, () => mitt<HostEvents>());
  for (const implementation of options.implementations ?? []) {
    container.register(implementationToken.key, { useValue: implementation });
  }
  const definitions = await createDefinitionProvider({
    folders: options.definitionFolders ?? [],
    implementations: resolveAll(container, implementationToken),
    ...(options.components === undefined ? {} : { components: options.components }),
  });
  provide(container, definitionsToken, () => definitions);
  provide(container, snapshotsToken, makeSnapshots);
  provide(container, companionsToken, makeCompanions);
  provide(container, registryToken, makeRegistry);
  provide(container, executionToken, makeExecution);
  provide(container, toolSettingsToken, makeToolSettings);
  provide(container, stateToken, makeOperatorState);
  provide(container, operatorToken, makeOperatorParts);
  provide(container, adoptionToken, makeAdoption);
  provide(container, offersToken, makeOffers);
  provide(
    container,
    levelsToken,
    () => new ConversationLevels(resolve(container, storeToken), resolve(container, clockToken)),
  );

  return {
    clock: resolve(container, clockToken),
    logger: resolve(container, loggerToken),
    limits: resolve(container, limitsToken),
    store: resolve(container, storeToken),
    definitions,
    snapshots: resolve(container, snapshotsToken),
    companions: resolve(container, companionsToken),
    registry: resolve(container, registryToken),
    execution: resolve(container, executionToken),
    toolSettings: resolve(container, toolSettingsToken),
    state: resolve(container, stateToken),
    operator: resolve(container, operatorToken),
    adoption: resolve(container, adoptionToken),
    offers: resolve(container, offersToken),
    levels: resolve(container, levelsToken),
  };
}

/** Secrets are kept as long as what they belong to. */
function findVault(container: DependencyContainer): SecretVault | undefined {
  const { secrets } = resolve(container, optionsToken);
  return secrets ?? (resolve(container, storeToken).isDurable ? undefined : createMemoryVault());
}

function makeSnapshots(container: DependencyContainer): ListSnapshots {
  return new ListSnapshots({
    store: resolve(container, storeToken),
    clock: resolve(container, clockToken),
    logger: resolve(container, loggerToken),
  });
}

function makeCompanions(container: DependencyContainer): readonly Companion[] {
  const surroundings: CompanionSurroundings = {
    bus: resolve(container, busToken),
    clock: resolve(container, clockToken),
    logger: resolve(container, loggerToken),
    limits: resolve(container, limitsToken),
    // The registry is made from the companions, so it is looked up when the first of them has changed.
    changed: () => resolve(container, registryToken).invalidate(),
    listed: (slot) => resolve(container, snapshotsToken).listed(slot),
    isInOrder: (tool) => !('reason' in freezeDefinition(tool, String(tool.name))),
    redactor: resolve(container, redactorToken),
  };
  const { entries, duplicates } = readCompanionEntries(resolve(container, optionsToken).companions ?? []);
  const companions = entries.map((entry) => new Companion(entry, surroundings));
  for (const problem of duplicates) companions.find(({ id }) => id === problem.details.companion)?.report(problem);
  return companions;
}

function makeRegistry(container: DependencyContainer): ToolProviderRegistry {
  const clock = resolve(container, clockToken);
  const logger = resolve(container, loggerToken);
  const limits = resolve(container, limitsToken);
  const companions = resolve(container, companionsToken);
  const definitions = resolve(container, definitionsToken);
  const builtIn = new ProviderSlot('builtin', undefined, definitions, {
    clock,
    listTimeoutMs: limits.listMs,
    settings: () => Object.freeze({}),
    secrets: () => [],
    changed: () => resolve(container, registryToken).invalidate(),
    report: (error) => logger({ level: 'warn', event: 'built-in-problem', message: describeError(error), error }),
    note: () => undefined,
  });
  return new ToolProviderRegistry({
    collector: new ProviderCollector(resolve(container, busToken), companions, builtIn),
    companions,
    builtIn,
    builtInNames: definitions.reservedNames,
    builtInsLeftOut: definitions.problems.map(describeLeftOutFile),
    exposeAs: resolve(container, optionsToken).exposeAs ?? [],
    clock,
    logger,
    firstListWaitMs: limits.firstListWaitMs,
    restoredListWaitMs: limits.restoredListWaitMs,
  });
}

function describeLeftOutFile(problem: DefinitionProblem): LeftOutTool {
  const reason = describeDefinitionProblem(problem);
  return { name: problem.names[0] ?? null, owner: 'builtin', status: 'quarantined', cause: 'file', reason };
}

function makeExecution(container: DependencyContainer): ExecutionParts {
  const { approver, traces, fetch, createId, turnLimits } = resolve(container, optionsToken);
  const clock = resolve(container, clockToken);
  return {
    clock,
    logger: resolve(container, loggerToken),
    traces: traces ?? createMemoryTraceRecorder(),
    store: resolve(container, storeToken),
    compiler: createSchemaCompiler((names) => warnOfPollution(resolve(container, loggerToken), names)),
    waiting: new WaitingCalls(clock),
    approver,
    approvals: new ConversationApprovals({
      store: resolve(container, storeToken),
      clock,
      logger: resolve(container, loggerToken),
    }),
    redactor: resolve(container, redactorToken),
    fetch: fetch ?? fetchLazily,
    events: new CallEvents(resolve(container, loggerToken)),
    createId: createSafeIds(createId),
    turnLimits: turnLimits === undefined ? undefined : Object.freeze({ ...turnLimits }),
  };
}

function warnOfPollution(logger: Logger, names: readonly string[]): void {
  const message = `A companion added ${names.join(', ')} to Object.prototype, which all code in the process shares.`;
  logger({ level: 'warn', event: 'prototype-polluted', message });
}

function makeToolSettings(container: DependencyContainer): OperatorSettings {
  const { toolSettings = {} } = resolve(container, optionsToken);
  return new OperatorSettings({
    toolSettings,
    logger: resolve(container, loggerToken),
    redactor: resolve(container, redactorToken),
  });
}

function makeOperatorState(container: DependencyContainer): OperatorState {
  const { exposeAs = [], organisation } = resolve(container, optionsToken);
  // Of two rules for one tool the first counts: what the operator decided last wins over the configuration.
  return new OperatorState(
    resolve(container, storeToken),
    (view) => {
      resolve(container, registryToken).setExposeAs([...view.exposeAs, ...exposeAs]);
      for (const companion of resolve(container, companionsToken)) {
        companion.setSecrets(view.secrets.ofCompanion(companion.id));
      }
    },
    createOrganisation(organisation, resolve(container, loggerToken)),
    new SecretBook({
      vault: resolve(container, vaultToken),
      redactor: resolve(container, redactorToken),
      clock: resolve(container, clockToken),
      logger: resolve(container, loggerToken),
    }),
  );
}

function makeOperatorParts(container: DependencyContainer): OperatorParts {
  const { toolSettings = {}, components = defaultComponents, ...given } = resolve(container, optionsToken);
  const { tokenUses = createMemoryTokenUses() } = given;
  const store = resolve(container, storeToken);
  const clock = resolve(container, clockToken);
  const logger = resolve(container, loggerToken);
  const registry = resolve(container, registryToken);
  const state = resolve(container, stateToken);
  return {
    store,
    registry,
    loadChecker: loadSchemaChecker,
    view: () => state.at(store.revision()),
    vault: resolve(container, vaultToken),
    redactor: resolve(container, redactorToken),
    companions: resolve(container, companionsToken),
    settings: resolve(container, toolSettingsToken),
    configuredSettings: toolSettings,
    definitionProblems: resolve(container, definitionsToken).problems,
    clock,
    createId: resolve(container, executionToken).createId,
    logger,
    tokenUses,
    tokenBook: new TokenBook({ store, clock, logger, tokenUses }),
    components: new Set(components),
  };
}

function makeAdoption(container: DependencyContainer): BuiltInAdoption {
  const parts = resolve(container, operatorToken);
  const actor = { name: 'loadout', via: 'host' } as const;
  const { clock, logger } = parts;
  const write = (botId: string, toolNames: readonly string[]) => moveIntoBuiltIns(parts, actor, botId, toolNames);
  return new BuiltInAdoption({ write, clock, logger });
}

function makeOffers(container: DependencyContainer): OfferCache {
  return new OfferCache({
    clock: resolve(container, clockToken),
    store: resolve(container, storeToken),
    registry: resolve(container, registryToken),
    operator: resolve(container, toolSettingsToken),
    components: resolve(container, operatorToken).components,
    loadChecker: loadSchemaChecker,
    movedIn: (botId, toolNames) => resolve(container, adoptionToken).adopt(botId, toolNames),
  });
}

function createToken<T>(name: string): Token<T> {
  return { key: Symbol(`loadout.${name}`) };
}

function provide<T>(
  container: DependencyContainer,
  token: Token<T>,
  make: (container: DependencyContainer) => T,
): void {
  container.register<T>(token.key, { useFactory: instanceCachingFactory(() => make(container)) });
}

function resolve<T>(container: DependencyContainer, token: Token<T>): T {
  return container.resolve<T>(token.key);
}

function resolveAll<T>(container: DependencyContainer, token: Token<T>): readonly T[] {
  return container.isRegistered(token.key) ? container.resolveAll<T>(token.key) : [];
}
