import type {
  CollectToolProvidersEvent,
  CompanionEntry,
  CompanionHost,
  CompanionModule,
  IToolProvider,
  ToolProviderFactory,
} from '@loadout/core';

type Listener = (event: CollectToolProvidersEvent) => void;

/** A companion with its registration; `companion.event` and `companion.host` are there once it was dispatched to, or loaded. */
export interface TestCompanion extends CompanionEntry {
  readonly event: CollectToolProvidersEvent;
  readonly host: CompanionHost;
  /** How often it was asked who provides tools. */
  readonly dispatches: number;
}

/** A companion that registers one provider, or does in its listener what a test wants. */
export function createCompanion(
  id: string,
  answer: IToolProvider | ToolProviderFactory | { readonly listener: Listener },
  rest: Partial<Omit<CompanionEntry, 'id' | 'load'>> & Pick<Partial<CompanionModule>, 'settingsSchema'> = {},
): TestCompanion {
  const { settingsSchema, ...entry } = rest;
  const listener: Listener = 'listener' in answer ? answer.listener : (event) => event.registerProvider(answer);
  let event: CollectToolProvidersEvent | undefined;
  let host: CompanionHost | undefined;
  let dispatches = 0;
  const module: CompanionModule = {
    ...(settingsSchema === undefined ? {} : { settingsSchema }),
    register(given) {
      host = given;
      given.on('CollectToolProviders', (dispatched) => {
        event = dispatched;
        dispatches += 1;
        return listener(dispatched);
      });
    },
  };
  return {
    id,
    load: () => module,
    ...entry,
    get event() {
      return required(event, `${id} was not asked yet`);
    },
    get host() {
      return required(host, `${id} was not loaded yet`);
    },
    get dispatches() {
      return dispatches;
    },
  };
}

function required<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new Error(message);
  return value;
}
