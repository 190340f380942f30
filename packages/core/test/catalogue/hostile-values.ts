/** Values that no author means to give and some do: each is tried wherever foreign values are read. */
export function hostileValues(): readonly (readonly [what: string, value: unknown])[] {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  return [
    ['undefined', undefined],
    ['null', null],
    ['true', true],
    ['a number', 5],
    ['NaN', Number.NaN],
    ['a BigInt', 10n],
    ['a symbol', Symbol('x')],
    ['an empty text', ''],
    ['a text', 'text'],
    ['a function', () => 'x'],
    ['an empty list', []],
    ['a list', ['a', {}]],
    ['a list with a hole', new Array(3)],
    ['an empty object', {}],
    ['an object without prototype', Object.create(null)],
    ['a cycle', cycle],
    ['a date', new Date(0)],
    ['a map', new Map([['type', 'object']])],
    ['a promise', Promise.resolve({})],
    ['a getter that throws', throwingGetters()],
    [
      'a getter that throws nothing',
      {
        get type() {
          // biome-ignore lint/style/useThrowOnlyError: that is the hostile part
          throw undefined;
        },
      },
    ],
    [
      'a proxy that throws',
      new Proxy({}, { get: () => raise(), ownKeys: () => raise(), getPrototypeOf: () => raise() }),
    ],
    ['a revoked proxy', revoked],
    ['a proxy that has everything', endlessProxy()],
  ];
}

function throwingGetters(): object {
  const names = ['name', 'description', 'schema', 'type', 'policy', 'kind', 'aliases', 'length', 'chat', 'en'];
  return Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { get: raise, enumerable: true }])));
}

/** Has objects in objects without end. */
function endlessProxy(): object {
  return new Proxy(
    {},
    {
      get: (_target, key) => (typeof key === 'symbol' ? undefined : endlessProxy()),
      ownKeys: () => ['a', 'b', 'c'],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
    },
  );
}

function raise(): never {
  throw new Error('boom');
}
