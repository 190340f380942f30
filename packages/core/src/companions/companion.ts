import type { Emitter } from 'mitt';
import type { Clock } from '../contract/clock.js';
import type { CollectToolProvidersEvent, CompanionModule, RegistrationOptions } from '../contract/companion.js';
import type { CompanionEntry, HostLimits } from '../contract/configuration.js';
import type { ErrorCode } from '../contract/error-codes.js';
import { isLoadoutError, LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import { readLeftOut } from '../contract/left-out.js';
import type { Logger } from '../contract/logger.js';
import type { CompanionProblem, CompanionReport, CompanionState } from '../contract/report.js';
import { parseSettingsSchema, type SettingsSchema } from '../settings/settings-schema.js';
import { createCompanionHost } from './companion-host.js';
import { describeError, invoke, isThenable, silence, withDeadline } from './guard.js';
import type { ProviderSource } from './guarded-provider.js';
import type { HostEvents } from './host-events.js';
import { importCompanion } from './import-companion.js';
import { ProviderSlot } from './provider-slot.js';
import { copyCompanionSettings, resolveCompanionSettings } from './resolve-companion-settings.js';

const MAX_PROBLEMS = 20;
const MAX_PROVIDERS = 256;
const PROVIDER_ID_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** What companions need from the host. */
export interface CompanionSurroundings {
  readonly bus: Emitter<HostEvents>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: Required<HostLimits>;
  /** A list, a state or a setting changed: catalogues are out of date. */
  changed(): void;
}

/** A provider that answered the dispatch under way. */
export interface CollectedProvider {
  readonly slot: ProviderSlot;
  readonly source: ProviderSource;
}

/**
 * One configured companion: its module, its settings, its slots and everything that went wrong with it.
 * Whatever it does, the consequences end here.
 */
export class Companion {
  readonly id: string;
  readonly #entry: CompanionEntry;
  readonly #around: CompanionSurroundings;
  readonly #slots = new Map<string, ProviderSlot>();
  readonly #problems: CompanionProblem[] = [];
  readonly #event: CollectToolProvidersEvent;
  #collected: CollectedProvider[] = [];
  #isCollecting = false;
  #hasDispatchFailed = false;
  #load: 'off' | 'loading' | 'ready' | 'failed' = 'loading';
  #loadAttempt = 0;
  #schema: SettingsSchema | undefined;
  #settings: JsonObject;

  constructor(entry: CompanionEntry, around: CompanionSurroundings) {
    this.id = entry.id;
    this.#entry = entry;
    this.#around = around;
    this.#settings = this.#copySettings(entry.settings ?? {});
    this.#event = Object.freeze({
      registerProvider: (source: ProviderSource, options?: RegistrationOptions) => this.#register(source, options),
      toolsChanged: (id?: string) => this.invalidateLists(id),
    });
  }

  /** Every slot that it ever registered, in that order. */
  get slots(): Iterable<ProviderSlot> {
    return this.#slots.values();
  }

  get settings(): JsonObject {
    return this.#settings;
  }

  get state(): CompanionState {
    if (this.#load !== 'ready') return this.#load;
    if (this.#hasDispatchFailed) return 'failed';
    const states = [...this.#slots.values()].map((slot) => slot.state);
    for (const state of ['failed', 'stale', 'loading'] as const) {
      if (states.includes(state)) return state;
    }
    return 'ready';
  }

  /** Imports and registers it. Never rejects; a module that settles late is taken then. */
  async load(): Promise<void> {
    if (this.#entry.enabled === false) {
      this.#load = 'off';
      return;
    }
    const { clock, limits } = this.#around;
    this.#load = 'loading';
    try {
      await withDeadline(this.#importAndRegister(), { clock, ms: limits.loadMs, what: `Loading ${this.id}` });
    } catch (error) {
      this.#load = 'failed';
      this.report(error);
    }
  }

  /** A listener of its own threw or rejected. */
  failDispatch(error: unknown): void {
    this.#hasDispatchFailed = true;
    this.report(error);
  }

  /** Adds to its problems and to the log; the same problem again is only dated anew. */
  report(error: unknown, fallback: ErrorCode = 'COMPANION_FAILED'): void {
    const code = isLoadoutError(error) ? error.code : fallback;
    const message = isLoadoutError(error) ? error.message : `${this.id}: ${describeError(error)}`;
    const at = new Date(this.#around.clock.now()).toISOString();
    const known = this.#problems.findIndex((problem) => problem.code === code && problem.message === message);
    if (known >= 0) this.#problems.splice(known, 1);
    this.#problems.push({ code, message, at });
    if (this.#problems.length > MAX_PROBLEMS) this.#problems.shift();
    if (known < 0) this.#around.logger({ level: 'warn', event: 'companion-problem', companion: this.id, message, error });
  }

  /** Answers to the dispatch under way are taken from now on. */
  openCollection(): void {
    this.#collected.length = 0;
    this.#isCollecting = true;
    this.#hasDispatchFailed = false;
  }

  /** What comes later is refused. */
  closeCollection(): void {
    this.#isCollecting = false;
  }

  get collected(): readonly CollectedProvider[] {
    return this.#collected;
  }

  /** Asks lists again in the background. */
  invalidateLists(id?: string): void {
    for (const slot of this.#slots.values()) {
      if (id === undefined || slot.id === id) slot.invalidate();
    }
  }

  /** Asks lists again, and loads again what failed to load; resolves when that has settled. */
  async refresh(): Promise<void> {
    if (this.#load === 'failed') await this.load();
    await Promise.all([...this.#slots.values()].map((slot) => slot.refresh()));
  }

  /** Throws `COMPANION_SETTINGS_INVALID`, and then keeps what it had. */
  setSettings(settings: JsonObject): void {
    const { config, problems } = resolveCompanionSettings(this.id, this.#schema, copyCompanionSettings(this.id, settings));
    const first = problems[0];
    if (first !== undefined) throw first;
    this.#settings = config;
    this.invalidateLists();
    this.#around.changed();
  }

  describe(): CompanionReport {
    return {
      id: this.id,
      state: this.state,
      problems: [...this.#problems],
      providers: [...this.#slots.values()].map((slot) => ({
        owner: slot.owner,
        state: slot.state,
        toolCount: slot.list?.tools.length ?? 0,
        listedAt: slot.list === undefined ? null : new Date(slot.list.listedAt).toISOString(),
      })),
    };
  }

  close(): void {
    for (const slot of this.#slots.values()) slot.close();
  }

  async #importAndRegister(): Promise<void> {
    const attempt = ++this.#loadAttempt;
    const module = await importCompanion(this.#entry);
    if (attempt !== this.#loadAttempt) return;
    this.#readSettings(module);
    const host = createCompanionHost(this, this.#event, this.#around);
    await invoke(() => module.register(host));
    this.#load = 'ready';
    this.#around.changed();
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

  /** A wrong setting is reported and left out alone. */
  #readSettings(module: CompanionModule): void {
    if (module.settingsSchema !== undefined) {
      const parsed = parseSettingsSchema(module.settingsSchema);
      if ('reason' in parsed) {
        throw new LoadoutError('COMPANION_INVALID', `settingsSchema of ${this.id}: ${parsed.reason}`);
      }
      this.#schema = parsed;
    }
    const { config, problems } = resolveCompanionSettings(this.id, this.#schema, this.#settings);
    this.#settings = config;
    for (const problem of problems) this.report(problem);
  }

  #register(source: ProviderSource, options: RegistrationOptions | undefined): void {
    try {
      const id = readProviderId(options);
      const key = id ?? '';
      let slot = this.#slots.get(key);
      this.#requireRegistrable(source, id, slot);
      if (slot === undefined) {
        slot = new ProviderSlot(this.id, id, source, {
          clock: this.#around.clock,
          listTimeoutMs: this.#around.limits.listMs,
          settings: () => this.#settings,
          changed: () => this.#around.changed(),
          report: (error) => this.report(error),
        });
        this.#slots.set(key, slot);
        this.#reportLeftOut(source);
      }
      if (slot.adopt(source)) this.#reportLeftOut(source);
      this.#collected.push({ slot, source });
    } catch (error) {
      this.report(error, 'PROVIDER_REFUSED');
    }
  }

  #reportLeftOut(source: ProviderSource): void {
    for (const sentence of readLeftOut(source)) this.report(new LoadoutError('DEFINITION_LEFT_OUT', sentence));
  }

  #requireRegistrable(source: unknown, id: string | undefined, slot: ProviderSlot | undefined): void {
    if (!this.#isCollecting) {
      throw refusal(
        this.id,
        'after the dispatch had returned. Call event.registerProvider synchronously in the listener; do what takes time in getTools, or call event.toolsChanged() once it is done',
      );
    }
    if ((slot === undefined || source !== slot.source) && !canBeSource(source)) {
      silence(source);
      throw refusal(this.id, 'that is neither a provider nor a factory of one (a promise of one is not enough)');
    }
    if (id === undefined && this.#collected.length > 0) {
      throw refusal(this.id, 'without an id, as its second one. Pass { id: "…" } with each from the second on');
    }
    if (slot !== undefined && this.#collected.some((collected) => collected.slot === slot)) {
      throw refusal(this.id, `under the id "${id}" twice. Give each provider an id of its own`);
    }
    if (this.#collected.length >= MAX_PROVIDERS) {
      throw refusal(this.id, `beyond the ${MAX_PROVIDERS} that one companion may have`);
    }
  }
}

function canBeSource(source: unknown): boolean {
  return ((typeof source === 'object' && source !== null) || typeof source === 'function') && !isThenable(source);
}

function readProviderId(options: RegistrationOptions | undefined): string | undefined {
  const id: unknown = options?.id;
  if (id === undefined) return undefined;
  if (typeof id === 'string' && PROVIDER_ID_PATTERN.test(id)) return id;
  throw new LoadoutError(
    'PROVIDER_REFUSED',
    `The id of a provider is 1 to 64 lower-case letters, digits and "-", not ${typeof id === 'string' ? `"${id.slice(0, 80)}"` : `a ${typeof id}`}.`,
  );
}

function refusal(companionId: string, why: string): LoadoutError {
  return new LoadoutError('PROVIDER_REFUSED', `${companionId} registered a provider ${why}.`);
}
