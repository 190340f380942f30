import { createGuardedFetch } from '@loadout/core/network';
import { expect, test } from 'vitest';
import { answers, connectTo, publicAddress, startHttp } from './loopback.js';

async function start(redirects: Readonly<Record<string, string>> = {}) {
  const received: unknown[] = [];
  const server = await startHttp((request, response) => {
    received.push([request.url, request.headers.authorization]);
    const location = redirects[request.url ?? ''];
    if (location === undefined) response.end('reached');
    else response.writeHead(302, { location }).end();
  });
  const connect = connectTo(server.port);
  const resolveHost = async (name: string) => answers([name.includes('localhost') ? '127.0.0.1' : publicAddress]);
  return { fetch: createGuardedFetch({ connect, resolveHost }), connect, received };
}

test("the operator's origin is reached at any address, name and port, and counts as no private host", async () => {
  const origins = [
    'http://127.0.0.1:8888',
    'http://localhost:6000',
    'http://10.0.0.1',
    'http://searx',
    'http://[::1]:22',
  ];
  for (const operatorOrigin of [...origins, 'http://169.254.1.1', 'http://search.lan/']) {
    const { fetch, connect } = await start();
    const response = await fetch(new URL('/search?q=x', operatorOrigin), { operatorOrigin });
    expect(await response.text(), operatorOrigin).toBe('reached');
    expect(response.isPrivate).toBe(false);
    expect(connect.targets).toHaveLength(1);
  }
});

test('another origin is judged as ever', async () => {
  for (const [url, operatorOrigin] of [
    ['http://127.0.0.1:8889/', 'http://127.0.0.1:8888'],
    ['https://127.0.0.1:8888/', 'http://127.0.0.1:8888'],
    ['http://localhost:8888/', 'http://127.0.0.1:8888'],
    ['http://127.0.0.1/', 'nonsense'],
    ['http://127.0.0.1/', ''],
    ['http://127.0.0.1/', 'null'],
  ] as const) {
    const { fetch, connect } = await start();
    await expect(fetch(url, { operatorOrigin }), url).rejects.toMatchObject({ code: 'NETWORK_ADDRESS_REFUSED' });
    expect(connect.targets).toEqual([]);
  }
  const { fetch } = await start();
  const port = fetch('http://site.example:25/', { operatorOrigin: 'http://127.0.0.1:25' });
  await expect(port).rejects.toMatchObject({ code: 'NETWORK_URL_INVALID' });
});

test('a redirect within the origin is followed with its keys, one off it is refused, and both origins are named', async () => {
  const operatorOrigin = 'http://127.0.0.1:8888';
  const headers = { authorization: 'Bearer x' };
  const inside = await start({ '/a': '/b' });
  await (await inside.fetch(`${operatorOrigin}/a`, { operatorOrigin, headers })).discard();
  expect(inside.received).toEqual([
    ['/a', 'Bearer x'],
    ['/b', 'Bearer x'],
  ]);
  for (const location of ['http://127.0.0.1:9999/b', 'https://127.0.0.1:8888/b', 'https://site.example/b']) {
    const off = await start({ '/a': location });
    const error = await off
      .fetch(`${operatorOrigin}/a`, { operatorOrigin, headers })
      .catch((reason: unknown) => reason);
    const { origin } = new URL(location);
    expect(error).toMatchObject({
      code: 'NETWORK_REDIRECT_REFUSED',
      message:
        `The server at http://127.0.0.1:8888 redirects to ${origin}, which is another origin; it is not followed. ` +
        'Configure the address that it redirects to, or correct the redirect.',
      details: { from: operatorOrigin, to: origin },
    });
    expect(off.connect.targets).toHaveLength(1);
  }
});

test("a page elsewhere does not lead to the operator's origin", async () => {
  const operatorOrigin = 'http://127.0.0.1:8888';
  const { fetch, connect } = await start({ '/': `${operatorOrigin}/search?q=x` });
  await expect(fetch('http://site.example/', { operatorOrigin })).rejects.toMatchObject({
    code: 'NETWORK_ADDRESS_REFUSED',
  });
  expect(connect.targets).toHaveLength(1);
});
