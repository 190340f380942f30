import type { CompanionHost, IToolImplementation } from '@loadout/core/contract';
import { createDefinitionProvider } from '../../src/catalogue/definition-provider.js';
import { describeDefinitionProblem } from '../../src/catalogue/load-definition-files.js';

// #region implementation
const weather: IToolImplementation = {
  implementationKey: 'weather_today',
  icon: 'cloud',
  policy: { kind: 'read', readOnly: true, destructive: false },
  displayName: (locale) => (locale === 'de' ? 'Wetter heute' : "Today's weather"),
  description: (locale) => (locale === 'de' ? 'Das Wetter an einem Ort.' : 'The weather in one place.'),
  settingsFieldLabel: (field) => ({ apiKey: 'API key', units: 'Units' })[field],
  execute: ({ place }, { units }) => `Sunny in ${place}, in ${units} units.`,
};
// #endregion

// #region companion
export async function register(host: CompanionHost): Promise<void> {
  const provider = await createDefinitionProvider({
    folders: [new URL('../tool_definitions/', import.meta.url)],
    implementations: [weather],
  });
  for (const problem of provider.problems) host.log('warn', describeDefinitionProblem(problem));
  host.on('CollectToolProviders', (event) => event.registerProvider(provider));
}
// #endregion
