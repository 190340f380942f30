import { expect, test } from 'vitest';
import type { JsonSchema, JsonValue } from '../../src/contract/json.js';
import { createSchemaCompiler } from '../../src/schema/compile-schema.js';

const compiler = createSchemaCompiler();

async function explain(schema: JsonSchema, value: JsonValue): Promise<Record<string, string>> {
  const compiled = await compiler.compile('test', schema, JSON.stringify(schema));
  return Object.fromEntries(compiled.explain(value).map(({ pointer, message }) => [pointer, message]));
}

const property = (schema: JsonSchema, value: JsonValue): Promise<Record<string, string>> =>
  explain({ properties: { a: schema } }, { a: value });

test.each<[JsonSchema, JsonValue, string]>([
  [{ type: 'integer' }, 'five', 'expected an integer, but "five" came'],
  [{ type: ['string', 'null'] }, 5, 'expected a string or null, but 5 came'],
  [{ type: 'boolean' }, {}, 'expected true or false, but {} came'],
  [{ type: 'array' }, null, 'expected an array, but null came'],
  [{ enum: ['x', 'y', 3, null] }, 'z', 'expected one of "x", "y", 3, null, but "z" came'],
  [{ enum: ['x'] }, 'z', 'expected "x", but "z" came'],
  [
    { enum: Array.from({ length: 40 }, (_, at) => at) },
    -1,
    'expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 28 more, but -1 came',
  ],
  [{ type: 'string', enum: ['x', 'y'] }, 5, 'expected one of "x", "y", but 5 came'],
  [{ const: { b: 1 } }, 2, 'expected {"b":1}, but 2 came'],
  [{ minimum: 1 }, 0, 'expected at least 1, but 0 came'],
  [{ exclusiveMaximum: 1 }, 1, 'expected less than 1, but 1 came'],
  [{ multipleOf: 5, maximum: 10 }, 12, 'expected at most 10 and a multiple of 5, but 12 came'],
  [{ minLength: 2 }, '😀', 'expected at least 2 characters, but 1 character came'],
  [{ maxLength: 1 }, 'xyz', 'expected at most 1 character, but 3 characters came'],
  [{ minItems: 1 }, [], 'expected at least 1 item, but 0 items came'],
  [{ minProperties: 2 }, { b: 1 }, 'expected at least 2 properties, but 1 property came'],
  [{ pattern: '^x' }, 'y', 'expected text that matches "^x", but "y" came'],
  [{ uniqueItems: true }, [1, 2, 1], 'expected no item twice (items 0 and 2 are equal), but [1,2,1] came'],
  [
    { contains: { type: 'string' } },
    [1],
    'expected at least 1 item of the kind that "contains" asks for, but [1] came',
  ],
  [{ prefixItems: [{}], items: false }, [1, 2], 'expected at most 1 item, but 2 items came'],
  [{ not: { type: 'string' } }, 'x', 'expected another value: the schema excludes this one, but "x" came'],
  [false, 1, 'not allowed here'] as unknown as [JsonSchema, JsonValue, string],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'x', 'expected an integer or null, but "x" came'],
  [{ anyOf: [{ type: 'string', enum: ['x'] }, { type: 'null' }] }, 1, 'expected "x" or null, but 1 came'],
  [
    { oneOf: [{ minimum: 1 }, { maximum: 5 }] },
    3,
    'expected a value that fits one alternative alone, and it fits several, but 3 came',
  ],
  [{ type: 'integer' }, 'x'.repeat(500), `expected an integer, but "${'x'.repeat(58)}…" came`],
  [
    { type: 'string' },
    Array.from({ length: 100 }, () => 1),
    `expected a string, but [${'1,'.repeat(29)}… (100 items) came`,
  ],
])('%j with %j', async (schema, value, message) => {
  expect(await property(schema, value)).toEqual({ '/a': message });
});

test('what is missing is named with what it has to be', async () => {
  const schema = {
    properties: {
      a: { type: 'string' },
      b: { $ref: '#/$defs/b' },
      c: { enum: ['x', 'y'] },
      d: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    },
    required: ['a', 'b', 'c', 'd', 'e'],
    dependentRequired: { f: ['g'] },
    $defs: { b: { type: 'array' } },
  };
  expect(await explain(schema, { f: 1 })).toEqual({
    '/a': 'missing, expected a string',
    '/b': 'missing, expected an array',
    '/c': 'missing, expected one of "x", "y"',
    '/d': 'missing, expected an integer or null',
    '/e': 'missing, expected a value',
    '/g': 'missing, but needed together with "f"',
  });
});

