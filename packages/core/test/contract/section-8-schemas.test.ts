import { expect, test } from 'vitest';
import { convertSchemaFor } from '../../src/adapters/convert-schema.js';
import type { ConvertedSchema } from '../../src/adapters/converted-schema.js';
import { REMARK_EFFECTS } from '../../src/adapters/remarks.js';
import { STRICT_BUDGET, spendStrictBudget } from '../../src/adapters/strict-budget.js';
import { toToolName } from '../../src/adapters/to-tool-name.js';
import type { JsonObject, JsonSchema } from '../../src/contract/json.js';
import { MODEL_APIS, type ModelApi } from '../../src/contract/model.js';
import { judgeOf, readParameters } from '../builders/schema-samples.js';

const strict = { strict: true };
const codesOf = ({ remarks }: ConvertedSchema): readonly string[] => remarks.map(({ code }) => code);
const object = (properties: JsonObject, rest: JsonObject = {}): JsonSchema => ({ type: 'object', properties, ...rest });

/** How a schema arrives: at Chat Completions strict wanted, at Anthropic strict wanted, in Gemini's `parameters`. */
interface AwkwardCase {
  readonly what: string;
  readonly schema: JsonSchema;
  readonly chat: ConvertedSchema['mode'];
  readonly anthropic: ConvertedSchema['mode'];
  readonly parameters: ConvertedSchema['mode'];
  /** A remark that explains it. */
  readonly code?: string;
  readonly accepts: JsonObject;
}

const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, additionalProperties: false };
const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#' };

