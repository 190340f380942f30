// #region implementation
import type { IToolImplementation } from '@loadout/core/contract';

export const weather: IToolImplementation = {
  implementationKey: 'weather_today',
  icon: 'cloud',
  policy: { kind: 'read', readOnly: true, destructive: false },
  displayName: (locale) => (locale === 'de' ? 'Wetter heute' : "Today's weather"),
  description: (locale) => (locale === 'de' ? 'Das Wetter an einem Ort.' : 'The weather in one place.'),
  settingsFieldLabel: (field) => ({ apiKey: 'API key', units: 'Units' })[field],
  execute: ({ place }, { units }) => `Sunny in ${place}, in ${units} units.`,
};
// #endregion
