import type { Layer, Setting } from './settings-types.js';

/** What a field is entered with. */
export type FieldKind =
  | 'secret'
  | 'text'
  | 'long-text'
  | 'date'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'list'
  | 'json';

/** Texts that may be longer than this have room of several lines. */
const longText = 200;

/** What a field is entered with: by its schema, and as JSON where what stands there would not fit. */
export function chooseKind({ schema, isSecret }: Pick<Setting, 'schema' | 'isSecret'>, value: unknown): FieldKind {
  if (isSecret) return 'secret';
  const kind = chooseBySchema(schema, value);
  return value === undefined || value === null || fits(kind, schema, value) ? kind : 'json';
}

function chooseBySchema(schema: Setting['schema'], value: unknown): FieldKind {
  if (Array.isArray(schema.enum)) return 'choice';
  switch (schema.type) {
    case 'string':
      if (schema.format === 'date') return 'date';
      return boundOf(schema, 'maxLength') > longText || isLong(value) ? 'long-text' : 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array': {
      const items = itemsOf(schema);
      if (Array.isArray(items.enum)) return 'choices';
      return items.type === 'string' ? 'list' : 'json';
    }
    default:
      return 'json';
  }
}

function fits(kind: FieldKind, schema: Setting['schema'], value: unknown): boolean {
  switch (kind) {
    case 'text':
    case 'long-text':
      return typeof value === 'string';
    case 'date':
      return typeof value === 'string' && /^$|^\d{4}-\d{2}-\d{2}$/.test(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    // One that is not among them is shown as none chosen; what is wrong with it stands below.
    case 'choice':
      return typeof value !== 'object';
    case 'choices':
      return Array.isArray(value) && value.every((one) => choicesOf(itemsOf(schema)).includes(one));
    case 'list':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    default:
      return true;
  }
}

/** The values that a field can have; none: any. */
export function choicesOf(schema: { readonly enum?: unknown }): readonly unknown[] {
  return Array.isArray(schema.enum) ? schema.enum : [];
}

/** What each entry of a list has to be. */
export function itemsOf(schema: Setting['schema']): Setting['schema'] {
  return typeof schema.items === 'object' && schema.items !== null ? (schema.items as Setting['schema']) : {};
}

/** A bound that the schema states; infinite, or not a number, where it states none. */
export function boundOf(schema: Setting['schema'], keyword: string): number {
  const bound = schema[keyword];
  return typeof bound === 'number' ? bound : Number.NaN;
}

/** Blank: it counts as missing, and hides what is below. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** The organisation's decision, where it has made one. */
export function findLock({ layers }: Pick<Setting, 'layers'>): Layer | undefined {
  return layers.find(({ layer }) => layer === 'organisation-locked');
}

/** What is set in the layer that is edited: a bot's own, or the operator's for all. */
export function findOwn({ layers }: Pick<Setting, 'layers'>, bot: string | undefined): Layer | undefined {
  return layers.find(({ layer }) => layer === (bot === undefined ? 'operator' : 'bot-override'));
}

/** What would count without that: a value, a blank, or nothing. */
export function findBelow(setting: Pick<Setting, 'layers' | 'isSecret'>, bot: string | undefined): Layer | undefined {
  const own = bot === undefined ? 'operator' : 'bot-override';
  return setting.layers.find(
    ({ layer, value, problem }) =>
      layer !== own &&
      layer !== 'organisation-locked' &&
      (problem === undefined || (isBlank(value) && !(setting.isSecret && layer === 'organisation-default'))),
  );
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && (value.length > longText || value.includes('\n'));
}