test('what is unexpected is named with the nearest name, or with those that there are', async () => {
  const schema = { properties: { maxResults: {}, query: {} }, additionalProperties: false };
  expect(await explain(schema, { max_results: 1, querry: 2, 'a/b': 3 })).toEqual({
    '/max_results': 'not a known property, did you mean "maxResults"?',
    '/querry': 'not a known property, did you mean "query"?',
    '/a~1b': 'not a known property (known are "maxResults", "query")',
  });
  expect(await explain({ additionalProperties: false }, { x: 1 })).toEqual({
    '/x': 'not a known property, and none is allowed here',
  });
  expect(await explain({ allOf: [{ properties: { abc: {} } }], unevaluatedProperties: false }, { abd: 1 })).toEqual({
    '/abd': 'not a known property, did you mean "abc"?',
  });
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`property${at}`, {}]));
  expect((await explain({ properties: many, additionalProperties: false }, { zzz: 1 }))['/zzz']).toMatch(
    /"property9" and 20 more\)$/,
  );
});

test('a name that does not fit is named', async () => {
  expect(await explain({ propertyNames: { pattern: '^x' } }, { y: 1 })).toEqual({
    '/y': 'its name does not fit: expected text that matches "^x"',
  });
});

const action = {
  oneOf: [
    {
      type: 'object',
      properties: { kind: { const: 'create' }, name: { type: 'string' } },
      required: ['kind', 'name'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        kind: { const: 'delete' },
        id: { type: 'integer' },
        deep: { type: 'object', properties: { x: { type: 'integer' } } },
      },
      required: ['kind', 'id'],
    },
    { $ref: '#/$defs/code' },
  ],
};

const actions = { properties: { action }, $defs: { code: { type: 'string', pattern: '^x' } } };

test.each<[JsonValue, Record<string, string>]>([
  [{ kind: 'create' }, { '/action/name': 'missing, expected a string' }],
  [{ kind: 'create', name: 'a', id: 1 }, { '/action/id': expect.stringContaining('not a known property') }],
  [
    { kind: 'delete', id: 'x', deep: { x: 'y' } },
    { '/action/id': 'expected an integer, but "x" came', '/action/deep/x': 'expected an integer, but "y" came' },
  ],
  [{ kind: 'update' }, { '/action/kind': 'expected "create" or "delete", but "update" came' }],
  ['y', { '/action': 'expected text that matches "^x", but "y" came' }],
  [5, { '/action': 'expected an object or a string, but 5 came' }],
])('of alternatives only those that were meant are told: %j', async (value, expected) => {
  expect(await explain(actions, { action: value })).toEqual(expected);
});

test('alternatives inside each other are told from the inside', async () => {
  const schema = {
    anyOf: [
      { properties: { op: { const: 'and' }, of: { type: 'array', items: { $ref: '#' } } }, required: ['op', 'of'] },
      {
        properties: { op: { const: 'is' }, value: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
        required: ['op', 'value'],
      },
    ],
  };
  expect(
    await explain(schema, {
      op: 'and',
      of: [
        { op: 'is', value: 1 },
        { op: 'is', value: 'x' },
      ],
    }),
  ).toEqual({
    '/of/1/value': 'expected an integer or null, but "x" came',
  });
});

test("nothing of it is the compiler's own wording", async () => {
  const text = JSON.stringify(await explain(actions, { action: { kind: 'create', x: 1 } }));
  expect(text).not.toMatch(/must|schemaPath|#\//);
});

test('80,000 wrong items do not hold the process', async () => {
  const schema = { properties: { list: { type: 'array', items: action } }, $defs: actions.$defs };
  const start = performance.now();
  const compiled = await compiler.compile('test', schema, 'long');
  const problems = compiled.explain({ list: Array.from({ length: 80_000 }, () => ({ kind: 'z' })) });
  expect(problems[0]).toEqual({ pointer: '/list/0/kind', message: 'expected "create" or "delete", but "z" came' });
  expect(performance.now() - start).toBeLessThan(5_000);
});
