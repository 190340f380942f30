import type { Catalogue } from '../catalogue/catalogue.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { SettingsLayerName } from '../contract/explained-setting.js';
import type { JsonObject } from '../contract/json.js';
import type { OperatorSettings } from './operator-settings.js';
import type { OperatorView } from './operator-view.js';

/** Settings of one layer, and where they stand, for people. */
export interface SettingsLayer {
  readonly layer: Exclude<SettingsLayerName, 'schema-default'>;
  readonly place: string;
  readonly values: JsonObject;
}

/** Whose settings. */
export interface SettingsLayersInput {
  readonly listed: ListedTool;
  readonly catalogue: Catalogue;
  /** The bot and its override; absent where no bot is looked at. */
  readonly bot?: { readonly id: string; readonly override: JsonObject | null };
  readonly view: OperatorView;
  readonly operator: OperatorSettings;
}

/**
 * The layers of a tool's settings that say something, the highest first (contract 9.1). This is the one place that
 * knows their order; below them is only the schema's default.
 */
export function listSettingsLayers({ listed, catalogue, bot, view, operator }: SettingsLayersInput): SettingsLayer[] {
  const layers: SettingsLayer[] = [];
  if (bot?.override) {
    const place = `The override of bot "${bot.id}" for "${listed.name}"`;
    layers.push({ layer: 'bot-override', place, values: bot.override });
  }
  const stored = view.settings({ owner: listed.owner, toolName: listed.ownName });
  if (stored !== undefined) {
    layers.push({ layer: 'operator', place: `The operator's settings of "${listed.name}"`, values: stored });
  }
  for (const { place, values } of operator.configuredFor(listed, catalogue)) {
    layers.push({ layer: 'configuration', place, values });
  }
  layers.push({
    layer: 'companion',
    place: `The settings of ${listed.owner} for "${listed.name}"`,
    values: listed.slot.settings,
  });
  return layers;
}
