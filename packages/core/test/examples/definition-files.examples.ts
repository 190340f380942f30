// #region companion
import { createDefinitionProvider, describeDefinitionProblem } from '@loadout/core';
import type { CompanionHost } from '@loadout/core/contract';
import { weather } from './weather.js';

export async function register(host: CompanionHost): Promise<void> {
  const provider = await createDefinitionProvider({
    folders: [new URL('../tool_definitions/', import.meta.url)],
    implementations: [weather],
  });
  for (const problem of provider.problems) host.log('warn', describeDefinitionProblem(problem));
  host.on('CollectToolProviders', (event) => event.registerProvider(provider));
}
// #endregion
