import { expect, test } from 'vitest';
import { convertSchemaFor } from '../../src/adapters/convert-schema.js';
import type { ConvertedSchema } from '../../src/adapters/converted-schema.js';
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
    parameters: 'non-strict',
    code: 'free-form-object',
    accepts: { a: { b: 1 } },
  },
  {
    what: 'a map of texts',
    schema: object({ a: { type: 'object', additionalProperties: { type: 'string' } } }),
    chat: 'non-strict',
    anthropic: 'non-strict',
    parameters: 'non-strict',
    code: 'free-form-object',
    accepts: { a: { b: 'c' } },
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
    parameters: 'non-strict',
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

test('8.6 a function without arguments has no parameters where Gemini gets the old ones, and properties elsewhere', () => {
  const schema: JsonSchema = { type: 'object' };
  expect(convertSchemaFor('gemini', schema, { strict: false, geminiSchema: 'parameters' })).toMatchObject({
    mode: 'non-strict',
    schema: null,
  });
  for (const api of MODEL_APIS)
    expect(convertSchemaFor(api, schema, { strict: false }).schema).toHaveProperty('properties', {});
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
