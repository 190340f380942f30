// #region companion
import { type CompanionHost, type IToolProvider, readToolPolicy, type ToolDefinition } from '@loadout/core/contract';

const menu = new Map([
  ['monday', 'Lentil soup, apple crumble'],
  ['tuesday', 'Spinach dumplings, plums'],
  ['wednesday', 'Chickpea curry, rice pudding'],
  ['thursday', 'Potato pancakes, pears'],
  ['friday', 'Fish stew, lemon cake'],
]);

const canteenMenu: ToolDefinition = {
  name: 'canteen_menu',
  label: { en: 'Canteen menu', de: 'Speiseplan' },
  summary: { en: 'What the canteen serves on a weekday.', de: 'Was die Mensa an einem Wochentag kocht.' },
  description: 'Tells what the canteen serves on a weekday. Use it before you suggest where to eat. Answers one line.',
  policy: readToolPolicy({ openWorld: false }),
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['day'],
    properties: { day: { type: 'string', enum: [...menu.keys()] } },
  },
};

const canteen: IToolProvider = {
  getTools: () => [canteenMenu],
  executeTool: (_name, args) => menu.get(String(args.day)),
};

export function register(host: CompanionHost): void {
  host.on('CollectToolProviders', (event) => event.registerProvider(canteen));
}
// #endregion
