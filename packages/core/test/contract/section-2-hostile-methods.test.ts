import { expect, test } from 'vitest';
import { expectIsolation, type HostileCompanion } from '../builders/hostile-host.js';

// Companions whose providers throw, reject, hang or answer with the wrong thing: in each of their five methods.

const methods = ['getTools', 'getToolMetadata', 'providesTool', 'executeTool', 'setInvocationContext'] as const;
type Method = (typeof methods)[number];

/** How calls of the fixtures' two names end when one method fails in a way that `says` describes. */
function calls(method: Method, listed: string, says: RegExp): HostileCompanion['calls'] {
  const ran = ['SUCCESS', /^ran /] as const;
  switch (method) {
    case 'getTools':
      return undefined;
    case 'getToolMetadata':
      return { [listed]: ran, unlisted: ran };
    case 'providesTool':
      return { [listed]: ran, unlisted: ['BLOCKED', /not available at present/] };
    default:
      return { [listed]: ['ERROR', says], unlisted: ['ERROR', says] };
  }
}

/** With lists that fail there is nothing to serve; all else leaves the lists as they are. */
const stateOf = (method: Method): HostileCompanion['state'] => (method === 'getTools' ? 'failed' : 'ready');

/** A failed call is logged with the call; what is shown names the tool. */
const saying = (method: Method, message: RegExp): Pick<HostileCompanion, 'says' | 'logs'> =>
  method === 'executeTool' ? { says: null, logs: /^".*" failed: / } : { says: ['COMPANION_FAILED', message] };

test.each(methods)('2.1 a provider that throws in %s hurts nobody', async (method) => {
  await expectIsolation({
    fixture: 'throws',
    settings: { method },
    state: stateOf(method),
    ...saying(method, new RegExp(`${method} .*failed: ${method} is broken`)),
    calls: calls(method, 'throwing', /^Tool execution failed: .*is broken/),
  });
});

test.each(methods)('2.1 a provider that rejects in %s hurts nobody', async (method) => {
  await expectIsolation({
    fixture: 'rejects',
    settings: { method },
    state: stateOf(method),
    ...saying(method, new RegExp(`${method} .*failed: ${method} rejected`)),
    calls: calls(method, 'rejecting', /^Tool execution failed: .*rejected/),
  });
});

test.each(methods)('2.1 a provider that never answers in %s hurts nobody', async (method) => {
  const isCall = method === 'executeTool' || method === 'setInvocationContext';
  await expectIsolation({
    fixture: 'hangs',
    settings: { method },
    state: stateOf(method),
    says: ['COMPANION_TIMED_OUT', isCall ? /took longer than 60 s/ : new RegExp(`${method} of hangs`)],
    hangs: isCall || method === 'providesTool' ? 'call' : 'list',
    calls: calls(method, 'hanging', /took longer than 60 s/),
  });
});

const unreadable = [
  'null',
  'undefined',
  'symbol',
  'number',
  'BigInt',
  'message getter',
  'message object',
  'revoked proxy',
  'function proxy',
  'toPrimitive',
  'object that answers itself',
  '50 MB',
  'promise',
  'false LoadoutError',
  'LoadoutError of another kind',
];

test.each(unreadable.flatMap((kind) => methods.map((method) => ({ kind, method }))))(
  '2.1 a provider that throws $kind in $method hurts nobody',
  async ({ kind, method }) => {
    await expectIsolation({
      fixture: 'throws-unreadable-errors',
      settings: { method, kind },
      state: stateOf(method),
      ...saying(method, new RegExp(`${method} `)),
      calls: calls(method, 'unreadable', /^Tool execution failed: /),
    });
  },
);

test.each(methods)('2.1 a provider that throws what pretends to block in %s hurts nobody', async (method) => {
  const blocks = method === 'executeTool' || method === 'setInvocationContext';
  await expectIsolation({
    fixture: 'throws-unreadable-errors',
    settings: { method, kind: 'false ToolBlockedError' },
    state: stateOf(method),
    says: method === 'executeTool' ? null : ['COMPANION_FAILED', new RegExp(`${method} `)],
    ...(blocks
      ? { calls: { unreadable: ['BLOCKED', /cannot be read/], unlisted: ['BLOCKED', /cannot be read/] } }
      : { calls: calls(method, 'unreadable', /./) }),
  });
});

const fixture = new URL('../fixtures/companions/wrong-shapes.mjs', import.meta.url).href;
const { shapes } = (await import(/* @vite-ignore */ fixture)) as { readonly shapes: Readonly<Record<string, unknown>> };
const names = Object.keys(shapes);

/** What `getTools` may not answer. What is a list is judged entry by entry. */
const goodLists = ['list of garbage', 'list with holes', 'list of rejected promises', 'thenable of thenables'];

