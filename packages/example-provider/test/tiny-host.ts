import type { CompanionHost, IToolProvider, JsonObject, ToolProviderFactory } from '@loadout/core/contract';

/** A host of a dozen lines: enough to see what a companion registers, and to change its settings. */
export function createTinyHost(initialSettings: JsonObject = {}) {
  const listeners: Parameters<CompanionHost['on']>[1][] = [];
  let settings = initialSettings;
  const host: CompanionHost = {
    companionId: '@loadout/example-provider',
    contractVersion: 1,
    get settings() {
      return settings;
    },
    on(_name, listener) {
      listeners.push(listener);
      return () => undefined;
    },
    off() {},
    log() {},
  };
  return {
    host,
    changeSettings(changed: JsonObject): void {
      settings = changed;
    },
    /** Dispatches `CollectToolProviders` and answers what was registered. */
    collect(): (IToolProvider | ToolProviderFactory)[] {
      const registered: (IToolProvider | ToolProviderFactory)[] = [];
      const event = {
        registerProvider: (provider: IToolProvider | ToolProviderFactory) => void registered.push(provider),
        toolsChanged: () => undefined,
      };
      for (const listener of listeners) listener(event);
      return registered;
    },
  };
}
