import { isJsonObject, type JsonValue } from '../contract/json.js';
import { NOTES } from '../schema/keywords.js';
import { acceptsAnything } from './schema-parts.js';

/** Keywords by the one type of value that they judge. */
export const KEYWORD_TYPES: Readonly<Record<string, string>> = {
  pattern: 'string',
  minLength: 'string',
  maxLength: 'string',
  format: 'string',
  contentMediaType: 'string',
  contentEncoding: 'string',
  contentSchema: 'string',
  multipleOf: 'number',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  items: 'array',
  prefixItems: 'array',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
  contains: 'array',
  minContains: 'array',
  maxContains: 'array',
  unevaluatedItems: 'array',
  properties: 'object',
  required: 'object',
  additionalProperties: 'object',
  patternProperties: 'object',
  propertyNames: 'object',
  minProperties: 'object',
  maxProperties: 'object',
  dependentRequired: 'object',
  dependentSchemas: 'object',
  unevaluatedProperties: 'object',
};

/** Whether a keyword is about values of one type, or says something to people. */
export function isKnownOrNote(keyword: string): boolean {
  return NOTES.has(keyword) || keyword === 'type' || Object.hasOwn(KEYWORD_TYPES, keyword);
}

/** Whether a keyword with this value refuses nothing. */
export function isWithoutEffect(keyword: string, value: JsonValue): boolean {
  if (keyword === 'minLength' || keyword === 'minItems' || keyword === 'minProperties') return value === 0;
  if (keyword === 'uniqueItems') return value === false;
  if (keyword === 'patternProperties' || keyword === 'dependentRequired' || keyword === 'dependentSchemas') {
    return isJsonObject(value) && Object.keys(value).length === 0;
  }
  if (keyword === 'propertyNames' || keyword.startsWith('unevaluated')) return acceptsAnything(value);
  // Without "contains" they mean nothing, and with it that is refused.
  return keyword === 'minContains' || keyword === 'maxContains';
}
