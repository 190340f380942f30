import { expect, test } from 'vitest';
import type { JsonObject, JsonSchema } from '../../src/contract/json.js';
import { type ParsedArguments, parseArguments } from '../../src/execution/parse-arguments.js';
import { validateArguments } from '../../src/execution/validate-arguments.js';
import { checkSchema } from '../../src/schema/check-schema.js';
import { type CompiledSchema, createSchemaCompiler } from '../../src/schema/compile-schema.js';

// The promises of section 6 about arguments and schemas, held at the functions that keep them: what reaches them
// through a turn is held by the tests of the pipeline.

const compiler = createSchemaCompiler();

async function compile(schema: JsonSchema, companionId = '@acme/tools'): Promise<CompiledSchema> {
  return compiler.compile(companionId, schema, JSON.stringify(schema));
}

/** Parses and validates as a call does. */
async function prepare(schema: JsonSchema, input: unknown): Promise<ParsedArguments> {
  const parsed = parseArguments(input);
  return parsed.ok ? validateArguments(await compile(schema), parsed) : parsed;
}

const search: JsonSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 2 },
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    open: { type: 'boolean' },
    faculties: { type: 'array', items: { enum: ['law', 'arts'] } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
  additionalProperties: false,
};

const repaired = (args: JsonObject, ...repairs: readonly [string, string][]): unknown => ({
  ok: true,
  args,
  repairs: repairs.map(([kind, pointer]) => ({ kind, pointer })),
});
const refused = (message: RegExp): unknown =>
  expect.objectContaining({ ok: false, message: expect.stringMatching(message) });

test('6.2 missing arguments become {}, and that is recorded', async () => {
  for (const input of [undefined, null, '', ' ', 'null']) {
    expect(await prepare(search, input)).toEqual(repaired({}, ['empty-arguments', '']));
  }
});

test('6.2 a null for an optional property is removed, and that is recorded', async () => {
  expect(await prepare(search, { query: 'law', limit: null, open: null })).toEqual(
    repaired({ query: 'law' }, ['null-removed', '/limit'], ['null-removed', '/open']),
  );
});

test('6.2 a null stays for a required property, in a list, and as the entry of a map', async () => {
  const required = { ...search, required: ['query'] };
  expect(await prepare(required, { query: null })).toEqual(refused(/^query: expected a string, but null came$/));
  expect(await prepare(search, { faculties: [null] })).toEqual(
    refused(/^faculties\[0\]: expected one of "law", "arts"/),
  );
  expect(await prepare(search, { labels: { limit: null } })).toEqual(refused(/^labels\.limit: expected a string/));
});

test('6.2 a string is replaced by the JSON it spells where another type was expected', async () => {
  const input = { query: '55', limit: '5', open: 'true', faculties: '["law"]', labels: '{"a":"b"}' };
  expect(await prepare(search, input)).toEqual(
    repaired(
      { query: '55', limit: 5, open: true, faculties: ['law'], labels: { a: 'b' } },
      ['json-parsed', '/limit'],
      ['json-parsed', '/open'],
      ['json-parsed', '/faculties'],
      ['json-parsed', '/labels'],
    ),
  );
});

test('6.2 a number is read from a string only if it prints back the same', async () => {
  expect(await prepare(search, { limit: '10' })).toEqual(repaired({ limit: 10 }, ['json-parsed', '/limit']));
  for (const limit of ['010', '10.0', '1e1', '+10', ' 10', '10 ', '0xA', '10,0']) {
    expect(await prepare(search, { limit })).toEqual(refused(/^limit: expected an integer/));
  }
  const ids = { type: 'object', properties: { id: { type: 'integer' }, ids: { type: 'array' } } };
  expect(await prepare(ids, { id: '12345678901234567890' })).toEqual(refused(/^id: expected an integer/));
  expect(await prepare(ids, { ids: '[12345678901234567890]' })).toEqual(refused(/^ids: expected an array/));
});

test('6.2 there is one round: what a string spells is not repaired again, and a spelled null is not removed', async () => {
  expect(await prepare(search, { limit: 'null' })).toEqual(refused(/^limit: expected an integer, but "null" came$/));
  expect(await prepare(search, { faculties: '"[\\"law\\"]"' })).toEqual(refused(/^faculties: expected an array/));
  expect(await prepare(search, { labels: '{"a":null}' })).toEqual(refused(/^labels: expected an object/));
});

test('6.2 repairs are kept only if the whole then validates, and only places that validation names change', async () => {
  expect(await prepare(search, { limit: '99' })).toEqual(refused(/^limit: expected an integer, but "99" came$/));
  expect(await prepare(search, { limit: '5', query: 'x' })).toEqual(
    refused(/limit: expected an integer, but "5" came/),
  );
  const input = { query: 'true', limit: '5' };
  expect(await prepare(search, input)).toEqual(repaired({ query: 'true', limit: 5 }, ['json-parsed', '/limit']));
  expect(input).toEqual({ query: 'true', limit: '5' });
});

test('6.2 valid arguments are never changed', async () => {
  const loose = { type: 'object', properties: { a: { type: ['string', 'null'] }, b: {} } };
  const input = { a: null, b: '{"c":1}', other: 'null' };
  expect(await prepare(loose, input)).toEqual({ ok: true, args: input, repairs: [] });
});

test('6.3 a failure names each field, what was expected and what came', async () => {
  const schema = { ...search, required: ['query'] };
  const verdict = await prepare(schema, { limt: 5, limit: 500, open: 'yes', faculties: ['law', 'medicine'] });
  expect(verdict).toEqual(refused(/\n/));
  if (verdict.ok) return;
  expect(verdict.message.split('\n- ').sort()).toEqual([
    '',
    'faculties[1]: expected one of "law", "arts", but "medicine" came',
    'limit: expected at most 50, but 500 came',
    'limt: not a known property, did you mean "limit"?',
    'open: expected true or false, but "yes" came',
    'query: missing, expected a string',
  ]);
  // The same for programs, by JSON Pointer.
  expect(verdict.problems?.map(({ pointer }) => pointer).toSorted()).toEqual([
    '/faculties/1',
    '/limit',
    '/limt',
    '/open',
    '/query',
  ]);
});

