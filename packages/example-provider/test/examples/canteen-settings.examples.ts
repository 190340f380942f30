// #region settings
import {
  type CompanionHost,
  type IToolProvider,
  type JsonObject,
  type JsonSchema,
  readToolPolicy,
  ToolBlockedError,
  type ToolDefinition,
  type ToolMetadata,
} from '@loadout/core/contract';

export const settingsSchema: JsonSchema = {
  type: 'object',
  properties: {
    open: { type: 'boolean', default: true, title: { en: 'Canteen open', de: 'Mensa geöffnet' } },
    currency: { type: 'string', enum: ['EUR', 'CHF'], default: 'EUR' },
  },
};

const label = { en: 'Canteen prices', de: 'Mensapreise' };
const canteenPrices: ToolDefinition = {
  name: 'canteen_prices',
  label,
  aliases: ['mensa_prices'],
  description: 'Tells what meals cost in the canteen today.',
  policy: readToolPolicy({ openWorld: false }),
  schema: { type: 'object', properties: {}, additionalProperties: false },
};

class CanteenProvider implements IToolProvider {
  readonly #host: CompanionHost;

  constructor(host: CompanionHost) {
    this.#host = host;
  }

  getTools(): readonly ToolDefinition[] {
    return this.#host.settings.open === false ? [] : [canteenPrices];
  }

  getToolMetadata(): Readonly<Record<string, ToolMetadata>> {
    return { canteen_prices: { label }, mensa_prices: { label } };
  }

  providesTool(name: string): boolean {
    return name === 'canteen_prices' || name === 'mensa_prices';
  }

  executeTool(): JsonObject {
    const { open, currency = 'EUR' } = this.#host.settings;
    if (open === false) throw new ToolBlockedError('The canteen is closed for the holidays. Suggest another place.');
    return { soup: 2.4, main: 5.9, currency };
  }
}

export function register(host: CompanionHost): void {
  const provider = new CanteenProvider(host);
  host.on('CollectToolProviders', (event) => event.registerProvider(provider));
}
// #endregion
