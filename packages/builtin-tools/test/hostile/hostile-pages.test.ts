import { afterAll, beforeAll, expect, test } from 'vitest';
import { charsets } from './behaviours/charsets.js';
import { documents } from './behaviours/documents.js';
import { markup } from './behaviours/markup.js';
import { expectBehaviour } from './expect-behaviour.js';
import { type HostileHost, openHostileHost } from './hostile-host.js';

let host: HostileHost;
beforeAll(async () => {
  host = await openHostileHost();
});
afterAll(() => host.close());

for (const behaviour of [...markup, ...charsets, ...documents]) {
  test(`a bot reads from a server that sends ${behaviour.name}`, { timeout: 60_000 }, () =>
    expectBehaviour(host, behaviour),
  );
}

test('four of the heaviest pages at once are all read', { timeout: 60_000 }, async () => {
  const heavy = ['nesting, 100,000 div', '200,000 attributes on one element', '100,000 rows', 'a PDF bomb'];
  const chosen = [...markup, ...documents].filter(({ name }) => heavy.includes(name));
  expect(chosen).toHaveLength(4);
  await Promise.all(chosen.map((behaviour) => expectBehaviour(host, behaviour)));
});