const cases: readonly AwkwardCase[] = [
  {
    what: 'nothing but a type',
    schema: { type: 'object' },
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: {},
  },
  {
    what: 'a nested object without properties',
    schema: object({ a: { type: 'object' } }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'refused',
    code: 'free-form-object',
    accepts: { a: { b: 1 } },
  },
  {
    what: 'a map of texts',
    schema: object({ a: { type: 'object', additionalProperties: { type: 'string' } } }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'refused',
    code: 'free-form-object',
    accepts: { a: { b: 'c' } },
  },
  {
    what: 'properties without a type, which say nothing of values that are no objects',
    schema: object({ a: { properties: { id: { type: 'integer' } } } }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'refused',
    code: 'untyped-refused',
    accepts: { a: 'every' },
  },
  {
    what: 'properties beside alternatives that are no objects',
    schema: object({
      a: { oneOf: [{ type: 'string' }, { type: 'integer' }], properties: { id: { type: 'integer' } } },
    }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'keyword-dropped',
    accepts: { a: 7 },
  },
  {
    what: 'further properties at the root',
    schema: object({ a: { type: 'string' } }, { additionalProperties: true }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'free-form-object',
    accepts: { z: 1 },
  },
  {
    what: 'an optional text',
    schema: object({ a: { type: 'string' } }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    code: 'optional-made-nullable',
    accepts: {},
  },
  {
    what: 'optional and nullable',
    schema: object({ a: { type: ['string', 'null'] } }),
    chat: 'non-strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    code: 'optional-and-nullable',
    accepts: { a: null },
  },
  {
    what: 'optional, nullable, null by default',
    schema: object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null } }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { a: 'b' },
  },
  {
    what: 'an unknown format',
    schema: object({ a: { type: 'string', format: 'uri' } }, { required: ['a'] }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    code: 'format-dropped',
    accepts: { a: 'no address' },
  },
  {
    what: 'a length',
    schema: object({ a: { type: 'string', minLength: 2 } }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'keyword-not-strict',
    accepts: { a: 'bc' },
  },
  {
    what: 'an exclusive bound',
    schema: object({ a: { type: 'integer', exclusiveMinimum: 0 } }, { required: ['a'] }),
    chat: 'strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    accepts: { a: 1 },
  },
  {
    what: 'a constant',
    schema: object({ a: { const: 'x' } }, { required: ['a'] }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    code: 'keyword-rewritten',
    accepts: { a: 'x' },
  },
  {
    what: 'an enum of mixed types',
    schema: object({ a: { enum: ['x', 1, null] } }, { required: ['a'] }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { a: 1 },
  },
  {
    what: 'oneOf that cannot overlap',
    schema: object({ a: { oneOf: [{ type: 'string' }, { type: 'integer' }] } }, { required: ['a'] }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    code: 'keyword-rewritten',
    accepts: { a: 7 },
  },
  {
    what: 'oneOf that overlaps',
    schema: object({ a: { oneOf: [{ type: 'number' }, { type: 'integer' }] } }, { required: ['a'] }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'keyword-not-strict',
    accepts: { a: 1.5 },
  },
  {
    what: 'allOf of one reference',
    schema: object(
      { a: { allOf: [{ $ref: '#/$defs/Size' }], description: 'S' } },
      { required: ['a'], $defs: { Size: { enum: ['s', 'm'] } } },
    ),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { a: 'm' },
  },
  {
    what: 'a negation',
    schema: object({ a: { type: 'string', not: { const: 'x' } } }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'keyword-not-strict',
    accepts: { a: 'y' },
  },
  {
    what: 'recursion',
    schema: object({ a: { $ref: '#/$defs/Node' } }, { $defs: { Node: node } }),
    chat: 'strict',
    anthropic: 'non-strict',
    parameters: 'refused',
    accepts: { a: { next: { next: {} } } },
  },
  {
    what: 'recursion over the root',
    schema: object({ a: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } }),
    chat: 'strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    accepts: { children: [{ a: 'b' }] },
  },
  {
    what: 'a root union of requirements',
    schema: object(
      { a: { type: 'string' }, b: { type: 'string' } },
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    ),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'root-keyword-dropped',
    accepts: { b: 'c' },
  },
  {
    what: 'a root union of objects',
    schema: {
      type: 'object',
      oneOf: [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'integer' } }, required: ['b'] },
      ],
    },
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'refused',
    code: 'root-keyword-dropped',
    accepts: { b: 1 },
  },
  {
    what: 'a root conjunction',
    schema: {
      type: 'object',
      allOf: [{ $ref: '#/$defs/Base' }, { properties: { b: { type: 'integer' } } }],
      $defs: { Base: object({ a: { type: 'string' } }, { required: ['a'] }) },
    },
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    code: 'root-folded',
    accepts: { a: 'x', b: 1 },
  },
  {
    what: 'a tuple of draft-07',
    schema: {
      ...draft7,
      ...object({ a: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false } }),
    },
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'dialect-translated',
    accepts: { a: ['x', 1] },
  },
  {
    what: 'bounds beside a reference in draft-07',
    schema: {
      ...draft7,
      ...object({ a: { $ref: '#/definitions/Any', maxLength: 1 } }, { definitions: { Any: { type: 'string' } } }),
    },
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    code: 'keyword-without-meaning',
    accepts: { a: 'x' },
  },
  {
    what: "OpenAPI's nullable",
    schema: object({ a: { type: 'string', nullable: true } }, { required: ['a'] }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    code: 'keyword-without-meaning',
    accepts: { a: 'x' },
  },
  {
    what: 'an array without items',
    schema: object({ a: { type: 'array' } }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'refused',
    code: 'untyped',
    accepts: { a: [1, 'x'] },
  },
  {
    what: 'any value',
    schema: object({ a: { description: 'Anything' } }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'refused',
    code: 'untyped',
    accepts: { a: [{}] },
  },
  {
    what: 'dependencies of draft-07',
    schema: { ...draft7, ...object({ a: { type: 'string' }, b: { type: 'string' } }, { dependencies: { a: ['b'] } }) },
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'keyword-not-strict',
    accepts: { a: 'x', b: 'y' },
  },
  {
    what: 'a required name that is not declared',
    schema: object({ a: { type: 'string' } }, { required: ['b'] }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'required-undeclared',
    accepts: { b: 1 },
  },
  {
    what: 'a constant beside its enum',
    schema: object({ a: { type: 'string', enum: ['x', 'y'], const: 'x' } }, { required: ['a'] }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { a: 'x' },
  },
  {
    what: 'a null that the values exclude',
    schema: object({ a: { type: 'null', enum: ['x'] }, b: { type: 'string' } }, { required: ['b'] }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { b: 'x' },
  },
  {
    what: 'a required property that nothing fits',
    schema: object({ a: { type: ['integer', 'boolean'], enum: ['x'] }, b: {} }, { anyOf: [{ required: ['a'] }, {}] }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'refused',
    accepts: { b: 1 },
  },
  {
    what: 'a type beside alternatives of the same',
    schema: object(
      { a: { type: 'object', anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] } },
      {
        required: ['a'],
        $defs: {
          A: object({ kind: { const: 'a' } }, { required: ['kind'] }),
          B: object({ kind: { const: 'b' } }, { required: ['kind'] }),
        },
      },
    ),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { a: { kind: 'b' } },
  },
  {
    what: 'alternatives that leave the type to the whole',
    schema: object({ a: { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] } }, { required: ['a'] }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { a: '::1' },
  },
  {
    what: 'requirements beside properties',
    schema: object({
      o: object(
        { a: { type: 'string' }, b: { type: 'string' } },
        { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      ),
    }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'keyword-dropped',
    accepts: { o: { b: 'x' } },
  },
  {
    what: 'a root that is a reference, as generators for Go write it',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $ref: '#/$defs/Args',
      type: 'object',
      $defs: { Args: object({ a: { type: 'string' } }, { required: ['a'], additionalProperties: false }) },
    },
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    code: 'root-folded',
    accepts: { a: 'x' },
  },
  {
    what: 'a plain object that is closed by unevaluatedProperties',
    schema: object({ a: { type: 'string' } }, { required: ['a'], unevaluatedProperties: false }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { a: 'x' },
  },
  {
    what: 'alternatives that nothing fits',
    schema: object({ a: { anyOf: [{ type: 'number' }, { not: {} }] }, never: { not: {} } }, { required: ['a'] }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { a: 1 },
  },
  {
    what: 'kinds that are told apart by their last property, as pydantic writes them',
    schema: object(
      { a: { oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] } },
      {
        required: ['a'],
        $defs: {
          A: object({ x: { type: 'string' }, kind: { const: 'a', type: 'string' } }, { required: ['x', 'kind'] }),
          B: object({ x: { type: 'string' }, kind: { const: 'b', type: 'string' } }, { required: ['x', 'kind'] }),
        },
      },
    ),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { a: { x: '1', kind: 'b' } },
  },
  {
    what: 'a closed tuple',
    schema: object(
      {
        a: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], minItems: 2, maxItems: 2 },
      },
      { required: ['a'] },
    ),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    accepts: { a: [1, 'x'] },
  },
  {
    what: 'a definition that only a note refers to',
    schema: object(
      { a: { type: 'string', contentMediaType: 'application/json', contentSchema: { $ref: '#/$defs/Any' } } },
      { required: ['a'], $defs: { Any: {} } },
    ),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    accepts: { a: 'x' },
  },
  {
    what: 'an empty text among the values',
    schema: object({ a: { type: 'string', enum: ['', 'x'] } }, { required: ['a'] }),
    chat: 'strict',
    anthropic: 'strict',
    parameters: 'non-strict',
    code: 'keyword-dropped',
    accepts: { a: '' },
  },
  {
    what: 'a pattern that covers what a part declares',
    schema: {
      type: 'object',
      patternProperties: { '^x': { type: 'integer' } },
      additionalProperties: { type: 'string' },
      allOf: [{ properties: { x1: { minimum: 0 } } }],
    },
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'refused',
    accepts: { x1: 5 },
  },
];

const ways: readonly { readonly api: ModelApi; readonly key: 'chat' | 'anthropic' | 'parameters' }[] = [
  { api: 'chat', key: 'chat' },
  { api: 'responses', key: 'chat' },
  { api: 'anthropic', key: 'anthropic' },
  { api: 'gemini', key: 'parameters' },
];

for (const { what, schema, accepts, code, ...modes } of cases) {
  test(`8.3 an awkward schema is lossless, non-strict or refused, with a reason: ${what}`, () => {
    expect(judgeOf(schema)(accepts)).toBe(true);
    const said: string[] = [];
    for (const { api, key } of ways) {
      const conversion = convertSchemaFor(api, schema, { strict: true, geminiSchema: 'parameters' });
      expect(`${api} ${conversion.mode}`).toBe(`${api} ${modes[key]}`);
      said.push(...codesOf(conversion));
      if (conversion.mode === 'refused' || (conversion.mode === 'non-strict' && api !== 'gemini')) {
        expect(codesOf(conversion)).not.toEqual([]);
      }
      const { schema: wire } = conversion;
      // What is not strict accepts at least what was accepted before.
      if (wire === null || conversion.mode === 'strict') continue;
      expect(judgeOf(api === 'gemini' ? readParameters(wire) : wire)(accepts)).toBe(true);
      expect(conversion.restore(accepts)).toEqual(accepts);
    }
    if (code !== undefined) expect(said).toContain(code);
  });
}

test('8.2 names of imported tools become legal by a pure function', () => {
  expect(toToolName('server', 'find_course')).toBe('find_course');
  const named = toToolName('server', 'find.course/größe');
  expect(named).toMatch(/^find_course_gr__e_[0-9a-f]{8}$/);
  expect(toToolName('server', 'find.course/größe')).toBe(named);
  expect(toToolName('other', 'find.course/größe')).not.toBe(named);
  for (const original of ['', '9lives', 'x'.repeat(300), '-', '日本', 'a b']) {
    expect(toToolName('server', original)).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
  }
});

test('8.4 optional fields become nullable, and exactly their nulls are taken out again', () => {
  const schema = object(
    {
      a: { type: 'string' },
      kept: { type: ['string', 'null'] },
      list: { type: 'array', items: object({ x: { type: 'integer' }, y: { type: 'null' } }, { required: ['y'] }) },
    },
    { required: ['kept', 'list'] },
  );
  const { mode, schema: wire, restore } = convertSchemaFor('chat', schema, strict);
  expect(mode).toBe('strict');
  expect(wire).toMatchObject({ required: ['a', 'kept', 'list'], additionalProperties: false });
  const sent = {
    a: null,
    kept: null,
    list: [
      { x: null, y: null },
      { x: 1, y: null },
    ],
    unknown: null,
  };
  expect(restore(sent)).toEqual({ kept: null, list: [{ y: null }, { x: 1, y: null }], unknown: null });
  expect(sent.a).toBe(null);
});

test('8.4 keywords that OpenAI refuses at the root are not there, and what they say of properties is', () => {
  const schema: JsonSchema = {
    type: 'object',
    oneOf: [object({ a: { type: 'string' } }), object({ a: { type: 'integer' } })],
    not: { required: ['z'] },
  };
  for (const api of ['chat', 'responses', 'anthropic'] as const) {
    const { schema: wire, mode, isChanged } = convertSchemaFor(api, schema, strict);
    expect(Object.keys(wire ?? {}).sort()).toEqual(['properties', 'type']);
    expect(wire?.properties).toEqual({ a: { anyOf: [{ type: 'string' }, { type: 'integer' }] } });
    expect({ mode, isChanged }).toEqual({ mode: 'non-strict', isChanged: true });
  }
});

test('8.5 a budget for each request decides which tools Anthropic gets strict', () => {
  const one = convertSchemaFor('anthropic', object({ a: { type: 'string' }, b: { type: ['string', 'null'] } }), strict);
  expect(one).toMatchObject({ mode: 'strict', cost: { optionalParameters: 2, unionParameters: 1 } });
  expect(one.schema?.required).toEqual([]);
  const spent = spendStrictBudget(Array.from({ length: 14 }, () => one));
  expect(spent.map(({ mode }) => mode).lastIndexOf('strict')).toBe(STRICT_BUDGET.optionalParameters / 2 - 1);
  expect(codesOf(spent[13] as ConvertedSchema)).toContain('strict-budget');
  const free = convertSchemaFor('anthropic', object({ a: { type: 'string' } }, { required: ['a'] }), strict);
  const many = spendStrictBudget(Array.from({ length: 22 }, () => free));
  expect(many.filter(({ mode }) => mode === 'strict').length).toBe(STRICT_BUDGET.tools);
});

test('8.5 names of properties that Anthropic refuses at the root are replaced and mapped back', () => {
  const schema = object({ 'x y': { type: 'string' }, größe: { type: 'integer' }, x_y: {} }, { required: ['größe'] });
  const { schema: wire, restore } = convertSchemaFor('anthropic', schema, { strict: false });
  const names = Object.keys((wire?.properties ?? {}) as JsonObject);
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
  const sent = Object.fromEntries(names.map((name, at) => [name, at]));
  expect(restore(sent)).toEqual({ 'x y': 0, größe: 1, x_y: 2 });
});

test.each(['anthropic', 'gemini'] as const)(
  '8.5 where a model sends the replaced name and the own one, the replaced one counts: %s',
  (api) => {
    for (const rest of [{}, { additionalProperties: false }]) {
      const schema = object({ 'x y': { type: 'string' } }, { required: ['x y'], ...rest });
      const { schema: wire, restore } = convertSchemaFor(api, schema, { strict: false, geminiSchema: 'parameters' });
      const [sent = ''] = Object.keys((wire?.properties ?? {}) as JsonObject);
      expect(restore({ [sent]: 'told', 'x y': 'own', z: 1 })).toEqual({ 'x y': 'told', z: 1 });
      expect(restore({ 'x y': 'own', [sent]: 'told' })).toEqual({ 'x y': 'told' });
      expect(restore({ 'x y': 'own' })).toEqual({ 'x y': 'own' });
    }
  },
);

test('8.5 each use of a definition counts in the budget', () => {
  const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
  const schema = object(Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/U' }])), {
    required: names,
    $defs: { U: object({ a: { type: ['string', 'null'] } }) },
  });
  const conversion = convertSchemaFor('anthropic', schema, strict);
  expect(conversion).toMatchObject({ mode: 'strict', cost: { optionalParameters: 20, unionParameters: 20 } });
  expect(spendStrictBudget([conversion])[0]?.remarks.at(-1)?.message).toContain('this one alone needs more');
});

test("8.6 names that Gemini's parameters refuse are replaced at every level and mapped back", () => {
  const schema = object(
    { '@type': { type: 'string' }, list: { type: 'array', items: object({ 'x-y': { type: 'integer' } }) } },
    { required: ['@type'] },
  );
  const { schema: wire, restore } = convertSchemaFor('gemini', schema, { strict: false, geminiSchema: 'parameters' });
  const names = [...JSON.stringify(wire).matchAll(/"(_[a-z]+_[0-9a-f]{8}|x_y_[0-9a-f]{8})":\{/g)].map(
    ([, name]) => name,
  );
  expect(names.length).toBe(2);
  const [type = '', x = ''] = names;
  expect(wire?.required).toEqual([type]);
  expect(restore({ [type]: 't', list: [{ [x]: 1 }, {}] })).toEqual({ '@type': 't', list: [{ 'x-y': 1 }, {}] });
});

test("8.6 the root of Gemini's parameters is an object, whether a schema says so or not", () => {
  const schema = { properties: { a: { type: 'string' } } } as unknown as JsonSchema;
  expect(convertSchemaFor('gemini', schema, { strict: false, geminiSchema: 'parameters' }).schema).toEqual({
    type: 'OBJECT',
    properties: { a: { type: 'STRING' } },
  });
});

test("8.6 objects in Gemini's parameters always have properties", () => {
  const tree = object(
    { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    { required: ['name'] },
  );
  const schema = object({ tree: { $ref: '#/$defs/Tree' } }, { $defs: { Tree: tree } });
  const conversion = convertSchemaFor('gemini', schema, { strict: false, geminiSchema: 'parameters' });
  expect(codesOf(conversion)).toContain('recursion-cut');
  expect(conversion.schema).toEqual({
    type: 'OBJECT',
    properties: {
      tree: { type: 'OBJECT', properties: { name: { type: 'STRING' } }, required: ['name'] },
    },
  });
});

test('8.6 a function without arguments has no parameters where Gemini gets the old ones, and properties elsewhere', () => {
  const schema: JsonSchema = { type: 'object' };
  const nothing = { mode: 'non-strict', schema: null };
  for (const silent of [
    schema,
    object({}),
    object({ a: false }),
    { type: 'object', title: 'None', minProperties: 0 },
  ]) {
    const conversion = convertSchemaFor('gemini', silent, { strict: false, geminiSchema: 'parameters' });
    expect(conversion).toMatchObject(nothing);
    expect(codesOf(conversion)).toEqual(['counted-as-closed']);
  }
  const rules: JsonObject[] = [
    { additionalProperties: false },
    { additionalProperties: { not: {} } },
    { additionalProperties: false, propertyNames: { minLength: 1 }, patternProperties: { '^x': false } },
    { unevaluatedProperties: false },
    { maxProperties: 0 },
    { propertyNames: false },
  ];
  for (const rule of rules) {
    const conversion = convertSchemaFor(
      'gemini',
      { type: 'object', ...rule },
      { strict: false, geminiSchema: 'parameters' },
    );
    expect(conversion).toMatchObject({ ...nothing, remarks: [] });
  }
  for (const api of MODEL_APIS)
    expect(convertSchemaFor(api, schema, { strict: false }).schema).toHaveProperty('properties', {});
});

test.each<[string, JsonObject]>([
  ['required', { required: ['a'] }],
  ['required in a part', { allOf: [{ required: ['a'] }, { minProperties: 1 }] }],
  ['required in alternatives', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ['patternProperties', { patternProperties: { '^x': { type: 'string' } } }],
  ['patternProperties alone', { patternProperties: { '^x': {} }, additionalProperties: false, minProperties: 1 }],
  ['minProperties', { minProperties: 1 }],
  ['maxProperties', { maxProperties: 2 }],
  ['propertyNames', { propertyNames: { pattern: '^x' } }],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }],
  ['unevaluatedProperties', { unevaluatedProperties: { type: 'string' } }],
  ['additionalProperties', { additionalProperties: true }],
  ['a constant', { const: { a: 1 } }],
  ['a negation', { not: { required: ['a', 'b'] } }],
  ['a condition', { if: { required: ['a'] }, else: { required: ['b'] } }],
])("8.6 Gemini's parameters are refused where arguments are taken and none is declared: %s", (_what, rule) => {
  const schema: JsonSchema = { type: 'object', ...rule };
  const conversion = convertSchemaFor('gemini', schema, { strict: false, geminiSchema: 'parameters' });
  expect(conversion).toMatchObject({ mode: 'refused', schema: null });
  expect(codesOf(conversion)).toContain('object-refused');
});

test.each<[string, JsonObject]>([
  ['a required name', { additionalProperties: false, required: ['a'] }],
  ['a number of properties', { maxProperties: 0, minProperties: 1 }],
])("8.6 Gemini's parameters are refused where nothing fits the root: %s", (_what, rule) => {
  const conversion = convertSchemaFor(
    'gemini',
    { type: 'object', ...rule },
    { strict: false, geminiSchema: 'parameters' },
  );
  expect(conversion).toMatchObject({ mode: 'refused', schema: null });
});

test.each<[string, JsonObject, string]>([
  [
    'null',
    { type: 'object', anyOf: [{ type: 'null' }, object({ b: { type: 'string' } }, { required: ['b'] })] },
    'keyword-rewritten',
  ],
  [
    'several types',
    { type: 'object', oneOf: [{ type: ['object', 'null'], properties: { b: { type: 'string' } } }] },
    'keyword-dropped',
  ],
  [
    'another type',
    { type: ['object', 'null'], anyOf: [{ type: 'string' }, object({ b: { type: 'string' } })] },
    'keyword-rewritten',
  ],
])("8.3 a type beside alternatives is judged as Gemini's parameters say it: %s", (_what, a) => {
  const schema = object({ a }, { required: ['a'] });
  const conversion = convertSchemaFor('gemini', schema, { strict: false, geminiSchema: 'parameters' });
  const judge = judgeOf(readParameters(conversion.schema ?? {}));
  const own = judgeOf(schema);
  expect(judge({ a: { b: 'x' } })).toBe(true);
  const more = [null, 'x'].filter((value) => judge({ a: value }) && !own({ a: value }));
  const widened = conversion.remarks.filter(
    ({ code }) => REMARK_EFFECTS[code as keyof typeof REMARK_EFFECTS] === 'widened',
  );
  expect(widened.length > 0).toBe(more.length > 0);
});

test('8.7 lists of items become prefixItems, and definitions move along', () => {
  const schema: JsonSchema = {
    ...draft7,
    ...object({ a: { $ref: '#/definitions/Pair' } }),
    definitions: {
      Pair: { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'integer' } },
      Unused: {},
    },
  };
  for (const api of MODEL_APIS) {
    expect(convertSchemaFor(api, schema, { strict: false }).schema).toEqual({
      ...object({ a: { $ref: '#/$defs/Pair' } }),
      $defs: { Pair: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } } },
    });
  }
});

test('8.3 conversion of a schema that could explode takes its time by size alone', () => {
  const definitions: Record<string, JsonObject> = { N0: { type: 'string' } };
  for (let at = 1; at < 40; at += 1) {
    const $ref = `#/$defs/N${at - 1}`;
    definitions[`N${at}`] = object({ a: { $ref }, b: { $ref } }, { required: ['a', 'b'] });
  }
  const schema = object({ root: { $ref: '#/$defs/N39' } }, { required: ['root'], $defs: definitions });
  expect(codesOf(convertSchemaFor('chat', schema, strict))).toContain('strict-limit');
  expect(codesOf(convertSchemaFor('gemini', schema, { strict: false, geminiSchema: 'parameters' }))).toContain(
    'too-large',
  );
});

const chain = (length: number): JsonSchema =>
  object(
    { a: { $ref: '#/$defs/d0' } },
    {
      required: ['a'],
      $defs: Object.fromEntries(
        Array.from({ length }, (_, at) => {
          const next = at + 1 < length ? { $ref: `#/$defs/d${at + 1}` } : { type: 'string' };
          return [`d${at}`, at % 2 ? { type: 'array', items: next } : object({ n: next }, { required: ['n'] })];
        }),
      ),
    },
  );

const many = (length: number, make: (at: number) => JsonObject | boolean): (JsonObject | boolean)[] =>
  Array.from({ length }, (_, at) => make(at));

const named = (length: number, make: (at: number) => [string, JsonObject]): JsonObject =>
  Object.fromEntries(Array.from({ length }, (_, at) => make(at)));

test.each<[string, JsonSchema]>([
  ['a chain of references', chain(2_400)],
  [
    'alternatives of many values',
    object({
      a: { oneOf: many(100, (at) => ({ enum: Array.from({ length: 100 }, (_, value) => `v${at}_${value}`) })) },
    }),
  ],
  ['a root of many alternatives', { type: 'object', anyOf: many(2_000, (at) => object({ x: { const: `v${at}` } })) }],
  ['a root of many parts', { type: 'object', allOf: many(2_000, (at) => object({ [`q${at}`]: { type: 'string' } })) }],
  ['the same property in many parts', { type: 'object', allOf: many(2_000, (at) => object({ a: { minimum: at } })) }],
  [
    'an object of many parts',
    object({ a: { allOf: many(1_500, (at) => object({ [`q${at}`]: { type: 'string' } })) } }),
  ],
  [
    'many addresses',
    object({
      ...named(2_400, (at) => [`p${at}`, { $id: `https://example.org/${at}`, type: 'string' }]),
      ...named(2_400, (at) => [`q${at}`, { $ref: `https://example.org/${at}` }]),
    }),
  ],
  [
    'alternatives that share alternatives',
    object(
      named(2_000, (at) => [`p${at}`, { $ref: '#/$defs/U' }]),
      {
        $defs: {
          U: { anyOf: many(90, () => ({ $ref: '#/$defs/V' })) },
          V: { anyOf: many(90, () => ({ type: 'string' })) },
        },
      },
    ),
  ],
  [
    'alternatives of alternatives',
    object(
      {
        a: {
          oneOf: [
            { anyOf: many(70, (at) => ({ $ref: `#/$defs/x${at}` })) },
            { anyOf: many(70, (at) => ({ $ref: `#/$defs/y${at}` })) },
          ],
        },
      },
      {
        $defs: {
          ...named(70, (at) => [`x${at}`, { anyOf: many(60, (part) => ({ const: `x${at}_${part}` })) }]),
          ...named(70, (at) => [`y${at}`, { anyOf: many(60, (part) => ({ const: `y${at}_${part}` })) }]),
        },
      },
    ),
  ],
  [
    'many alternatives of objects',
    object({ a: { anyOf: many(1_500, (at) => object({ [`k${at}`]: { type: 'string' } })) } }),
  ],
])('8.3 conversion takes no more than its size is worth: %s', (_what, schema) => {
  const start = process.cpuUsage();
  for (const { api } of ways) convertSchemaFor(api, schema, { strict: true, geminiSchema: 'parameters' });
  // Four conversions on a machine that has other things to do; what does not grow with the size takes far more.
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000);
});

test('8.4 arguments of 290,000 items for one of 190 alternatives are restored at once', () => {
  const alternatives = many(190, (at) =>
    object({ [`k${at}`]: { type: 'string' }, o: { type: 'string' } }, { required: [`k${at}`] }),
  );
  const schema = object({ l: { type: 'array', items: { anyOf: alternatives } } }, { required: ['l'] });
  const { mode, restore } = convertSchemaFor('chat', schema, strict);
  expect(mode).toBe('strict');
  const start = process.cpuUsage();
  const args = { l: [...Array.from({ length: 290_000 }, () => ({})), { k189: 'a', o: null }] };
  expect((restore(args) as { l: JsonObject[] }).l.at(-1)).toEqual({ k189: 'a' });
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000);
});
