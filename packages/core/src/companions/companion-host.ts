import type { Emitter } from 'mitt';
import type { LogLevel } from '../contract/call.js';
import {
  CONTRACT_VERSION,
  type CollectToolProvidersEvent,
  type CompanionEvents,
  type CompanionHost,
} from '../contract/companion.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { Logger } from '../contract/logger.js';
import { invoke } from './guard.js';
import type { HostEvents } from './host-events.js';

const MAX_MESSAGE_CHARACTERS = 10_000;

type CollectListener = (event: CompanionEvents['CollectToolProviders']) => unknown;

/** Whose facade it is. */
export interface FacadeOwner {
  readonly id: string;
  readonly settings: JsonObject;
  /** Whether its listeners are asked. */
  readonly isLoaded: boolean;
  listenerFailed(listener: unknown, error: unknown): void;
  listenerAnswered(listener: unknown): void;
}

/** The facade that one load of a companion gets. */
export interface CompanionFacade {
  readonly host: CompanionHost;
  /** Removes its listeners, and takes no more of them. */
  close(): void;
}

const levels: readonly unknown[] = ['debug', 'info', 'warn', 'error'] satisfies LogLevel[];

/**
 * A companion's own view of the host. mitt calls listeners one after another and lets a throw end the
 * dispatch for all that follow; so each listener is wrapped: it gets its companion's event, and what it
 * throws, or rejects with later, is its companion's problem alone.
 */
export function createCompanionHost(
  owner: FacadeOwner,
  event: CollectToolProvidersEvent,
  around: { readonly bus: Emitter<HostEvents>; readonly logger: Logger },
): CompanionFacade {
  const { bus, logger } = around;
  const wrapped = new Map<CollectListener, () => void>();
  let isClosed = false;

  const off = (name: keyof CompanionEvents, listener: CollectListener): void => {
    const handler = wrapped.get(listener);
    if (handler === undefined) return;
    wrapped.delete(listener);
    bus.off(name, handler);
    owner.listenerAnswered(listener);
  };

  const on = (name: keyof CompanionEvents, listener: CollectListener): (() => void) => {
    if (name !== 'CollectToolProviders') throw new TypeError(`There is no event "${String(name)}".`);
    if (typeof listener !== 'function') throw new TypeError('A listener has to be a function.');
    if (!isClosed && !wrapped.has(listener)) {
      const handler = (): void => {
        if (owner.isLoaded) ask(owner, listener, event);
      };
      wrapped.set(listener, handler);
      bus.on(name, handler);
    }
    return () => off(name, listener);
  };

  const host: CompanionHost = Object.freeze({
    companionId: owner.id,
    contractVersion: CONTRACT_VERSION,
    get settings() {
      return owner.settings;
    },
    on,
    off,
    log(level: LogLevel, message: string, data?: JsonValue) {
      logger({
        level: levels.includes(level) ? level : 'info',
        event: 'companion-log',
        companion: owner.id,
        message: String(message).slice(0, MAX_MESSAGE_CHARACTERS),
        ...(data === undefined ? {} : { data }),
      });
    },
  });

  return {
    host,
    close() {
      isClosed = true;
      for (const listener of [...wrapped.keys()]) off('CollectToolProviders', listener);
    },
  };
}

function ask(owner: FacadeOwner, listener: CollectListener, event: CollectToolProvidersEvent): void {
  try {
    const returned = listener(event);
    if (returned === undefined) {
      owner.listenerAnswered(listener);
      return;
    }
    // An async listener has registered what it did before its first await; only how it ends is left.
    invoke(() => returned).then(
      () => owner.listenerAnswered(listener),
      (error: unknown) => owner.listenerFailed(listener, error),
    );
  } catch (error) {
    owner.listenerFailed(listener, error);
  }
}
