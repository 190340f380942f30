import { afterAll, beforeAll, test } from 'vitest';
import { compression } from './behaviours/compression.js';
import { redirects } from './behaviours/redirects.js';
import { statuses } from './behaviours/statuses.js';
import { transport } from './behaviours/transport.js';
import { expectBehaviour } from './expect-behaviour.js';
import { type HostileHost, openHostileHost } from './hostile-host.js';

let host: HostileHost;
beforeAll(async () => {
  host = await openHostileHost();
});
afterAll(() => host.close());

for (const behaviour of [...transport, ...compression, ...redirects, ...statuses]) {
  test(`a bot reads from a server with ${behaviour.name}`, { timeout: 40_000 }, () => expectBehaviour(host, behaviour));
}
