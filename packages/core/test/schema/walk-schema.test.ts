import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/contract/json.js';
import type { Dialect } from '../../src/schema/dialect.js';
import { isSchemaPlace, splitPointer, walkSchema } from '../../src/schema/walk-schema.js';

function placesOf(schema: JsonObject, dialect: Dialect = '2020-12'): string[] {
  const places: string[] = [];
  walkSchema(schema, dialect, (_schema, pointer) => {
    places.push(pointer);
  });
  return places;
}

test('it visits schemas and nothing else', () => {
  const schema = {
    properties: { $ref: { type: 'string' }, enum: { not: {} }, 'a/b~c': { items: {} } },
    default: { properties: { x: {} } },
    enum: [{ allOf: [{}] }],
    const: { not: {} },
    examples: [{ not: {} }],
    'x-own': { not: {} },
    allOf: [{}, true, { if: {}, else: false }],
    dependencies: { a: ['b'], c: {} },
    patternProperties: { '^x': {} },
    $defs: { d: {} },
  };
  expect(placesOf(schema)).toEqual([
    '',
    '/properties/$ref',
    '/properties/enum',
    '/properties/enum/not',
    '/properties/a~1b~0c',
    '/properties/a~1b~0c/items',
    '/allOf/0',
    '/allOf/2',
    '/allOf/2/if',
    '/dependencies/c',
    '/patternProperties/^x',
    '/$defs/d',
  ]);
});

test('a list of items is a list of schemas only where the dialect has it', () => {
  expect(placesOf({ items: [{}, {}] }, 'draft-07')).toEqual(['', '/items/0', '/items/1']);
  expect(placesOf({ items: [{}, {}] }, '2020-12')).toEqual(['']);
  expect(placesOf({ prefixItems: [{}] }, '2020-12')).toEqual(['', '/prefixItems/0']);
  expect(placesOf({ prefixItems: [{}] }, 'draft-07')).toEqual(['']);
});

test('values of the wrong kind are passed over', () => {
  expect(placesOf({ properties: [{}], allOf: { a: {} }, not: 'x', items: null, $defs: 5 })).toEqual(['']);
});

test('the first answer ends the walk', () => {
  const seen: string[] = [];
  const answer = walkSchema({ allOf: [{ a: 1 }, { b: 1 }, { c: 1 }] }, '2020-12', (schema, pointer) => {
    seen.push(pointer);
    return 'b' in schema ? pointer : undefined;
  });
  expect(answer).toBe('/allOf/1');
  expect(seen).toEqual(['', '/allOf/0', '/allOf/1']);
});

test('a place is one of a schema exactly if the walk comes there', () => {
  const schema = {
    items: { properties: { a: { anyOf: [{}, {}] } } },
    properties: { properties: { properties: { items: {} } } },
    dependencies: { x: {} },
    components: { schemas: { A: {} } },
  };
  const visited = new Set(placesOf(schema));
  const check = (value: unknown, pointer: string): void => {
    expect([pointer, isSchemaPlace(splitPointer(pointer), '2020-12')]).toEqual([pointer, visited.has(pointer)]);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) check(inner, `${pointer}/${key}`);
  };
  check(schema, '');
});
