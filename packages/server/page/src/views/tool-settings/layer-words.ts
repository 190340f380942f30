import type { Translated } from '../../texts/define-texts.js';
import type { Scope } from './settings-types.js';
import type { Texts } from './texts.js';

/** The layers that the page knows, the highest first (contract 9.1). */
export const layerNames = [
  'organisation-locked',
  'bot-override',
  'operator',
  'configuration',
  'companion',
  'organisation-default',
  'schema-default',
] as const;

export type LayerName = (typeof layerNames)[number];

type Words = Translated<Texts>;

function isLayerName(name: string): name is LayerName {
  return layerNames.some((one) => one === name);
}

/** A layer by name. */
export function nameLayer(name: string, { botName }: Scope, texts: Words): string {
  if (!isLayerName(name)) return name;
  return name === 'bot-override' ? texts['layer-bot-override'](botName ?? '') : texts[`layer-${name}`];
}

/** Where a value comes from, as a part of a sentence. */
export function placeOf(name: string, { botName }: Scope, texts: Words): string {
  if (!isLayerName(name)) return name;
  return name === 'bot-override' ? texts['of-bot-override'](botName ?? '') : texts[`of-${name}`];
}

/** A value as people read it. */
export function sayValue(value: unknown, texts: Words): string {
  switch (typeof value) {
    case 'boolean':
      return value ? texts.yes : texts.no;
    case 'string':
      return value.trim() === '' ? texts.empty : value;
    case 'number':
      return String(value);
    default:
  }
  if (value === null || value === undefined) return texts.notSet;
  if (!Array.isArray(value) || value.some((one) => typeof one === 'object')) return JSON.stringify(value);
  return value.length === 0 ? texts.empty : value.map((one) => sayValue(one, texts)).join(', ');
}
