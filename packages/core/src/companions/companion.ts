import { isDeepStrictEqual } from 'node:util';
import type { Emitter } from 'mitt';
import type { Clock } from '../contract/clock.js';
import type { CollectToolProvidersEvent, CompanionModule } from '../contract/companion.js';
import type { CompanionEntry, HostLimits } from '../contract/configuration.js';
import type { ErrorCode } from '../contract/error-codes.js';
import { LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import type { Logger } from '../contract/logger.js';
import type { CompanionReport, CompanionState } from '../contract/report.js';
import { readSecrets } from '../settings/read-secrets.js';
import type { Redactor } from '../settings/redactor.js';
import { parseSettingsSchema, type SettingsSchema } from '../settings/settings-schema.js';
import { type ClosableClock, createClosableClock } from './closable-clock.js';
import { type CompanionFacade, createCompanionHost } from './companion-host.js';
import { invoke, withDeadline } from './guard.js';
import type { ProviderSource } from './guarded-provider.js';
import type { HostEvents } from './host-events.js';
import { importCompanion } from './import-companion.js';
import { ProblemLog } from './problem-log.js';
import type { RestoredList } from './provider-list.js';
import { type ListArrival, ProviderSlot } from './provider-slot.js';
import { type CollectedProvider, Registrations } from './registrations.js';
import { copyCompanionSettings, resolveCompanionSettings } from './resolve-companion-settings.js';

/** What companions need from the host. */
export interface CompanionSurroundings {
  readonly bus: Emitter<HostEvents>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: Required<HostLimits>;
  /** A list, a state or a setting changed: catalogues are out of date. */
  changed(): void;
  /** A provider answered with a good list, or more is known of what it does not list. Absent: nobody keeps it. */
  listed?(slot: ProviderSlot): void;
  /** Whether a definition could be offered. Absent: nobody can tell. */
  readonly isInOrder?: (tool: JsonObject) => boolean;
  /** Told of the secrets that companions have in their settings. Absent: nobody is. */
  readonly redactor?: Redactor;
}

/**
 * One configured companion: its module, its settings, its slots and everything that went wrong with it.
 * Whatever it does, the consequences end here.
 */
export class Companion {
  readonly id: string;
  readonly #entry: CompanionEntry;
  readonly #around: CompanionSurroundings;
  readonly #clock: ClosableClock;
  readonly #problems: ProblemLog;
  readonly #registrations: Registrations;
  readonly #event: CollectToolProvidersEvent;
  readonly #failingListeners = new Set<unknown>();
  #load: 'off' | 'loading' | 'ready' | 'failed' = 'loading';
  #facade: CompanionFacade | undefined;
  #schema: SettingsSchema | undefined;
  /** As the configuration, or `setCompanionSettings`, has them. */
  #given: JsonObject;
  /** Secrets that were set apart from those. */
  #kept: JsonObject = Object.freeze({});
  /** What counts. */
  #settings: JsonObject;
  #formerly: readonly string[] = [];
  #isClosed = false;

  constructor(entry: CompanionEntry, around: CompanionSurroundings) {
    this.id = entry.id;
    this.#entry = entry;
    this.#around = around;
    this.#clock = createClosableClock(around.clock);
    this.#problems = new ProblemLog(entry.id, around.clock, around.logger, around.redactor);
    this.#registrations = new Registrations(entry.id, {
      createSlot: (id, source) => this.#createSlot(id, source),
      report: (error, fallback) => this.report(error, fallback),
    });
    this.#given = this.#copySettings(entry.settings ?? {});
    this.#settings = this.#given;
    this.#event = Object.freeze({
      registerProvider: this.#registrations.register.bind(this.#registrations),
      toolsChanged: (id?: string) => this.invalidateLists(id),
    });
  }

  /** Every slot that it ever registered, in that order. */
  get slots(): readonly ProviderSlot[] {
    return this.#registrations.slots;
  }

  /** Its answers to the newest dispatch. */
  get collected(): readonly CollectedProvider[] {
    return this.#registrations.collected;
  }

  /** The names that its package states to have had before; empty until it is loaded. */
  get formerly(): readonly string[] {
    return this.#formerly;
  }

  get settings(): JsonObject {
    return this.#settings;
  }

  /** Whether its listeners are asked. */
  get isLoaded(): boolean {
    return this.#load === 'ready';
  }

  /** Whether a list of it has kept turns waiting for as long as turns wait. */
  get isOverdue(): boolean {
    const { firstListWaitMs, restoredListWaitMs } = this.#around.limits;
    return this.slots.some((slot) => {
      if (!slot.isRestored) return slot.isUnansweredFor(firstListWaitMs);
      return restoredListWaitMs > 0 && slot.isUnansweredFor(restoredListWaitMs);
    });
  }

  get state(): CompanionState {
    if (this.#load !== 'ready') return this.#load;
    if (this.#failingListeners.size > 0) return 'failed';
    const states = this.collected.map(({ slot }) => slot.state);
    for (const state of ['failed', 'stale', 'loading'] as const) {
      if (states.includes(state)) return state;
    }
    return 'ready';
  }

  /**
   * Gives it a list of an earlier run: its names are reserved from now on, whatever becomes of the companion. Throws
   * `PROVIDER_REFUSED` where there are too many.
   */
  restoreList(restored: RestoredList): void {
    this.#registrations.restore(restored.id).restore(restored);
  }

  /** Imports and registers it. Never rejects; a module that settles late is taken then. */
  async load(): Promise<void> {
    if (this.#entry.enabled === false) {
      this.#load = 'off';
      return;
    }
    this.#load = 'loading';
    this.#facade?.close();
    const facade = createCompanionHost(this, this.#event, this.#around);
    this.#facade = facade;
    const loading = this.#importAndRegister(facade);
    try {
      await withDeadline(loading, { clock: this.#clock, ms: this.#around.limits.loadMs, what: `Loading ${this.id}` });
    } catch (error) {
      this.#load = 'failed';
      this.report(error);
    }
  }

  /** A listener of its own threw or rejected. */
  listenerFailed(listener: unknown, error: unknown): void {
    this.#failingListeners.add(listener);
    this.report(error);
  }

  /** A listener of its own has answered, or is gone. */
  listenerAnswered(listener: unknown): void {
    this.#failingListeners.delete(listener);
  }

  /** Adds to its problems and to the log. */
  report(error: unknown, fallback: ErrorCode = 'COMPANION_FAILED'): void {
    if (!this.#isClosed) this.#problems.add(error, fallback);
  }

  /** Answers to the dispatch under way are taken from now on. */
  openCollection(): void {
    this.#registrations.open();
  }

  /** What comes later is refused. */
  closeCollection(): void {
    this.#registrations.close();
  }

  /** Asks lists again in the background. */
  invalidateLists(id?: string): void {
    for (const slot of this.slots) {
      if (id === undefined || slot.id === id) slot.invalidate();
    }
  }

  /** Asks lists again, and loads again what failed to load; resolves when that has settled. */
  async refresh(): Promise<void> {
    if (this.#load === 'failed') await this.load();
    await Promise.all(this.slots.map((slot) => slot.refresh()));
  }

  /** Throws `COMPANION_SETTINGS_INVALID`, and then keeps what it had. */
  setSettings(settings: JsonObject): void {
    const given = copyCompanionSettings(this.id, settings);
    const { config, problems } = this.#resolve(given);
    const first = problems[0];
    if (first !== undefined) throw first;
    this.#given = given;
    this.#takeSettings(config);
    this.invalidateLists();
    this.#around.changed();
  }

  /** Gives it other secrets; those of fields that its schema does not have count for nothing. */
  setSecrets(secrets: JsonObject): void {
    if (isDeepStrictEqual(secrets, this.#kept)) return;
    this.#kept = secrets;
    if (this.#schema === undefined) return;
    this.#takeSettings(this.#resolve(this.#given).config);
    this.invalidateLists();
    this.#around.changed();
  }

  /** The schema of its settings; undefined where it declares none, or has not loaded. */
  get settingsSchema(): SettingsSchema | undefined {
    return this.#schema;
  }

  describe(): CompanionReport {
    const present = new Set(this.collected.map(({ slot }) => slot));
    return {
      id: this.id,
      state: this.state,
      problems: this.#problems.problems,
      providers: this.slots.map((slot) => ({
        owner: slot.owner,
        state: present.has(slot) ? slot.state : 'off',
        toolCount: slot.list?.tools.length ?? 0,
        listedAt: describeTime(slot.list?.listedAt),
        restored: slot.isRestored,
        listedInMs: slot.listedInMs === undefined ? null : Math.round(slot.listedInMs),
        failures: slot.failures,
        nextTryAt: describeTime(slot.nextTryAt),
      })),
      ...(this.#formerly.length === 0 ? {} : { formerly: this.#formerly }),
    };
  }

  /** Ends all that it keeps waiting; what it does afterwards reaches nobody. */
  close(): void {
    this.#isClosed = true;
    this.#facade?.close();
    for (const slot of this.slots) slot.close();
    this.#clock.close();
  }

  async #importAndRegister(facade: CompanionFacade): Promise<void> {
    try {
      const { module, formerly } = await importCompanion(this.#entry);
      if (facade !== this.#facade) return;
      this.#formerly = formerly;
      this.#readSettings(module);
      await invoke(() => module.register(facade.host));
    } catch (error) {
      facade.close();
      throw error;
    }
    if (facade !== this.#facade || this.#isClosed) return;
    this.#load = 'ready';
    this.#around.changed();
    this.#log('companion-loaded', `${this.id} is loaded.`);
  }

  #listed({ slot, toolsBefore, hadFailed }: ListArrival): void {
    if (this.#isClosed) return;
    const toolsNow = slot.list?.tools.length ?? 0;
    if (hadFailed) this.#log('companion-recovered', `${slot.owner} answers again.`);
    if (toolsNow !== toolsBefore) {
      const before = toolsBefore === undefined ? '' : `; before it was ${toolsBefore}`;
      const message = `${slot.owner} lists ${toolsNow} ${toolsNow === 1 ? 'tool' : 'tools'}${before}.`;
      this.#log('list-changed', message, { owner: slot.owner, before: toolsBefore ?? null, now: toolsNow });
    }
    this.#around.listed?.(slot);
  }

  #log(event: string, message: string, data?: JsonObject): void {
    const entry = { level: 'info', event, companion: this.id, message } as const;
    this.#around.logger(data === undefined ? entry : { ...entry, data });
  }

  #createSlot(id: string | undefined, source: ProviderSource | undefined): ProviderSlot {
    return new ProviderSlot(this.id, id, source, {
      clock: this.#clock,
      listTimeoutMs: this.#around.limits.listMs,
      settings: () => this.#settings,
      secrets: () => readSecrets(this.#schema, this.#settings),
      formerly: () => this.#formerly,
      changed: () => this.#around.changed(),
      listed: (arrival) => this.#listed(arrival),
      ...(this.#around.isInOrder === undefined ? {} : { isInOrder: this.#around.isInOrder }),
      recalled: (slot) => {
        if (!this.#isClosed) this.#around.listed?.(slot);
      },
      report: (error) => this.report(error),
      note: (error) => {
        if (!this.#isClosed) this.#problems.note(error, 'COMPANION_FAILED');
      },
    });
  }

  /** What cannot be read is reported; the companion is then loaded without settings. */
  #copySettings(settings: JsonObject): JsonObject {
    try {
      return copyCompanionSettings(this.id, settings);
    } catch (error) {
      this.report(error);
      return Object.freeze({});
    }
  }

  /** A secret that was set goes before what the configuration says; without a schema nobody knows that it is one. */
  #resolve(given: JsonObject): ReturnType<typeof resolveCompanionSettings> {
    const settings = this.#schema === undefined ? given : { ...given, ...this.#kept };
    return resolveCompanionSettings(this.id, this.#schema, settings);
  }

  #takeSettings(config: JsonObject): void {
    this.#settings = config;
    this.#around.redactor?.remember(readSecrets(this.#schema, config));
  }

  /** A wrong setting is reported and left out alone. */
  #readSettings(module: CompanionModule): void {
    const { settingsSchema } = module;
    if (settingsSchema !== undefined) {
      const parsed = parseSettingsSchema(settingsSchema);
      if ('reason' in parsed) {
        throw new LoadoutError('COMPANION_INVALID', `settingsSchema of ${this.id}: ${parsed.reason}`);
      }
      this.#schema = parsed;
    }
    const { config, problems } = this.#resolve(this.#given);
    this.#takeSettings(config);
    for (const problem of problems) this.report(problem);
  }
}

function describeTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
