import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, runLoadout } from './run-loadout.js';

test('web_search is withheld until it knows its service, then asks it as the configuration says', async () => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: [] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const cwd = makeProject({ web: { contact: 'https://bots.example/about', politeness: { spacingMs: 0 } } });
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  await runLoadout(['assign', 'demo', 'web_search'], { cwd });
  const search = () => runLoadout(['call', 'demo', 'web_search', '{"query": "peat"}'], { cwd });

  expect(await search()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/It is not configured\. .*baseUrl/),
  });
  // What the tool has against a value is said, and the value is kept nowhere.
  expect(await runLoadout(['settings', 'set', 'web_search', 'baseUrl', 'ftp://search.example'], { cwd })).toMatchObject(
    {
      code: 2,
      stderr: expect.stringMatching(/^error: "baseUrl" of "web_search": It begins with "ftp:"/),
    },
  );
  await runLoadout(['settings', 'set', 'web_search', 'baseUrl', `http://127.0.0.1:${port}`], { cwd });
  expect(await search()).toMatchObject({ code: 0, stdout: expect.stringContaining('The search found nothing.') });
  expect(requests.map(({ url }) => url)).toEqual(['/search?q=peat&format=json&pageno=1']);
  expect(requests[0]?.headers['user-agent']).toMatch(
    /^Mozilla\/5\.0 \(compatible; Loadout\S*; \+https:\/\/bots\.example\/about\)$/,
  );
});
