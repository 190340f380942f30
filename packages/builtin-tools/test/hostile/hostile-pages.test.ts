import { afterAll, beforeAll, test } from 'vitest';
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
