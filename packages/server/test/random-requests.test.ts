import fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitions } from '../src/generated/schemas.js';
import { propertiesOf } from '../src/read-query.js';
import type { Route } from '../src/route.js';
import { routes } from '../src/routes.js';
import { misfitsOf } from './builders/fits.js';
import { makeApp } from './builders/make-app.js';

// Requests by chance, made of the definitions that the routes name and then spoilt: whatever comes, nobody gets a 500, and
// every answer has the shape that the document states for it.

type Schema = Readonly<Record<string, unknown>>;

interface Sent {
  readonly route: Route;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Texts that mean something to a host of `makeHost`, and texts that mean nothing to anybody. */
const names = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('demo', 'other', 'echo', 'fail', 'steps', 'who', 'spare', 'echo_old') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('@acme/tools', '@acme/tools#echo', 'region', 'pages', 'apiKey', 'new-bot', 'chat'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'constructor', '', ' ', '../..', '%2e', '\u0000', '🙂', 'x'.repeat(300)),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
);
const texts = fc.oneof(names, fc.constantFrom('2030-01-01T00:00:00Z', 'tomorrow', '12', 'HIGH', 'ask', 'true'));
const anything = fc.oneof(fc.jsonValue(), texts, fc.constantFrom(null, true, -1, 0.5, 1e308, [], {}));

function arbitraryOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const { $ref, type, oneOf } = schema;
  if (typeof $ref === 'string') return arbitraryOf(definitions[$ref.replace('#/$defs/', '')] ?? {}, depth);
  if (Array.isArray(oneOf)) return fc.oneof(...oneOf.map((one: Schema) => arbitraryOf(one, depth)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const [first = undefined, ...others] = [type].flat();
  if (others.length > 0)
    return fc.oneof(...[first, ...others].map((one) => arbitraryOf({ ...schema, type: one }, depth)));
  switch (first) {
    case 'string':
      return texts;
    case 'integer':
      return fc.integer({ min: -1, max: 2_000 });
    case 'number':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOf(schema.items as Schema, depth + 1), { minLength: 0, maxLength: 4 });
    case 'object':
      return objectOf(schema, depth);
    default:
      return anything;
  }
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = propertiesOf(schema);
  if (Object.keys(properties).length === 0) return fc.dictionary(names, depth > 3 ? texts : anything, { maxKeys: 4 });
  const requiredKeys = (schema.required ?? []) as string[];
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, arbitraryOf(inner, depth + 1)])),
    { requiredKeys },
  );
}

/** Mostly what fits, sometimes something else. */
function spoilt(schema: Schema): fc.Arbitrary<string | undefined> {
  const fitting = arbitraryOf(schema);
  return fc.oneof(
    { weight: 6, arbitrary: fitting.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.tuple(fitting, names, anything).map(([value, key, other]) => spoil(value, key, other)) },
    { weight: 1, arbitrary: anything.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', 'null', '[[[', '{"id":"a","id":"b"}', '"\\ud800"', undefined) },
  );
}

function spoil(value: unknown, key: string, other: unknown): string {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? JSON.stringify(Object.fromEntries([...Object.entries(value), [key, other]]))
    : JSON.stringify([value, other]);
}

function requestOf(route: Route): fc.Arbitrary<Sent> {
  const places = [...route.path.matchAll(/\{(\w+)\}/g)].map(([place]) => place);
  const query = route.query === undefined ? fc.constant({}) : arbitraryOf(definitions[route.query] ?? {});
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(texts, texts, { maxKeys: 2 }) },
  );
  const values = places.map((place) =>
    place === '{kind}' ? fc.oneof(arbitraryOf(definitions.DecisionKind ?? {}), names) : names,
  );
  const headers = fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('"0"', '"1"', '*', 'W/"1"', '"x", "2"', 'nonsense')
        .map((tag) => ({ 'if-match': tag })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { accept: 'text/event-stream' },
        { 'last-event-id': '7' },
        { 'content-type': 'text/plain' },
      ),
    },
  );
  const body = route.body === undefined ? fc.constant(undefined) : spoilt(definitions[route.body] ?? {});
  return fc.tuple(fc.tuple(...values), query, extra, headers, body).map(([parts, said, more, sentHeaders, text]) => {
    const path = places.reduce((made, place, index) => made.replace(place, () => encodePart(parts[index])), route.path);
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries({ ...(said as object), ...more })) search.append(key, String(value));
    return { route, path: `${path}?${search}`, body: text, headers: sentHeaders };
  });
}

/** The empty text would make another path of it, and a browser would take dots for a way. */
function encodePart(part: unknown): string {
  return encodeURIComponent(String(part)).replaceAll('.', '%2E') || '%20';
}

const anyRequest = fc.oneof(...routes.map(requestOf));

test('requests by chance never give a 500, and every answer has the shape that the document states', async () => {
  const counts = { sent: 0, done: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { minLength: 5, maxLength: 20 }), async (requests) => {
      const { app, secrets, log } = await makeApp();
      for (const { route, path, body, headers } of requests) {
        const response = await app.request(path, {
          method: route.method,
          headers: {
            authorization: `Bearer ${secrets.admin}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body }),
        });
        counts.sent += 1;
        const failures = log.filter(({ event }) => event === 'http-failed').map(({ error }) => error);
        expect(failures, `${route.method} ${path} ${body}`).toEqual([]);
        expect(response.status, `${route.method} ${path} ${body}`).toBeLessThan(500);
        if (response.status < 300) counts.done += 1;
        const misfits = await misfitsOfAnswer(route, response);
        expect(misfits, `${route.method} ${path} ${body}`).toBe('');
      }
    }),
    { numRuns: 150 },
  );
  // Otherwise the requests would be so wrong that they test nothing.
  expect(counts.done / counts.sent).toBeGreaterThan(0.2);
}, 120_000);

async function misfitsOfAnswer(route: Route, response: Response): Promise<string> {
  const type = response.headers.get('content-type');
  if (type === 'text/event-stream') {
    // A stream of a call ends by itself; others are left.
    if (route.events === 'only') await response.body?.cancel();
    else await response.text();
    return '';
  }
  if (response.status >= 400) return misfitsOf('Problem', await response.json());
  const definition = route.responses[response.status];
  if (definition === undefined) return `the status ${response.status} is not in the table`;
  return definition === null ? await response.text() : misfitsOf(definition, await response.json());
}
