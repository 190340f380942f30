import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyArguments, readablePath } from '../../src/execution/copy-arguments.js';

test('a copy is what JSON text would carry, and shares nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ depthSize: 'small' })), (args) => {
      if (JSON.stringify(args).includes('"__proto__":')) return;
      const copy = copyArguments(args);
      expect(copy).toEqual(JSON.parse(JSON.stringify(args)));
      expect(sharedObjects(args, copy)).toBe(0);
    }),
  );
});

function sharedObjects(a: unknown, b: unknown): number {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return 0;
  const inner = Object.keys(a).map((key) =>
    sharedObjects((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
  return inner.reduce((sum, one) => sum + one, a === b ? 1 : 0);
}

test.each([
  ['undefined properties are left out', { a: undefined, b: 1 }, { b: 1 }],
  ['holes and undefined in lists are null', { a: Object.assign([undefined], { 2: 1 }) }, { a: [null, null, 1] }],
  ['-0 is 0', { a: -0 }, { a: 0 }],
  ['objects without prototype are objects', { a: Object.assign(Object.create(null), { b: 1 }) }, { a: { b: 1 } }],
  ['objects of another realm are objects', { a: runInContext('({ b: [1] })', createContext()) }, { a: { b: [1] } }],
  [
    'instances give their own properties',
    {
      a: new (class Point {
        x = 1;
        y = 2;
      })(),
    },
    { a: { x: 1, y: 2 } },
  ],
  [
    'toJSON is asked',
    { a: new Date(0), b: new URL('https://a.b/') },
    { a: '1970-01-01T00:00:00.000Z', b: 'https://a.b/' },
  ],
  ['frozen values stay usable', Object.freeze({ a: Object.freeze([1]) }), { a: [1] }],
])('%s', (_name, args, expected) => {
  const copy = copyArguments(args);
  expect(copy).toStrictEqual(expected);
  expect(Object.is(copy.a, -0)).toBe(false);
  expect(Object.isFrozen(copy)).toBe(false);
});

const circle: Record<string, unknown> = {};
circle.inner = { circle };

test.each([
  ['a circle', circle, /nested deeper than 64 levels/],
  ['a BigInt', { a: { b: [1n] } }, /^a\.b\[0\] is a bigint, which JSON cannot carry$/],
  ['a function', { 'odd name': () => 1 }, /^\["odd name"\] is a function/],
  ['a symbol', { a: Symbol('s') }, /^a is a symbol/],
  ['NaN', { a: Number.NaN }, /^a is NaN/],
  ['infinity', { a: [Number.POSITIVE_INFINITY] }, /^a\[0\] is Infinity/],
  ['a map', { a: new Map() }, /^a is a Map/],
  ['a promise', { a: Promise.resolve() }, /^a is a Promise/],
  ['bytes', { a: new Uint8Array(3) }, /^a is a Uint8Array/],
  ['a map as the whole', new Map(), /^they must be a JSON object, but a Map came$/],
  [
    'a toJSON without end',
    {
      a: {
        __proto__: {
          toJSON() {
            return Object.create(this);
          },
        },
      },
    },
    /64 levels/,
  ],
  ['the name __proto__', { a: JSON.parse('{"__proto__": {}}') }, /"__proto__", which is never allowed/],
  ['a long text', { a: 'x'.repeat(1_000_001) }, /larger than 1 MB/],
  ['many bytes in few characters', { a: '😀'.repeat(260_000) }, /larger than 1 MB/],
  ['a list of a billion holes', { a: new Array(1_000_000_000) }, /larger than 1 MB/],
  [
    'a list that a proxy makes up',
    { a: new Proxy([], { get: (_t, key) => (key === 'length' ? 1e12 : 1) }) },
    /larger than 1 MB/,
  ],
  [
    'one object a million times',
    { a: Array.from({ length: 1_000 }, () => Array.from({ length: 1_000 }, () => circle.shared)) },
    /larger than 1 MB/,
  ],
])('%s is refused', (_name, args, reason) => {
  expect(() => copyArguments(args)).toThrow(reason);
});

test('64 levels pass, 65 do not', () => {
  const nest = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { a: nest(levels - 1) });
  expect(copyArguments(nest(64))).toEqual(nest(64));
  expect(() => copyArguments(nest(65))).toThrow(/64 levels/);
});

test('each property is read once', () => {
  let reads = 0;
  const args = {
    get a() {
      reads += 1;
      return reads;
    },
  };
  expect(copyArguments(args)).toEqual({ a: 1 });
  expect(reads).toBe(1);
});

test.each([
  [['a', 'b', 0, 'c'], 'a.b[0].c'],
  [[0, 1], '[0][1]'],
  [['größe', 'a-b', '$x'], 'größe.a-b.$x'],
  [['a b', '', '0', 'x"y'], '["a b"][""]["0"]["x\\"y"]'],
  [[], ''],
])('the path %j is read as %s', (steps, path) => {
  expect(readablePath(steps)).toBe(path);
});
