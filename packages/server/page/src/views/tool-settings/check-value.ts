import type { Translated } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import { boundOf } from './field-kind.js';
import type { Setting } from './settings-types.js';
import type { Texts } from './texts.js';

/** What to enter instead, in the language of the page. The host has the last word; what it says stands at the field as well. */
export function findMisfit(
  { schema, isSecret }: Pick<Setting, 'schema' | 'isSecret'>,
  value: unknown,
  texts: Translated<Texts>,
): string | undefined {
  if (typeof value === 'string' && (value.trim() !== '' || isSecret) && schema.type === 'string') {
    const { length } = [...value];
    if (length < boundOf(schema, 'minLength')) return texts.tooFewCharacters(boundOf(schema, 'minLength'));
    if (length > boundOf(schema, 'maxLength')) return texts.tooManyCharacters(boundOf(schema, 'maxLength'));
    return undefined;
  }
  if (schema.type === 'number' || schema.type === 'integer') {
    if (typeof value !== 'number') return schema.type === 'integer' ? texts.enterWhole : texts.enterNumber;
    if (schema.type === 'integer' && !Number.isInteger(value)) return texts.enterWhole;
    if (value < boundOf(schema, 'minimum')) return texts.tooSmall(formatNumber(boundOf(schema, 'minimum'), 6));
    if (value > boundOf(schema, 'maximum')) return texts.tooLarge(formatNumber(boundOf(schema, 'maximum'), 6));
    return undefined;
  }
  if (Array.isArray(value)) {
    if (value.length < boundOf(schema, 'minItems')) return texts.tooFewEntries(boundOf(schema, 'minItems'));
    if (value.length > boundOf(schema, 'maxItems')) return texts.tooManyEntries(boundOf(schema, 'maxItems'));
  }
  return undefined;
}
