import type { Emitter } from 'mitt';
import { type CollectToolProvidersEvent, type CompanionEvents, type CompanionHost, CONTRACT_VERSION } from '../contract/companion.js';
import type { JsonObject } from '../contract/json.js';
import type { Logger } from '../contract/logger.js';
import { invoke } from './guard.js';
import type { HostEvents } from './host-events.js';

type CollectListener = (event: CompanionEvents['CollectToolProviders']) => unknown;

/** Whose facade it is. */
export interface FacadeOwner {
  readonly id: string;
  readonly settings: JsonObject;
  failDispatch(error: unknown): void;
}

/**
 * A companion's own view of the host. mitt calls listeners one after another and lets a throw end the
 * dispatch for all that follow; so each listener is wrapped: it gets its companion's event, and what it
 * throws, or rejects with later, is its companion's problem alone.
 */
export function createCompanionHost(
  owner: FacadeOwner,
  event: CollectToolProvidersEvent,
  around: { readonly bus: Emitter<HostEvents>; readonly logger: Logger },
): CompanionHost {
  const { bus, logger } = around;
  const wrapped = new Map<CollectListener, () => void>();

  const off = (name: keyof CompanionEvents, listener: CollectListener): void => {
    const handler = wrapped.get(listener);
    if (handler === undefined) return;
    wrapped.delete(listener);
    bus.off(name, handler);
  };

  const on = (name: keyof CompanionEvents, listener: CollectListener): (() => void) => {
    if (name !== 'CollectToolProviders') throw new TypeError(`There is no event "${String(name)}".`);
    if (typeof listener !== 'function') throw new TypeError('A listener has to be a function.');
    if (!wrapped.has(listener)) {
      const handler = (): void => {
        try {
          const returned = listener(event);
          // An async listener has registered what it did before its first await; only its failure is left.
          if (returned !== undefined) invoke(() => returned).catch((error: unknown) => owner.failDispatch(error));
        } catch (error) {
          owner.failDispatch(error);
        }
      };
      wrapped.set(listener, handler);
      bus.on(name, handler);
    }
    return () => off(name, listener);
  };

  return Object.freeze({
    companionId: owner.id,
    contractVersion: CONTRACT_VERSION,
    get settings() {
      return owner.settings;
    },
    on,
    off,
    log(level: Parameters<CompanionHost['log']>[0], message: string, data?: Parameters<CompanionHost['log']>[2]) {
      logger({
        level,
        event: 'companion-log',
        companion: owner.id,
        message: String(message).slice(0, 10_000),
        ...(data === undefined ? {} : { data }),
      });
    },
  });
}
