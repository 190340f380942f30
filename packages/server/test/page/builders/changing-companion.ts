import type { CompanionModule, IToolProvider } from '@loadout/core';

/** A companion whose list a test changes; it is read again by `host.refresh(id)`. */
export interface ChangingCompanion {
  readonly module: () => CompanionModule;
  /** `Error`: it fails instead of answering. */
  list: readonly object[] | Error;
}

/** A companion with a list that can change. */
export function createChanging(first: readonly object[]): ChangingCompanion {
  const changing: ChangingCompanion = {
    list: first,
    module: () => ({
      register: (companion) => void companion.on('CollectToolProviders', (event) => event.registerProvider(provider)),
    }),
  };
  const provider: IToolProvider = {
    getTools() {
      if (changing.list instanceof Error) throw changing.list;
      return changing.list as never; // as the test wants it
    },
    executeTool: (_name, args) => args,
  };
  return changing;
}
