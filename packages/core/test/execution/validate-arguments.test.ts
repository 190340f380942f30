import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonSchema, JsonValue } from '../../src/contract/json.js';
import type { UsableArguments } from '../../src/execution/parse-arguments.js';
import { validateArguments } from '../../src/execution/validate-arguments.js';
import { type CompiledSchema, createSchemaCompiler } from '../../src/schema/compile-schema.js';

const compiler = createSchemaCompiler();

async function compile(schema: JsonSchema): Promise<CompiledSchema> {
  return compiler.compile('test', schema, JSON.stringify(schema));
}

/** Arguments as they come to be validated. */
function read(args: JsonObject, repairs: UsableArguments['repairs'] = []): UsableArguments {
  return { ok: true, args, repairs };
}

/** What becomes of one argument `a`, and the repairs as `kind pointer`. */
async function validate(schema: JsonSchema, args: JsonObject): Promise<unknown> {
  const before = JSON.stringify(args);
  const verdict = validateArguments(await compile(schema), read(args));
  expect(JSON.stringify(args)).toBe(before);
  return verdict.ok
    ? [verdict.args, ...verdict.repairs.map(({ kind, pointer }) => `${kind} ${pointer}`)]
    : verdict.message;
}

const one = (a: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties: { a },
  required,
});
const draft07 = 'http://json-schema.org/draft-07/schema#';

test.each<[string, JsonSchema, JsonObject, JsonValue[]]>([
  ['a number', one({ type: 'number' }), { a: '1.5' }, [{ a: 1.5 }, 'json-parsed /a']],
  ['an integer', one({ type: 'integer' }), { a: '-5' }, [{ a: -5 }, 'json-parsed /a']],
  ['a boolean', one({ type: 'boolean' }), { a: 'true' }, [{ a: true }, 'json-parsed /a']],
  ['a list', one({ type: 'array', items: { type: 'string' } }), { a: '["x"]' }, [{ a: ['x'] }, 'json-parsed /a']],
  ['an object', one({ type: 'object' }), { a: ' {"b": 1}' }, [{ a: { b: 1 } }, 'json-parsed /a']],
  ['null where null may stand', one({ type: ['integer', 'null'] }), { a: 'null' }, [{ a: null }, 'json-parsed /a']],
  ['a value of an enumeration', one({ enum: [1, 2] }), { a: '2' }, [{ a: 2 }, 'json-parsed /a']],
  ['a constant', one({ const: { b: [1] } }), { a: '{"b": [1]}' }, [{ a: { b: [1] } }, 'json-parsed /a']],
  [
    'one of two types',
    one({ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }),
    { a: 'false' },
    [{ a: false }, 'json-parsed /a'],
  ],
  [
    'one of two alternatives',
    one({ oneOf: [{ type: 'array' }, { type: 'null' }] }),
    { a: '[]' },
    [{ a: [] }, 'json-parsed /a'],
  ],
  [
    'behind a reference',
    { ...one({ $ref: '#/$defs/n' }), $defs: { n: { type: 'integer' } } },
    { a: '1' },
    [{ a: 1 }, 'json-parsed /a'],
  ],
  [
    'an item of a list',
    one({ type: 'array', items: { type: 'integer' } }),
    { a: [1, '2', '3'] },
    [{ a: [1, 2, 3] }, 'json-parsed /a/1', 'json-parsed /a/2'],
  ],
  [
    'an entry of a map',
    { type: 'object', additionalProperties: { type: 'integer' } },
    { 'x/y': '1' },
    [{ 'x/y': 1 }, 'json-parsed /x~1y'],
  ],
  [
    'deep inside',
    one(one({ type: 'array', items: one({ type: 'boolean' }) })),
    { a: { a: [{ a: 'true' }] } },
    [{ a: { a: [{ a: true }] } }, 'json-parsed /a/a/0/a'],
  ],
  [
    'the list that a text may also be',
    one({ anyOf: [{ type: 'string', maxLength: 2 }, { type: 'array' }] }),
    { a: '[1,2]' },
    [{ a: [1, 2] }, 'json-parsed /a'],
  ],
  ['a required one', one({ type: 'integer' }, ['a']), { a: '1' }, [{ a: 1 }, 'json-parsed /a']],
])('a string is replaced by what it spells: %s', async (_name, schema, args, expected) => {
  expect(await validate(schema, args)).toEqual(expected);
});

