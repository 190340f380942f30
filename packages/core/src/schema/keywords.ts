import type { Dialect } from './dialect.js';

/** What kind of value a keyword takes. The kinds that begin with `schema` hold further schemas. */
export type KeywordShape =
  | 'schema'
  | 'schema-list'
  | 'schema-or-list'
  | 'schema-map'
  | 'schema-or-names-map'
  | 'any'
  | 'list'
  | 'string'
  | 'identifier'
  | 'anchor'
  | 'names'
  | 'names-map'
  | 'boolean'
  | 'boolean-map'
  | 'number'
  | 'positive'
  | 'count'
  | 'type';

const everyDialect: Readonly<Record<string, KeywordShape>> = {
  $schema: 'string',
  $ref: 'string',
  $comment: 'string',
  title: 'string',
  description: 'string',
  default: 'any',
  readOnly: 'boolean',
  writeOnly: 'boolean',
  examples: 'list',
  format: 'string',
  contentMediaType: 'string',
  contentEncoding: 'string',
  type: 'type',
  enum: 'list',
  const: 'any',
  multipleOf: 'positive',
  maximum: 'number',
  exclusiveMaximum: 'number',
  minimum: 'number',
  exclusiveMinimum: 'number',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'string',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'boolean',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  contains: 'schema',
  additionalProperties: 'schema',
  properties: 'schema-map',
  patternProperties: 'schema-map',
  propertyNames: 'schema',
  definitions: 'schema-map',
  dependencies: 'schema-or-names-map',
  if: 'schema',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: 'schema',
  else: 'schema',
  allOf: 'schema-list',
  anyOf: 'schema-list',
  oneOf: 'schema-list',
  not: 'schema',
};

const since2019: Readonly<Record<string, KeywordShape>> = {
  $id: 'identifier',
  $anchor: 'anchor',
  $vocabulary: 'boolean-map',
  $defs: 'schema-map',
  deprecated: 'boolean',
  contentSchema: 'schema',
  maxContains: 'count',
  minContains: 'count',
  dependentRequired: 'names-map',
  dependentSchemas: 'schema-map',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
};

const table: Readonly<Record<Dialect, Readonly<Record<string, KeywordShape>>>> = {
  'draft-07': { ...everyDialect, $id: 'string', items: 'schema-or-list', additionalItems: 'schema' },
  '2019-09': {
    ...everyDialect,
    ...since2019,
    $recursiveRef: 'string',
    $recursiveAnchor: 'boolean',
    items: 'schema-or-list',
    additionalItems: 'schema',
  },
  '2020-12': {
    ...everyDialect,
    ...since2019,
    $dynamicRef: 'string',
    $dynamicAnchor: 'anchor',
    prefixItems: 'schema-list',
    items: 'schema',
  },
};

/** The keywords of each dialect, as its own schema states them. Anything else in a schema means nothing. */
export const KEYWORDS: Readonly<Record<Dialect, ReadonlyMap<string, KeywordShape>>> = {
  'draft-07': new Map(Object.entries(table['draft-07'])),
  '2019-09': new Map(Object.entries(table['2019-09'])),
  '2020-12': new Map(Object.entries(table['2020-12'])),
};

/** Keywords that tell people and models something, and judge no value. */
export const NOTES: ReadonlySet<string> = new Set([
  '$comment',
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'examples',
  'contentMediaType',
  'contentEncoding',
  'contentSchema',
  'format',
]);

/** The keywords that no value can ever violate. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
  '$defs',
  'definitions',
  ...NOTES,
]);
