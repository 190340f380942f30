import { beforeEach, expect, test } from 'vitest';
import type { JsonSchema, JsonValue } from '../../src/contract/json.js';
import {
  type CompiledSchema,
  createSchemaCompiler,
  type SchemaCompiler,
  SchemaRefusedError,
} from '../../src/schema/compile-schema.js';
import { EffortExceededError } from '../../src/schema/validation-effort.js';
import { cpuMs } from '../builders/cpu-time.js';

const draft07 = 'http://json-schema.org/draft-07/schema#';
const draft2019 = 'https://json-schema.org/draft/2019-09/schema';

let compiler: SchemaCompiler;
let hashes = 0;

beforeEach(() => {
  compiler = createSchemaCompiler();
});

async function compile(schema: JsonSchema, companionId = '@acme/tools'): Promise<CompiledSchema> {
  hashes += 1;
  return compiler.compile(companionId, schema, `hash ${hashes}`);
}

test.each<[string, JsonSchema, JsonValue[], JsonValue[]]>([
  ['type', { type: 'string' }, ['a', ''], [1, null]],
  ['nullable means nothing', { type: 'string', nullable: true }, ['a'], [null]],
  ['nullable without type means nothing', { nullable: false, enum: ['a', null] }, ['a', null], ['b']],
  [
    'a property called nullable is one',
    { properties: { nullable: { type: 'boolean' } } },
    [{ nullable: true }],
    [{ nullable: 'x' }],
  ],
  [
    'what only the compiler knows means nothing',
    { $async: true, id: 'x', type: 'string', formatMinimum: 5 },
    ['a'],
    [1],
  ],
  ['format is an annotation', { type: 'string', format: 'email' }, ['no address'], [1]],
  ['defaults are not filled in', { properties: { a: { default: 1 } }, required: ['a'] }, [{ a: 2 }], [{}]],
  ['inherited names are no properties', { required: ['constructor'] }, [{ constructor: 1 }], [{}]],
  ['an empty enumeration fits nothing', { properties: { a: { enum: [] } } }, [{}], [{ a: 1 }, { a: null }]],
  ['siblings of $ref count', { $ref: '#/$defs/a', maxLength: 1, $defs: { a: { type: 'string' } } }, ['a'], ['ab', 1]],
  [
    'draft-07 ignores siblings of $ref',
    { $schema: draft07, $ref: '#/definitions/a', maxLength: 1, definitions: { a: { type: 'string' } } },
    ['a', 'ab'],
    [1],
  ],
  [
    'draft-07 ignores an $id beside $ref',
    {
      $schema: draft07,
      properties: { a: { $id: 'https://x.y/', $ref: '#/definitions/b' } },
      definitions: { b: { type: 'integer' } },
    },
    [{ a: 1 }],
    [{ a: 'x' }],
  ],
  [
    'recursion',
    { type: 'object', properties: { child: { $ref: '#' } }, additionalProperties: false },
    [{ child: { child: {} } }],
    [{ child: { chil: {} } }],
  ],
  [
    'recursion of 2019-09',
    { $schema: draft2019, type: 'object', properties: { c: { $recursiveRef: '#' } } },
    [{ c: {} }],
    [{ c: { c: 1 } }],
  ],
  [
    'a dynamic reference',
    { properties: { a: { $dynamicRef: '#n' } }, $defs: { x: { $dynamicAnchor: 'n', type: 'string' } } },
    [{ a: 'b' }],
    [{ a: 1 }],
  ],
  [
    'an anchor',
    { properties: { a: { $ref: '#n' } }, $defs: { x: { $anchor: 'n', type: 'string' } } },
    [{ a: 'b' }],
    [{ a: 1 }],
  ],
  [
    'a part with an address',
    { properties: { a: { $ref: 'part#/$defs/y' } }, $defs: { x: { $id: 'part', $defs: { y: { type: 'string' } } } } },
    [{ a: 'b' }],
    [{ a: 1 }],
  ],
  [
    'a target outside of schemas',
    { components: { A: { type: 'string', nullable: true } }, properties: { a: { $ref: '#/components/A' } } },
    [{ a: 'b' }],
    [{ a: null }],
  ],
  [
    'the dialect itself',
    { properties: { a: { $ref: 'https://json-schema.org/draft/2020-12/schema' } } },
    [{ a: { type: 'string' } }],
    [{ a: { type: 'strin' } }],
  ],
  [
    'unevaluated properties',
    { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    [{ a: 1 }],
    [{ b: 1 }],
  ],
  ['prefix items', { prefixItems: [{ type: 'string' }], items: false }, [['a'], []], [['a', 'b'], [1]]],
  [
    'list items of draft-07',
    { $schema: draft07, items: [{ type: 'string' }], additionalItems: false },
    [['a']],
    [['a', 'b'], [1]],
  ],
  [
    'dependent schemas',
    { dependentSchemas: { a: { required: ['b'] } }, dependentRequired: { c: ['d'] } },
    [
      { a: 1, b: 1 },
      { c: 1, d: 1 },
    ],
    [{ a: 1 }, { c: 1 }],
  ],
  [
    'unique items',
    { uniqueItems: true },
    [
      [1, '1', [1]],
      [{ a: 1 }, { a: 2 }],
    ],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  ['items that may be equal', { uniqueItems: false }, [[1, 1]], []],
  ['a simple pattern', { pattern: '^a+$' }, ['aa'], ['ab']],
  ['a pattern', { pattern: '^(a|b)+$' }, ['ab'], ['ac']],
  [
    'names by pattern',
    { patternProperties: { '^x(-|_)': { type: 'string' } }, additionalProperties: false },
    [{ 'x-a': 'b' }],
    [{ 'x-a': 1 }, { y: 'a' }],
  ],
  ['true', { properties: { a: true, b: false } }, [{ a: 1 }], [{ b: 1 }]],
])('%s', async (_name, schema, good, bad) => {
  const compiled = await compile(schema);
  expect(good.map((value) => compiled.validate(value))).toEqual(good.map(() => true));
  expect(bad.map((value) => compiled.validate(value))).toEqual(bad.map(() => false));
  expect(good.flatMap((value) => compiled.explain(value))).toEqual([]);
  for (const value of bad) expect(compiled.explain(value).length).toBeGreaterThan(0);
});

test('what is loaded answers at once, and each schema is compiled once', async () => {
  const schema = { type: 'object' };
  const first = compiler.compile('a', schema, 'h');
  expect(await first).toBe(compiler.compile('a', schema, 'h'));
  expect(compiler.compile('a', { type: 'object' }, 'h')).toBe(await first);
  expect(compiler.compile('b', schema, 'h')).not.toBe(await first);
});

test('two first calls at once share what is compiled', async () => {
  const fresh = createSchemaCompiler();
  const schema = { type: 'object', properties: { a: { pattern: '(a|b)' } } };
  const [one, two] = await Promise.all([fresh.compile('a', schema, 'h'), fresh.compile('a', schema, 'h')]);
  expect(one).toBe(two);
});

test('two schemas under one hash are two schemas', async () => {
  const input = await compiler.compile('a', { type: 'object' }, 'h');
  const output = await compiler.compile('a', { type: 'array' }, 'h');
  expect([input.validate({}), input.validate([]), output.validate({}), output.validate([])]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test('an $id is seen by no other schema, of the same companion or another', async () => {
  const own = (type: string): JsonSchema => ({
    $id: 'https://example.org/tool.json',
    properties: { a: { $id: 'part.json', type }, b: { $ref: 'part.json' }, c: { $ref: '#named' } },
    $defs: { d: { $anchor: 'named', type } },
  });
  const schemas = [
    await compile(own('string'), 'x'),
    await compile(own('integer'), 'x'),
    await compile(own('boolean'), 'y'),
  ];
  const values = ['s', 1, true];
  for (const [at, compiled] of schemas.entries()) {
    for (const [place, value] of values.entries()) {
      for (const key of ['a', 'b', 'c']) expect(compiled.validate({ [key]: value })).toBe(at === place);
    }
  }
  await expect(compile({ properties: { a: { $ref: 'https://example.org/tool.json' } } }, 'x')).rejects.toThrow(
    'points outside',
  );
});

test('what cannot be compiled is refused each time, with place and remedy', async () => {
  const lookAhead = { properties: { a: { pattern: '(?=a)b' } } };
  await expect((async () => compiler.compile('a', lookAhead, 'h'))()).rejects.toThrow(
    /The pattern "\(\?=a\)b" cannot be used: it looks ahead/,
  );
  expect(() => compiler.compile('a', lookAhead, 'h')).toThrow(SchemaRefusedError);
  expect(() => compiler.compile('a', { type: 'int' }, 'i')).toThrow(/"\/type" is "int"/);
  expect(() => compiler.compile('a', { properties: { b: { pattern: '(' } } }, 'j')).toThrow(/no regular expression/);
  expect((await compiler.compile('a', {}, 'k')).validate(1)).toBe(true);
});

test('patterns of built-ins may look ahead', async () => {
  const compiled = await compiler.compile('builtin', { pattern: '^(?=.*\\d)a' }, 'h');
  expect([compiled.validate('a1'), compiled.validate('a')]).toEqual([true, false]);
});

test('a hostile pattern does not hold the process', async () => {
  const compiled = await compile({ properties: { a: { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } } });
  const start = cpuMs();
  expect(compiled.validate({ a: 'a'.repeat(100_000) })).toBe(false);
  expect(cpuMs() - start).toBeLessThan(2_000);
});

test('a schema whose parts refer to each other twice is given up, not followed for ever', async () => {
  const twice = { properties: { x: { $ref: '#/$defs/a' } } };
  const compiled = await compile({ $ref: '#/$defs/a', $defs: { a: { allOf: [twice, twice] } } });
  let value: JsonValue = {};
  for (let level = 0; level < 60; level += 1) value = { x: value };
  expect(compiled.validate({ x: { x: {} } })).toBe(true);
  expect(() => compiled.validate(value)).toThrow(EffortExceededError);
  expect(() => compiled.explain(value)).toThrow(EffortExceededError);
  expect(compiled.validate({ x: { x: {} } })).toBe(true);
});

const alternatives = (number: number): JsonSchema[] =>
  Array.from({ length: number }, (_, at) => ({
    type: 'object',
    properties: { [`k${at}`]: { type: 'string' } },
    required: [`k${at}`],
  }));

const items = (anyOf: JsonSchema[]): JsonSchema => ({ properties: { l: { type: 'array', items: { anyOf } } } });

test('a long list that fits no alternative is explained by its first places, not by millions of problems', async () => {
  const compiled = await compile(items(alternatives(190)));
  const value = { l: Array.from({ length: 290_000 }, () => ({})) };
  const start = cpuMs();
  expect(compiled.validate(value)).toBe(false);
  expect(compiled.findProblems(value).length).toBeLessThan(5_000);
  const places = compiled.explain(value).map(({ pointer }) => pointer.split('/').slice(0, 3).join('/'));
  expect([...new Set(places)].slice(0, 3)).toEqual(['/l/0', '/l/1', '/l/2']);
  expect(cpuMs() - start).toBeLessThan(5_000);
  // What can be collected is told whole.
  const two = { l: [{}, { k1: 'a' }, {}] };
  expect(new Set(compiled.explain(two).map(({ pointer }) => pointer.split('/')[2]))).toEqual(new Set(['0', '2']));
});

test('unknown properties count where many alternatives are closed', async () => {
  const closed = alternatives(100).map((schema) => ({ ...schema, additionalProperties: false }));
  const compiled = await compile({ properties: { o: { anyOf: closed } } });
  const value = { o: Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`x${at}`, 1])) };
  expect(compiled.findProblems(value).length).toBeLessThan(1_000);
  expect(compiled.explain(value).length).toBeGreaterThan(0);
  // What is said of a list as a whole is not said because it was cut.
  const least = await compile({ properties: { l: { minItems: 1_000, items: { anyOf: closed } } } });
  const pointers = least.explain({ l: Array.from({ length: 2_000 }, () => ({ x: 1 })) }).map(({ pointer }) => pointer);
  expect(pointers).not.toContain('/l');
  expect(pointers.length).toBeGreaterThan(3);
});

test('a long list of many alternatives is given up where it would hold the process for seconds', async () => {
  const compiled = await compile(items(alternatives(190)));
  const last = { k189: 'a' };
  expect(compiled.validate({ l: Array.from({ length: 50_000 }, () => last) })).toBe(true);
  expect(() => compiled.validate({ l: Array.from({ length: 80_000 }, () => last) })).toThrow(EffortExceededError);
  const long = await compile({ items: { enum: Array.from({ length: 10_000 }, (_, at) => ({ v: at })) } });
  expect(() => long.validate(Array.from({ length: 10_000 }, () => ({ v: 9_999 })))).toThrow(EffortExceededError);
});

test('a value is looked up in a long enumeration, however many there are', async () => {
  const texts = Array.from({ length: 10_000 }, (_, at) => `v${at}`);
  const compiled = await compile({ items: { enum: [...texts, 1, null, false, { a: [1] }] } });
  const start = cpuMs();
  expect(compiled.validate(Array.from({ length: 100_000 }, () => 'v9999'))).toBe(true);
  expect(cpuMs() - start).toBeLessThan(1_000);
  expect(compiled.validate([1, null, false, { a: [1] }])).toBe(true);
  for (const other of ['1', 0, true, { a: [2] }, [1]]) expect(compiled.validate([other])).toBe(false);
  expect((await compile({ enum: ['a', 'b'] })).findProblems('c')).toMatchObject([
    { keyword: 'enum', instancePath: '', params: { allowedValues: ['a', 'b'] } },
  ]);
});

test('what was compiled for a companion can be dropped', async () => {
  const schema = { type: 'object' };
  const before = await compiler.compile('a', schema, 'h');
  compiler.forget('a');
  expect(compiler.compile('a', schema, 'h')).not.toBe(before);
});

test('a companion that changes its schemas for ever fills no memory', async () => {
  const first = await compiler.compile('a', { const: -1 }, 'first');
  for (let at = 0; at < 2_000; at += 1) await compiler.compile('a', { const: at }, `h${at}`);
  expect(compiler.compile('a', { const: -1 }, 'first')).not.toBe(first);
}, 60_000);