test.each<[string, JsonSchema, JsonObject]>([
  ['a number that prints differently', one({ type: 'number' }), { a: '1.0' }],
  ['a number with a leading zero', one({ type: 'integer' }), { a: '05' }],
  ['a number with an exponent', one({ type: 'number' }), { a: '1e3' }],
  ['a number with white space', one({ type: 'integer' }), { a: '5 ' }],
  ['a number that is too long', one({ type: 'integer' }), { a: '12345678901234567890' }],
  ['a number inside that is too long', one({ type: 'object' }), { a: '{"id": 12345678901234567890}' }],
  ['a fraction for an integer', one({ type: 'integer' }), { a: '1.5' }],
  ['a number out of bounds', one({ type: 'integer', maximum: 5 }), { a: '6' }],
  ['text for a boolean', one({ type: 'boolean' }), { a: 'yes' }],
  ['a boolean in capitals', one({ type: 'boolean' }), { a: 'True' }],
  ['a number for a boolean', one({ type: 'boolean' }), { a: '1' }],
  ['a value that is not in the enumeration', one({ enum: [1, 2] }), { a: '3' }],
  ['a list with commas', one({ type: 'array' }), { a: 'x,y' }],
  ['a single value for a list', one({ type: 'array' }), { a: '1' }],
  ['a list whose items do not fit', one({ type: 'array', items: { type: 'integer' } }), { a: '["x"]' }],
  ['what would need a second round', one({ type: 'array', items: { type: 'integer' } }), { a: '["1"]' }],
  ['a spelled null is not removed', one({ type: 'integer' }), { a: 'null' }],
  ['an empty text', one({ type: 'integer' }), { a: '' }],
  ['the name __proto__ inside', one({ type: 'object' }), { a: '{"__proto__": {}}' }],
  ['65 levels', one({ type: 'array' }), { a: '['.repeat(65) + ']'.repeat(65) }],
  ['a number for a string', one({ type: 'string' }), { a: 5 }],
  ['a string that spells a text', one({ type: 'integer' }), { a: '"5"' }],
  ['a name', { type: 'object', propertyNames: { enum: [1] } }, { '1': 1 }],
  ['a pattern is no type', one({ type: 'string', pattern: '^\\[x' }), { a: '[1]' }],
])('a string stays: %s', async (_name, schema, args) => {
  expect(await validate(schema, args)).toEqual(expect.any(String));
});

const pair = (more: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'integer' } },
  ...more,
});

test.each<[string, JsonSchema, JsonObject, JsonValue[]]>([
  ['a type', one({ type: 'string' }), { a: null }, [{}, 'null-removed /a']],
  ['an enumeration', one({ enum: ['x'] }), { a: null }, [{}, 'null-removed /a']],
  ['a constant', one({ const: 'x' }), { a: null }, [{}, 'null-removed /a']],
  ['alternatives', one({ anyOf: [{ type: 'string' }, { type: 'integer' }] }), { a: null }, [{}, 'null-removed /a']],
  ['several', pair({}), { a: null, b: null }, [{}, 'null-removed /a', 'null-removed /b']],
  ['with a string beside it', pair({}), { a: null, b: '1' }, [{ b: 1 }, 'null-removed /a', 'json-parsed /b']],
  ['nullable means nothing', one({ type: 'string', nullable: true }), { a: null }, [{}, 'null-removed /a']],
  [
    'in an item of a list',
    { type: 'object', properties: { l: { type: 'array', items: one({ type: 'string' }) } } },
    { l: [{ a: null }] },
    [{ l: [{}] }, 'null-removed /l/0/a'],
  ],
  [
    'in an item of a tuple',
    { type: 'object', properties: { l: { prefixItems: [one({ type: 'string' })] } } },
    { l: [{ a: null }] },
    [{ l: [{}] }, 'null-removed /l/0/a'],
  ],
  [
    'in an item of a tuple of draft-07',
    { $schema: draft07, type: 'object', properties: { l: { items: [{}, one({ type: 'string' })] } } },
    { l: [1, { a: null }] },
    [{ l: [1, {}] }, 'null-removed /l/1/a'],
  ],
  [
    'in an entry of a map',
    { type: 'object', additionalProperties: one({ type: 'string' }) },
    { k: { a: null } },
    [{ k: {} }, 'null-removed /k/a'],
  ],
  [
    'behind a reference',
    { $ref: '#/$defs/o', $defs: { o: one({ type: 'string' }) } },
    { a: null },
    [{}, 'null-removed /a'],
  ],
  ['behind allOf', { allOf: [{ type: 'object' }, one({ type: 'string' })] }, { a: null }, [{}, 'null-removed /a']],
  [
    'behind a condition',
    { type: 'object', if: { required: ['a'] }, then: one({ type: 'string' }) },
    { a: null },
    [{}, 'null-removed /a'],
  ],
  [
    'in one alternative',
    { type: 'object', oneOf: [pair({ required: ['b'] }), { properties: { c: {} }, required: ['c'] }] },
    { a: null, b: 1 },
    [{ b: 1 }, 'null-removed /a'],
  ],
  [
    'a name with a slash',
    { type: 'object', properties: { 'x/y~z': { type: 'string' } } },
    { 'x/y~z': null },
    [{}, 'null-removed /x~1y~0z'],
  ],
])('a null for an optional property is removed: %s', async (_name, schema, args, expected) => {
  expect(await validate(schema, args)).toEqual(expected);
});

