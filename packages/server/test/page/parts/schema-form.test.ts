import { expect, test } from 'vitest';
import { findDrawProblem } from '../../../page/src/parts/schema-form/can-draw.js';
import { sortErrors } from '../../../page/src/parts/schema-form/error-schema.js';
import { fillConstants } from '../../../page/src/parts/schema-form/fill-constants.js';
import { jsonFieldId, prepareSchema } from '../../../page/src/parts/schema-form/prepare-schema.js';
import { hasShape } from '../../../page/src/parts/structural-validator.js';

const words = {
  type: (type: string) => `a ${type}`,
  withFields: (names: string) => `with ${names}`,
  option: (number: number) => `kind ${number}`,
  defaultIs: (value: string) => `Default: ${value}.`,
};

const prepare = (properties: object, more: object = {}): Record<string, Record<string, unknown>> =>
  prepareSchema({ type: 'object', properties, ...more }, words).properties as never; // an object with properties

const titlesOf = (branches: unknown): readonly unknown[] =>
  (branches as readonly { readonly title: unknown }[]).map(({ title }) => title);

test('a form is drawn up to 200 fields and six levels, and where every reference leads somewhere', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'string' }]));
  const deep = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { in: deep(levels - 1) } };
  expect(findDrawProblem({ type: 'object', properties: many(200) })).toBeUndefined();
  expect(findDrawProblem({ type: 'object', properties: many(201) })).toBe('too-many');
  expect(findDrawProblem(deep(6) as never)).toBeUndefined();
  expect(findDrawProblem(deep(7) as never)).toBe('too-deep');
  expect(findDrawProblem({ properties: { a: { $ref: '#/$defs/none' } } })).toBe('reference');
  expect(findDrawProblem({ properties: { a: { $ref: 'https://example.org/s.json' } } })).toBe('reference');
  expect(
    findDrawProblem({ properties: { a: { $ref: '#/$defs/s' } }, $defs: { s: { type: 'string' } } }),
  ).toBeUndefined();
});

test('a schema that leads back to itself ends the search', () => {
  const node = { type: 'object', properties: { inner: { $ref: '#/$defs/node' } } };
  expect(findDrawProblem({ properties: { node: { $ref: '#/$defs/node' } }, $defs: { node } })).toBe('too-deep');
  expect(findDrawProblem({ $ref: '#' })).toBe('too-deep');
  expect(findDrawProblem({ anyOf: [{ $ref: '#/anyOf/0' }] })).toBe('too-deep');
});

test('branches get titles from what tells them apart', () => {
  const { where } = prepare(
    {
      where: {
        oneOf: [
          { title: 'Own', type: 'object' },
          { $ref: '#/$defs/place' },
          { type: 'object', properties: { kind: { const: 'point' } }, required: ['kind'] },
          { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
          { type: 'string' },
          { type: 'string' },
          {},
        ],
      },
    },
    { $defs: { place: { type: 'object', properties: { city: { type: 'string' } } } } },
  );
  expect(titlesOf(where?.oneOf)).toEqual([
    'Own',
    'place',
    'kind: point',
    'with a, b',
    'a string (5)',
    'a string (6)',
    'kind 7',
  ]);
});

test('what nothing can be drawn of is entered as JSON; several types are branches; foreign words are plain', () => {
  const { any, tuple, free, both, odd } = prepare({
    any: {},
    tuple: { type: 'array', prefixItems: [{ type: 'string' }] },
    free: { type: 'object' },
    both: { type: ['string', 'integer', 'null'], description: 'Either.' },
    odd: { type: 'string', title: 'a\u202eb', default: 5 },
  });
  expect([any?.$id, tuple?.$id, free?.$id]).toEqual([jsonFieldId, jsonFieldId, jsonFieldId]);
  expect(titlesOf(both?.anyOf)).toEqual(['a string', 'a integer', 'a null']);
  expect(odd).toEqual({ type: 'string', title: 'aU+202Eb', description: 'Default: 5.' });
});

test('values of a list that would look like something else have names', () => {
  const { plain, bidi, deep } = prepare({
    plain: { type: 'string', enum: ['a', 'b'] },
    bidi: { type: 'string', enum: ['a', 'x\u202ey'] },
    deep: { enum: [{ a: 1 }, null] },
  });
  expect(plain).toMatchObject({ enum: ['a', 'b'] });
  expect(bidi).not.toHaveProperty('enum');
  expect(bidi?.oneOf).toEqual([
    { const: 'a', title: 'a' },
    { const: 'x\u202ey', title: 'xU+202Ey' },
  ]);
  expect(titlesOf(deep?.oneOf)).toEqual(['{"a":1}', 'null']);
});

test('a constant stands there where it is required, and is chosen elsewhere', () => {
  const { must, may } = prepare({ must: { const: 'a' }, may: { const: 'b' } }, { required: ['must'] });
  expect(must).toMatchObject({ const: 'a', readOnly: true });
  expect(may).toMatchObject({ enum: ['b'] });
  const branch = { properties: { kind: { const: 'point' }, at: {} }, required: ['kind'] };
  expect(fillConstants(branch, undefined)).toEqual({ kind: 'point' });
  expect(fillConstants(branch, { at: 5 })).toEqual({ at: 5, kind: 'point' });
  expect(fillConstants({ type: 'string' }, 'x')).toBe('x');
});

test('errors go to the fields that there are, and stand above the form otherwise', () => {
  const schema = { properties: { a: { type: 'object' }, __proto__: {} } };
  const { atFields, elsewhere } = sortErrors(
    [
      { pointer: '/a/b~1c/0', message: 'one' },
      { pointer: '/a/b~1c/0', message: 'two' },
      { pointer: '/other', message: 'three' },
      { pointer: '', message: 'four' },
      { pointer: '/__proto__/x', message: 'five' },
    ],
    schema,
  );
  expect(atFields).toEqual({ a: { 'b/c': { 0: { __errors: ['one', 'two'] } } } });
  expect(elsewhere.map(({ message }) => message)).toEqual(['three', 'four', 'five']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('the branch of a value is found by its shape', () => {
  const root = { $defs: { node: { type: 'object', required: ['a'] } } };
  expect(hasShape({ type: 'object', required: ['a'], properties: { a: { const: 1 } } }, { a: 1 }, root)).toBe(true);
  expect(hasShape({ type: 'object', properties: { a: { const: 1 } } }, { a: 2 }, root)).toBe(false);
  expect(hasShape({ $ref: '#/$defs/node' }, { b: 1 }, root)).toBe(false);
  expect(hasShape({ type: 'object', properties: {}, additionalProperties: false }, { a: 1 }, root)).toBe(false);
  expect(hasShape({ anyOf: [{ type: 'string' }, { enum: [3] }] }, 3, root)).toBe(true);
  expect(hasShape({ type: 'array', items: { type: 'integer' } }, [1, 'x'], root)).toBe(false);
  expect(hasShape({ if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, root)).toBe(false);
  expect(hasShape({ not: { type: 'null' } }, null, root)).toBe(false);
  // One that leads to itself is no endless search.
  expect(hasShape({ $ref: '#' }, {}, { $ref: '#' })).toBe(true);
});
