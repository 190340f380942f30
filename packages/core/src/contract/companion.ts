import type { LogLevel } from './call.js';
import type { JsonObject, JsonSchema, JsonValue } from './json.js';
import type { IToolProvider, ToolProviderFactory } from './provider.js';

/** The version of this contract that a companion states in its `package.json`: `"loadout": { "contract": 1 }`. */
export const CONTRACT_VERSION = 1;

/** How a provider is registered. */
export interface RegistrationOptions {
  /** Tells the providers of one companion apart; needed from the second on. Lower-case letters, digits, `-`. */
  readonly id?: string;
}

/** Dispatched once per turn that uses tools. Answer it synchronously. */
export interface CollectToolProvidersEvent {
  /** Offers a provider, or a factory of one, for the turn. Only while the event is dispatched. */
  registerProvider(provider: IToolProvider | ToolProviderFactory, options?: RegistrationOptions): void;
  /**
   * Tells the host, at any later time, that lists have changed: they are asked again in the background.
   * Without an id, all of the companion's.
   */
  toolsChanged(id?: string): void;
}

/** The events that a companion can listen to. */
export interface CompanionEvents {
  CollectToolProviders: CollectToolProvidersEvent;
}

/** The part of the host that a companion sees. Frozen. */
export interface CompanionHost {
  /** The companion's own id: its package name. */
  readonly companionId: string;
  readonly contractVersion: typeof CONTRACT_VERSION;
  /** The companion's settings as they are now, defaults filled in; frozen. Read it again after a change. */
  readonly settings: JsonObject;
  /** Adds a listener. A listener that throws is isolated. Returns a function that removes it. */
  on<Name extends keyof CompanionEvents>(name: Name, listener: (event: CompanionEvents[Name]) => void): () => void;
  off<Name extends keyof CompanionEvents>(name: Name, listener: (event: CompanionEvents[Name]) => void): void;
  /** Writes to the host's log, marked with the companion. */
  log(level: LogLevel, message: string, data?: JsonValue): void;
}

/** What a companion package exports by name. */
export interface CompanionModule {
  /** Adds listeners, and does nothing else. Called once per load. */
  register(host: CompanionHost): void | PromiseLike<void>;
  /** The companion's settings, declared once for all its tools: a flat object schema. */
  readonly settingsSchema?: JsonSchema;
}