test.each<[string, JsonSchema, JsonObject]>([
  ['a required property', one({ type: 'string' }, ['a']), { a: null }],
  ['an entry of a map', { type: 'object', additionalProperties: { type: 'string' } }, { k: null }],
  ['an entry of a map by pattern', { type: 'object', patternProperties: { '^k': { type: 'string' } } }, { k: null }],
  ['an entry of an inner map', one({ type: 'object', additionalProperties: { type: 'string' } }), { a: { k: null } }],
  [
    'an entry that has the name of an outer property',
    one({ type: 'object', additionalProperties: { type: 'string' } }),
    { a: { a: null } },
  ],
  ['an item of a list', one({ type: 'array', items: { type: 'string' } }), { a: ['x', null] }],
  ['a property that the schema does not know', { ...one({}), additionalProperties: false }, { b: null }],
  ['one that another then needs', { ...pair({}), dependentRequired: { b: ['a'] } }, { a: null, b: 1 }],
  ['one of too few', { ...pair({}), minProperties: 2 }, { a: null, b: 1 }],
  ['one of two, where the other cannot be mended', pair({ required: ['b'] }), { a: null, b: null }],
])('a null stays: %s', async (_name, schema, args) => {
  expect(await validate(schema, args)).toEqual(expect.any(String));
});

test('alternatives that ask for different changes get those of the one that then fits', async () => {
  const kinds = {
    type: 'object',
    oneOf: [
      { properties: { kind: { const: 'a' }, x: { type: 'integer' }, y: { type: 'string' } }, required: ['kind'] },
      { properties: { kind: { const: 'b' }, x: { type: 'string' }, y: { type: 'integer' } }, required: ['kind'] },
    ],
  };
  expect(await validate(kinds, { kind: 'a', x: '1', y: '2' })).toEqual([{ kind: 'a', x: 1, y: '2' }, 'json-parsed /x']);
  expect(await validate(kinds, { kind: 'b', x: '1', y: '2' })).toEqual([{ kind: 'b', x: '1', y: 2 }, 'json-parsed /y']);
});

test('arguments that were spelled in a string had their round', async () => {
  const compiled = await compile(one({ type: 'integer' }));
  const earlier = [{ pointer: '', kind: 'json-parsed' }] as const;
  expect(validateArguments(compiled, read({ a: 1 }, earlier))).toEqual({ ok: true, args: { a: 1 }, repairs: earlier });
  expect(validateArguments(compiled, read({ a: '1' }, earlier)).ok).toBe(false);
  const empty = [{ pointer: '', kind: 'empty-arguments' }] as const;
  expect(validateArguments(compiled, read({}, empty))).toEqual({ ok: true, args: {}, repairs: empty });
});

