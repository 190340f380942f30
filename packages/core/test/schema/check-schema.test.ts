import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonSchema, JsonValue } from '../../src/contract/json.js';
import { checkSchema, loadSchemaChecker } from '../../src/schema/check-schema.js';
import { KEYWORDS } from '../../src/schema/keywords.js';

const draft07 = 'http://json-schema.org/draft-07/schema#';
const draft2019 = 'https://json-schema.org/draft/2019-09/schema';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';

const nested = (levels: number): JsonSchema => (levels === 1 ? {} : { not: nested(levels - 1) });

/** Each level refers twice to the next. */
function doubling(levels: number): JsonSchema {
  const $defs: Record<string, JsonValue> = {};
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/$defs/${level + 1}` };
    $defs[level] = { allOf: [next, next] };
  }
  $defs[levels] = {};
  return { properties: { a: { $ref: '#/$defs/0' } }, $defs };
}

test.each<[string, JsonSchema]>([
  ['an empty schema', {}],
  ['a property that is called like a keyword', { properties: { $ref: { type: 'string' }, enum: {}, required: {} } }],
  [
    'what looks like a schema where none stands',
    { default: { type: 5 }, enum: [{ $ref: 'https://a.b/c' }], 'x-y': { type: 5 } },
  ],
  ['a reference to the whole below a property', { properties: { child: { $ref: '#' } } }],
  ['a reference into definitions', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': {} } }],
  ['a reference by anchor', { $ref: '#here', $defs: { a: { $anchor: 'here' } } }],
  ['a reference by address to a part', { $ref: 'part', $defs: { a: { $id: 'part' } } }],
  ['a reference by address to the whole', { $id: 'https://a.b/c', properties: { a: { $ref: 'https://a.b/c#' } } }],
  [
    'a pointer that starts at a part',
    { $defs: { a: { $id: 'https://a.b/', properties: { x: { $ref: '#/$defs/y' } }, $defs: { y: {} } } } },
  ],
  ['an anchor of draft-07', { $schema: draft07, properties: { a: { $ref: '#x' } }, definitions: { b: { $id: '#x' } } }],
  ['a reference to another property', { properties: { a: { type: 'string' }, b: { $ref: '#/properties/a' } } }],
  [
    'a reference to where only references lead',
    { components: { A: { type: 'string' } }, properties: { a: { $ref: '#/components/A' } } },
  ],
  ['a reference to the dialect', { properties: { a: { $ref: draft2020 } } }],
  ['a list of items in draft-07', { $schema: draft07, items: [{}, {}] }],
  ['draft-04 that means the same in draft-07', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }],
  ['an enumeration with a value twice', { enum: ['a', 'a'] }],
  ['64 levels', nested(64)],
  ['a dynamic reference with one target', { $dynamicRef: '#node', $defs: { a: { $dynamicAnchor: 'node' } } }],
  [
    'references that lead through values',
    { $defs: { a: { properties: { b: { $ref: '#/$defs/b' } } }, b: { items: { $ref: '#/$defs/a' } } } },
  ],
  ['references that double five times', doubling(5)],
])('%s is fine', (_name, schema) => {
  expect(checkSchema(schema)).toBeUndefined();
});

test.each<[string, JsonSchema, RegExp]>([
  [
    'a type of another language',
    { properties: { a: { type: 'str' } } },
    /^"\/properties\/a\/type" is "str".* Write "string"\.$/,
  ],
  ['a type that is none', { type: 'anything' }, /^"\/type" is "anything", but "type" takes one of "array", /],
  ['a list of types with one twice', { type: ['string', 'string'] }, /list of different ones/],
  [
    'required of draft-03',
    { properties: { a: { required: true } } },
    /^"\/properties\/a\/required" is true.*Name the required properties/,
  ],
  [
    'a bound of draft-04',
    { minimum: 1, exclusiveMinimum: true },
    /^"\/exclusiveMinimum" is true.*Write the bound itself/,
  ],
  ['a list of items in 2020-12', { items: [{}] }, /^"\/items" is \[\{\}\].*"prefixItems".*draft-07/],
  ['an empty list of alternatives', { anyOf: [] }, /^"\/anyOf" is \[\].*at least one schema/],
  ['a property that is no schema', { properties: { a: 'string' } }, /^"\/properties" is \{"a":"string"\}/],
  ['a negative length', { minLength: -1 }, /^"\/minLength" is -1.*not below 0/],
  ['a length that is text', { maxLength: '5' }, /^"\/maxLength" is "5"/],
  ['no description', { description: null }, /^"\/description" is null, but "description" takes a string/],
  ['an unknown dialect', { $schema: 'https://example.org/x' }, /a dialect that is not known/],
  [
    'a second dialect inside',
    { properties: { a: { $schema: draft07 } } },
    /^"\/properties\/a\/\$schema" names another dialect/,
  ],
  [
    'a reference to the network',
    { properties: { a: { $ref: 'https://a.b/c.json' } } },
    /^"\/properties\/a\/\$ref" is "https:\/\/a\.b\/c\.json", which points outside/,
  ],
  ['a reference to a file', { $ref: 'file:///etc/passwd' }, /points outside the schema, and schemas are never fetched/],
  ['a reference to a neighbour', { $ref: './common.json#/definitions/a' }, /points outside/],
  ['a reference to another dialect', { $schema: draft07, properties: { a: { $ref: draft2020 } } }, /points outside/],
  [
    'a reference to nothing',
    { properties: { a: { $ref: '#/$defs/b' } } },
    /^"\/properties\/a\/\$ref" is "#\/\$defs\/b", which points to nothing/,
  ],
  ['a reference to what all objects inherit', { $ref: '#/constructor' }, /points to nothing/],
  [
    'a reference to what is no schema',
    { required: ['a'], properties: { a: { $ref: '#/required/0' } } },
    /points to nothing/,
  ],
  ['an anchor that is nowhere', { $ref: '#nowhere' }, /points to nothing/],
  [
    'a target that is wrong',
    { components: { A: { type: 'strin' } }, properties: { a: { $ref: '#/components/A' } } },
    /^"\/components\/A\/type"/,
  ],
  [
    'a target with a reference to nothing',
    { x: { A: { items: { $ref: '#/x/B' } } }, $ref: '#/x/A' },
    /^"\/x\/A\/items\/\$ref"/,
  ],
  ['a reference to itself', { $ref: '#' }, /^The schema leads back to itself/],
  [
    'references in a circle',
    { $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
    /^"\/\$defs\/[ab]" leads back to itself/,
  ],
  ['references that double thirty times', doubling(30), /takes? too long|could take too long/],
  [
    'a dynamic reference with two targets',
    {
      $dynamicRef: '#n',
      $defs: { a: { $id: 'a', $dynamicAnchor: 'n' }, b: { $id: 'b', $dynamicAnchor: 'n' }, c: { $anchor: 'n' } },
    },
    /several possible targets/,
  ],
  ['65 levels', nested(65), /deeper than 64 levels/],
  ['more than 1 MB', { enum: ['x'.repeat(1_000_001)] }, /larger than 1 MB/],
  ['5,001 schemas', { allOf: Array.from({ length: 5_001 }, () => ({})) }, /more than 5000 schemas/],
  [
    'the name __proto__',
    JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
    /"__proto__", which is never allowed/,
  ],
])('%s is refused with place and remedy', (_name, schema, reason) => {
  expect(checkSchema(schema)).toMatch(reason);
});

test('the loaded checker is the checker', async () => {
  const check = await loadSchemaChecker();
  expect(check({ type: 'int' })).toBe(checkSchema({ type: 'int' }));
});

const values: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    'string',
    'object',
    'nothing',
    ['string', 'null'],
    ['string', 'string'],
    [],
    {},
    null,
    true,
    false,
  ),
  fc.constantFrom<JsonValue>(
    0,
    1,
    -1,
    0.5,
    [{}],
    [{ type: 'x' }],
    { a: {} },
    { a: { type: 1 } },
    { a: ['b'] },
    { a: ['b', 'b'] },
    { a: 1 },
  ),
  fc.constantFrom<JsonValue>(
    [true],
    [1],
    { a: true },
    { a: { not: { minLength: -1 } } },
    { prefixItems: [5] },
    { items: [{ required: 'x' }] },
  ),
);

test.each([
  ['draft-07', draft07, new Ajv({ strict: false, validateFormats: false, logger: false })],
  ['2019-09', draft2019, new Ajv2019({ strict: false, validateFormats: false, logger: false })],
  ['2020-12', draft2020, new Ajv2020({ strict: false, validateFormats: false, logger: false })],
] as const)('every keyword of %s takes what the schema of the dialect says', (dialect, $schema, ajv) => {
  // References are checked for more than the dialect says; two values of an enumeration may be equal.
  const apart = new Set(['$schema', '$ref', '$dynamicRef', '$recursiveRef', '$id', 'enum']);
  const keywords = [...KEYWORDS[dialect].keys()].filter((keyword) => !apart.has(keyword));
  const schemas = fc.dictionary(fc.constantFrom(...keywords), values, { maxKeys: 3, minKeys: 1 });
  fc.assert(
    fc.property(schemas, (schema) => {
      if (dialect === 'draft-07' && 'writeOnly' in schema) return; // missing from ajv's copy of the dialect
      expect(checkSchema({ $schema, ...schema }) === undefined).toBe(ajv.validateSchema({ $schema, ...schema }));
    }),
    { numRuns: 3_000 },
  );
});