test('6.3 ten fields are named, the rest is counted', async () => {
  const properties = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`field${at}`, { type: 'string' }]));
  const verdict = await prepare({ type: 'object', properties, required: Object.keys(properties) }, {});
  expect(verdict.ok ? '' : verdict.message.match(/missing/g)).toHaveLength(10);
  expect(verdict).toEqual(refused(/and 15 more$/));
  expect(verdict.ok ? [] : verdict.problems).toHaveLength(10);
});

test('6.3 arguments over 1 MB or 64 levels, or with __proto__, are refused, as text and as an object', async () => {
  const large = { query: 'x'.repeat(1_000_000) };
  let deep: JsonObject = {};
  for (let level = 1; level < 65; level += 1) deep = { labels: deep };
  const polluting = '{"labels":{"__proto__":{"polluted":"yes"}}}';
  for (const input of [large, JSON.stringify(large)]) expect(await prepare(search, input)).toEqual(refused(/1 MB/));
  for (const input of [deep, JSON.stringify(deep)]) expect(await prepare(search, input)).toEqual(refused(/64 levels/));
  for (const input of [polluting, JSON.parse(polluting)]) {
    expect(await prepare(search, input)).toEqual(refused(/"__proto__"/));
  }
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test('6.3 arguments that are no JSON object are refused with the place', async () => {
  expect(await prepare(search, '{"query": "law",}')).toEqual(refused(/at line 1, column 17/));
  expect(await prepare(search, ['law'])).toEqual(refused(/must be a JSON object, but a list came/));
  expect(await prepare(search, { query: 5n })).toEqual(refused(/^query is a bigint/));
});

test('6.4 a schema is validated in its own dialect, 2020-12 when it names none', async () => {
  const tuple = { items: [{ type: 'string' }], additionalItems: false };
  const old = await compile({ $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: tuple } });
  expect([old.validate({ a: ['x'] }), old.validate({ a: ['x', 1] })]).toEqual([true, false]);
  const middle = await compile({
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    properties: { a: tuple },
    unevaluatedProperties: false,
  });
  expect([middle.validate({ a: ['x'] }), middle.validate({ a: ['x', 1] }), middle.validate({ b: 1 })]).toEqual([
    true,
    false,
    false,
  ]);
  expect(checkSchema({ properties: { a: tuple } })).toMatch(/"\/properties\/a\/items".*"prefixItems"/);
  const newest = await compile({ properties: { a: { prefixItems: tuple.items, items: false } } });
  expect([newest.validate({ a: ['x'] }), newest.validate({ a: ['x', 1] })]).toEqual([true, false]);
  expect(checkSchema({ $schema: 'https://example.org/dialect' })).toMatch(/not known here/);
});

test('6.4 draft-07 ignores siblings of $ref, later dialects do not', async () => {
  const schema = {
    properties: { a: { $ref: '#/definitions/s', maxLength: 1 } },
    definitions: { s: { type: 'string' } },
  };
  const old = await compile({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema });
  expect([old.validate({ a: 'xy' }), old.validate({ a: 1 })]).toEqual([true, false]);
  expect((await compile(schema)).validate({ a: 'xy' })).toBe(false);
});

test('6.4 the nullable of OpenAPI means nothing', async () => {
  const compiled = await compile({ properties: { a: { type: 'string', nullable: true } }, required: ['a'] });
  expect([compiled.validate({ a: 'x' }), compiled.validate({ a: null })]).toEqual([true, false]);
});

test('6.4 a reference to the network is refused', async () => {
  const schema = { properties: { a: { $ref: 'https://example.org/schema.json' } } };
  expect(checkSchema(schema)).toMatch(
    /^"\/properties\/a\/\$ref" is "https:\/\/example\.org\/schema\.json".*never fetched/,
  );
  await expect((async () => compile(schema))()).rejects.toThrow(/never fetched/);
});

test('6.4 an $id is seen by no other companion, nor by another tool of its own', async () => {
  const tool = (type: string): JsonSchema => ({
    $id: 'https://example.org/tool',
    properties: { a: { $ref: 'part' } },
    $defs: { part: { $id: 'part', type } },
  });
  const [one, two, three] = [
    await compile(tool('string'), 'x'),
    await compile(tool('integer'), 'x'),
    await compile(tool('boolean'), 'y'),
  ];
  expect(
    [one, two, three].map((compiled) => [
      compiled.validate({ a: 'x' }),
      compiled.validate({ a: 1 }),
      compiled.validate({ a: true }),
    ]),
  ).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  const thief = { properties: { a: { $ref: 'https://example.org/tool' } } };
  await expect((async () => compile(thief, 'z'))()).rejects.toThrow(/points outside/);
});

test('6.4 foreign patterns take linear time, and one that cannot is refused by name', async () => {
  const compiled = await compile({ properties: { a: { type: 'string', pattern: '^(a+)+$' } } });
  const start = performance.now();
  expect(compiled.validate({ a: `${'a'.repeat(100_000)}b` })).toBe(false);
  expect(performance.now() - start).toBeLessThan(2_000);
  const lookAhead = { properties: { a: { pattern: '^(?=.*[0-9])' } } };
  await expect((async () => compile(lookAhead))()).rejects.toThrow(
    /"\^\(\?=\.\*\[0-9\]\)" cannot be used: it looks ahead/,
  );
});