test('a value that takes too long to check is refused, not followed', async () => {
  const twice = { properties: { x: { $ref: '#/$defs/a' } } };
  const compiled = await compile({ type: 'object', $ref: '#/$defs/a', $defs: { a: { allOf: [twice, twice] } } });
  let args: JsonObject = {};
  for (let level = 0; level < 60; level += 1) args = { x: args };
  expect(validateArguments(compiled, read(args))).toEqual({
    ok: false,
    message: expect.stringContaining('take too long to check'),
  });
});

test('100,000 wrong arguments do not hold the process', async () => {
  const compiled = await compile(one({ type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }));
  const start = performance.now();
  expect(validateArguments(compiled, read({ a: Array.from({ length: 100_000 }, () => '5') })).ok).toBe(false);
  expect(performance.now() - start).toBeLessThan(5_000);
});

// Random schemas of what tools use, and values that nearly fit them.
const leafSchema = fc.constantFrom<JsonSchema>(
  { type: 'string' },
  { type: 'integer', minimum: 0 },
  { type: 'number' },
  { type: 'boolean' },
  { type: ['string', 'null'] },
  { enum: ['x', 1, true] },
  { const: 5 },
  { anyOf: [{ type: 'integer' }, { type: 'null' }] },
  { type: 'array', items: { type: 'integer' } },
  { type: 'object', additionalProperties: { type: 'boolean' } },
);
const names = fc.constantFrom('a', 'b', 'c');
const objectSchema = fc.record({
  type: fc.constant('object'),
  properties: fc.dictionary(
    names,
    fc.oneof(leafSchema, fc.record({ type: fc.constant('object'), properties: fc.dictionary(names, leafSchema) })),
  ),
  required: fc.uniqueArray(names, { maxLength: 2 }),
  additionalProperties: fc.boolean(),
});
const looseLeaf = fc.constantFrom<JsonValue>(
  'x',
  '5',
  5,
  -1,
  '1.5',
  true,
  'true',
  null,
  'null',
  [],
  [1],
  ['1'],
  '[1]',
  {},
  '{}',
  { k: true },
  { k: null },
  '{"k":true}',
  '{"k":"true"}',
);
const looseArgs = fc.dictionary(
  names,
  fc.oneof(looseLeaf, fc.dictionary(names, looseLeaf)),
) as fc.Arbitrary<JsonObject>;

test('valid arguments are never changed, repaired ones are valid, and nothing is invented', async () => {
  await compile({});
  let repaired = 0;
  fc.assert(
    fc.property(objectSchema, looseArgs, (schema, args) => {
      const compiled = compiler.compile('property', schema, JSON.stringify(schema)) as CompiledSchema;
      const before = structuredClone(args);
      const isValid = compiled.validate(args);
      const verdict = validateArguments(compiled, read(args));
      expect(args).toEqual(before);
      if (isValid) {
        expect(verdict).toEqual({ ok: true, args: before, repairs: [] });
        expect(verdict.ok && verdict.args).toBe(args);
      } else if (verdict.ok) {
        repaired += 1;
        expect(compiled.validate(verdict.args)).toBe(true);
        expect(verdict.repairs.length).toBeGreaterThan(0);
        expectOnlyRepaired(
          before,
          verdict.args,
          '',
          new Map(verdict.repairs.map(({ pointer, kind }) => [pointer, kind])),
        );
      } else expect(verdict.message).toMatch(/expected|missing|not a known property|not allowed/);
    }),
    { numRuns: 1_000 },
  );
  expect(repaired).toBeGreaterThan(5);
}, 60_000);

/** Every difference is a repair that is recorded, and every record is a difference. */
function expectOnlyRepaired(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  pointer: string,
  repairs: Map<string, string>,
): void {
  const kind = repairs.get(pointer);
  if (kind === 'null-removed') expect([before, after]).toEqual([null, undefined]);
  else if (kind === 'json-parsed') expect(after).toEqual(JSON.parse(String(before)));
  else if (typeof before !== 'object' || before === null) expect(after).toEqual(before);
  else {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after as object)])) {
      expectOnlyRepaired((before as JsonObject)[key], (after as JsonObject)[key], `${pointer}/${key}`, repairs);
    }
  }
}
