import { builtinTools } from '@loadout/builtin-tools';
import { createHost, type Host } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { startSite, type TestSite } from './call.js';

const url = 'https://site.example/a';

async function openHost(site: TestSite, tools: ReturnType<typeof builtinTools>): Promise<Host> {
  const host = await createHost({ ...tools, fetch: site.call.fetch, logger: () => undefined });
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'demo' });
  await host.assign('demo', ['read_web_page']);
  return host;
}

async function read(host: Host): Promise<string> {
  const turn = await host.startTurn({ bot: 'demo' });
  const outcome = await turn.call({ name: 'read_web_page', arguments: { url } });
  await turn.end();
  return outcome.status;
}

test('hosts of one builtinTools() have pages of their own, and closing one ends no call of the other', async () => {
  let answer = (): void => {};
  let isFirst = true;
  const site = await startSite((_request, response) => {
    answer = () =>
      response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'max-age=60' }).end('some text');
    if (!isFirst) answer();
    isFirst = false;
  });
  const tools = builtinTools();
  const [first, second] = [await openHost(site, tools), await openHost(site, tools)];
  const reading = read(second);
  await expect.poll(() => site.requests.length, { timeout: 10_000 }).toBe(1);
  await first.close();
  answer();
  expect(await reading).toBe('SUCCESS');
  expect(await read(await openHost(site, tools))).toBe('SUCCESS');
  expect(site.requests).toHaveLength(2);
  expect(await read(second)).toBe('SUCCESS');
  expect(site.requests).toHaveLength(2);
});

test('an option that cannot be used is refused by its name, with what it may be', () => {
  const wrong: readonly (readonly [option: string, options: object])[] = [
    ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1.5, '2', null].map(
      (workers) => ['extraction: { workers }', { extraction: { workers } }] as const,
    ),
    ['extraction: { heapMegabytes }', { extraction: { heapMegabytes: 8 } }],
    ['extraction: { readingMs }', { extraction: { readingMs: Number.NaN } }],
    ['extraction', { extraction: null }],
    ['politeness', { politeness: 3 }],
    ['politeness: { requestsPerHost }', { politeness: { requestsPerHost: 0 } }],
    ['politeness: { spacingMs }', { politeness: { spacingMs: Number.POSITIVE_INFINITY } }],
    ['politeness: { spacingMs }', { politeness: { spacingMs: -1 } }],
    ['politeness: { waitingPerHost }', { politeness: { waitingPerHost: 0 } }],
    ['now', { now: 5 }],
    ['authenticate', { authenticate: 'x' }],
  ];
  for (const [option, options] of wrong) {
    expect(() => builtinTools(options), JSON.stringify(options)).toThrow(`builtinTools({ ${option} }) has to be`);
    expect(() => builtinTools(options)).toThrow(TypeError);
  }
  const mistyped: Readonly<Record<string, unknown>>[] = [
    { politenes: {} },
    { politeness: { spacing: 5 } },
    { extraction: { worker: 1 } },
  ];
  expect(mistyped.map((options) => messageOf(() => builtinTools(options)))).toEqual([
    expect.stringMatching(/^builtinTools has no option "politenes"\. There are: authenticate, contact, /),
    'politeness of builtinTools has no option "spacing". There are: requestsPerHost, spacingMs, waitingPerHost.',
    'extraction of builtinTools has no option "worker". There are: workers, heapMegabytes, readingMs, workerFile.',
  ]);
  expect(() => builtinTools({ extraction: { workers: 0 } })).toThrow(
    'has to be a whole number from 1 to 1024; left out, it is 4. It is 0.',
  );
  expect(builtinTools({ politeness: { spacingMs: 0 }, extraction: { workers: 1_000 } }).implementations).toHaveLength(
    2,
  );
});

function messageOf(run: () => unknown): string {
  try {
    run();
    return 'nothing was thrown';
  } catch (error) {
    return (error as Error).message;
  }
}
