// #region test
import type { CallScope, CollectToolProvidersEvent, CompanionHost, IToolProvider } from '@loadout/core/contract';
import { expect, test } from 'vitest';
// #endregion
import { register } from './canteen.examples.js';
import * as withSettings from './canteen-settings.examples.js';

// #region test
function load(registerCompanion: (host: CompanionHost) => void, settings = {}): IToolProvider {
  let listener: ((event: CollectToolProvidersEvent) => void) | undefined;
  registerCompanion({
    companionId: '@acme/loadout-canteen',
    contractVersion: 1,
    settings,
    on: (_name, added) => {
      listener = added;
      return () => undefined;
    },
    off: () => undefined,
    log: () => undefined,
  });
  let found: unknown;
  listener?.({ registerProvider: (provider) => (found = provider), toolsChanged: () => undefined });
  return found as IToolProvider; // this companion registers an instance, not a factory
}

const call = {} as CallScope; // the tool reads nothing from it

test('tells the menu of a day', async () => {
  const canteen = load(register);
  expect(await canteen.getTools()).toMatchObject([{ name: 'canteen_menu' }]);
  expect(await canteen.executeTool('canteen_menu', { day: 'friday' }, {}, call)).toContain('Fish stew');
});
// #endregion

test('while closed it lists nothing, answers for its names, and says why', async () => {
  const canteen = load(withSettings.register, { open: false });
  expect(await canteen.getTools()).toEqual([]);
  expect(await canteen.providesTool?.('mensa_prices')).toBe(true);
  expect(() => canteen.executeTool('canteen_prices', {}, {}, call)).toThrow('The canteen is closed for the holidays.');
  const open = load(withSettings.register, { open: true });
  expect(await open.executeTool('canteen_prices', {}, {}, call)).toMatchObject({ currency: 'EUR' });
});