test('2.1 the wrong shapes are those of the fixture', () => {
  expect(names).toEqual(expect.arrayContaining(goodLists));
  expect(names.length).toBeGreaterThan(30);
});

test.each(names)('2.1 lists of the shape "%s" hurt nobody', async (shape) => {
  const isList = ['list of garbage', 'list with holes', 'list of rejected promises'].includes(shape);
  const throws = [
    'revoked proxy',
    'proxy that throws',
    'thenable that throws',
    'thenable whose getter throws',
  ].includes(shape);
  await expectIsolation({
    fixture: 'wrong-shapes',
    settings: { method: 'getTools', shape },
    state: isList ? 'ready' : 'failed',
    says: isList
      ? ['quarantined', /^A definition /]
      : [
          throws ? 'COMPANION_FAILED' : 'COMPANION_WRONG_SHAPE',
          throws ? /getTools of wrong-shapes/ : /getTools of wrong-shapes has to answer an array/,
        ],
  });
});

/** Objects without a label that could be read say nothing, and nothing is wrong with that. */
const silentMetadata = [
  'undefined',
  'null',
  'empty object',
  'date',
  'map',
  'set',
  'bytes',
  'error',
  'cycle',
  'object with a BigInt',
  'object with a getter that throws',
  'object without prototype',
  'object of rejected promises',
  'thenable that answers twice',
  'promise of nothing',
  'generator',
  'async generator',
];

test.each(names)('2.1 labels of the shape "%s" hurt nobody', async (shape) => {
  const throws = [
    'revoked proxy',
    'proxy that throws',
    'thenable that throws',
    'thenable whose getter throws',
  ].includes(shape);
  await expectIsolation({
    fixture: 'wrong-shapes',
    settings: { method: 'getToolMetadata', shape },
    state: 'ready',
    says: silentMetadata.includes(shape)
      ? null
      : [throws ? 'COMPANION_FAILED' : 'COMPANION_WRONG_SHAPE', /getToolMetadata of wrong-shapes/],
    calls: { shapeless: ['SUCCESS', /^ran shapeless$/] },
  });
});

test.each(names.filter((shape) => shape !== 'true'))(
  '2.1 an answer of providesTool of the shape "%s" hurts nobody',
  async (shape) => {
    const throws = ['thenable that throws', 'thenable whose getter throws'].includes(shape);
    await expectIsolation({
      fixture: 'wrong-shapes',
      settings: { method: 'providesTool', shape },
      state: 'ready',
      says: [
        throws || shape === 'proxy that throws' || shape === 'revoked proxy'
          ? 'COMPANION_FAILED'
          : 'COMPANION_WRONG_SHAPE',
        /providesTool of wrong-shapes/,
      ],
      calls: { shapeless: ['SUCCESS', /^ran shapeless$/], unlisted: ['BLOCKED', /not available at present/] },
    });
  },
);

/** What of the wrong shapes is a result all the same: nothing, text and plain JSON. */
const results: Readonly<Record<string, RegExp>> = {
  undefined: /^done$/,
  null: /^done$/,
  true: /^true$/,
  number: /^5$/,
  text: /^text$/,
  'empty text': /^$/,
  'empty object': /^\{\}$/,
  'object without prototype': /^\{\}$/,
  'thenable whose getter throws': /^\{\}$/,
  'thenable that answers twice': /^done$/,
  'thenable of thenables': /^at last$/,
  'promise of nothing': /^done$/,
};
// Promises inside a result are nobody's to wait for: they would have to be looked for in all of it.
const withPromises = ['list of rejected promises', 'object of rejected promises'];

test.each(names.filter((shape) => !withPromises.includes(shape)))(
  '2.1 a result of the shape "%s" hurts nobody',
  async (shape) => {
    const text = results[shape];
    await expectIsolation({
      fixture: 'wrong-shapes',
      settings: { method: 'executeTool', shape },
      state: 'ready',
      says: null,
      ...(text === undefined ? { logs: /"shapeless" failed: / } : {}),
      calls: { shapeless: text === undefined ? ['ERROR', /^Tool execution failed: /] : ['SUCCESS', text] },
    });
  },
);

test.each(names.filter((shape) => !withPromises.includes(shape)))(
  '2.1 an answer of setInvocationContext of the shape "%s" hurts nobody',
  async (shape) => {
    const fails = [
      'thenable that throws',
      'thenable whose getter throws',
      'proxy that throws',
      'revoked proxy',
    ].includes(shape);
    await expectIsolation({
      fixture: 'wrong-shapes',
      settings: { method: 'setInvocationContext', shape },
      state: 'ready',
      says: fails ? ['COMPANION_FAILED', /setInvocationContext of wrong-shapes/] : null,
      calls: { shapeless: fails ? ['ERROR', /^Tool execution failed: /] : ['SUCCESS', /^ran shapeless$/] },
    });
  },
);
