import type { IncomingHttpHeaders } from 'node:http';
import { createGuardedFetch, type GuardedFetchOptions, type GuardedResponse } from '@loadout/core/network';
import { expect, test } from 'vitest';
import { answers, connectNowhere, connectTo, publicAddress, startHttp } from './loopback.js';

interface Network {
  /** Addresses by name; other names are public. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** Redirects by host and path. */
  readonly redirects?: Readonly<Record<string, string>>;
  readonly status?: number;
}

interface Seen {
  readonly host: string | undefined;
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

async function startNetwork({ names = {}, redirects = {}, status = 302 }: Network = {}) {
  const seen: Seen[] = [];
  const server = await startHttp((request, response) => {
    const { host } = request.headers;
    seen.push({ host, method: request.method, headers: request.headers });
    const location = redirects[`${host}${request.url}`];
    if (location === undefined) response.end('reached');
    else response.writeHead(status, { location }).end();
  });
  const connect = connectTo(server.port);
  const fetch = createGuardedFetch({ connect, resolveHost: async (name) => answers(names[name] ?? [publicAddress]) });
  const get = (url: string, options: GuardedFetchOptions = {}): Promise<GuardedResponse> => fetch(url, options);
  return { get, seen, connect };
}

const refused = { code: 'NETWORK_ADDRESS_REFUSED' };

test('an allowed host is reached in every private range, and the answer says that it is private', async () => {
  for (const address of ['10.0.0.5', '172.16.3.4', '192.168.0.1', '100.64.0.9', 'fd12:3456::1', '::ffff:10.0.0.5']) {
    const { get, connect } = await startNetwork({ names: { 'wiki.corp': [address] } });
    const response = await get('http://wiki.corp/', { allowedPrivateHosts: ['wiki.corp'] });
    expect(response.isPrivate).toBe(true);
    expect(await response.text()).toBe('reached');
    expect(connect.targets.map((target) => target.address)).toEqual([address.replace('::ffff:', '')]);
  }
});

test('an allowed host with public addresses alone is a public one', async () => {
  const { get } = await startNetwork();
  const response = await get('https://wiki.example.com/', { allowedPrivateHosts: ['*.example.com'] });
  expect(response.isPrivate).toBe(false);
});

test('an address is allowed as itself, not by a name that leads to it, nor the name by the address', async () => {
  const names = { 'wiki.corp': ['10.0.0.7'], 'public.example.com': ['10.0.0.7'] };
  const { get } = await startNetwork({ names });
  expect((await get('http://10.0.0.7/', { allowedPrivateHosts: ['10.0.0.7'] })).isPrivate).toBe(true);
  expect((await get('http://[fd12::1]/', { allowedPrivateHosts: ['fd12::1'] })).isPrivate).toBe(true);
  for (const [url, allowed] of [
    ['http://wiki.corp/', '10.0.0.7'],
    ['http://public.example.com/', '10.0.0.7'],
    ['http://10.0.0.7/', 'wiki.corp'],
    ['http://[::ffff:10.0.0.7]/', '10.0.0.7'],
    ['http://10.0.0.8/', '10.0.0.7'],
    ['http://corp.example.com/', '*.corp.example.com'],
  ] as const) {
    const options = { allowedPrivateHosts: [allowed] };
    const network = await startNetwork({ names: { ...names, 'corp.example.com': ['10.0.0.1'] } });
    await expect(network.get(url, options), url).rejects.toMatchObject(refused);
    expect(network.connect.targets).toEqual([]);
  }
});

test('loopback, link-local, metadata, multicast and all that is not a private network can never be allowed', async () => {
  const never = [
    '127.0.0.1',
    '127.8.8.8',
    '::1',
    '0.0.0.0',
    '::',
    '169.254.169.254',
    '169.254.1.1',
    'fe80::1',
    'fe80::1%eth0',
    '168.63.129.16',
    '100.100.100.200',
    '100.100.100.100',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '192.0.0.9',
    'fec0::1',
    '2001:db8::1',
    '2002:a00:1::1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '::a00:1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '2600:1f18::5efe:a00:1',
    'garbage',
  ];
  for (const address of never) {
    const { get, connect } = await startNetwork({ names: { 'wiki.corp': [address], 'x.corp': ['10.0.0.1', address] } });
    const allowedPrivateHosts = ['wiki.corp', 'x.corp'];
    const code = address === 'garbage' ? 'NETWORK_NAME_UNRESOLVED' : 'NETWORK_ADDRESS_REFUSED';
    await expect(get('http://wiki.corp/', { allowedPrivateHosts }), address).rejects.toMatchObject({ code });
    await expect(get('http://x.corp/', { allowedPrivateHosts }), address).rejects.toMatchObject({ code });
    expect(connect.targets).toEqual([]);
  }
  for (const literal of ['127.0.0.1', '169.254.169.254', '0.0.0.0', '100.100.100.200', '224.0.0.1']) {
    const { get, connect } = await startNetwork();
    await expect(get(`http://${literal}/`, { allowedPrivateHosts: [literal] }), literal).rejects.toMatchObject(refused);
    expect(connect.targets).toEqual([]);
  }
});

test('a name of this machine can never be allowed, whatever a resolver says', async () => {
  const allowedPrivateHosts = ['localhost', '*.localhost', '*.localdomain', 'ip6-localhost', '*.localdomain6'];
  const names = ['localhost', 'localhost.', 'a.localhost', 'localhost.localdomain', 'ip6-localhost'];
  for (const name of [...names, 'localhost6.localdomain6']) {
    const { get, connect } = await startNetwork({ names: { [name]: ['10.0.0.1'] } });
    await expect(get(`http://${name}/`, { allowedPrivateHosts }), name).rejects.toMatchObject(refused);
    expect(connect.targets).toEqual([]);
  }
});

test('a name that public DNS does not have is private wherever it leads', async () => {
  const { get } = await startNetwork();
  expect((await get('http://wiki.corp/', { allowedPrivateHosts: ['wiki.corp'] })).isPrivate).toBe(true);
});

test('one label and private suffixes are reached where they are on the list', async () => {
  for (const host of ['intranet', 'nas.lan', 'printer.local', 'metadata.google.internal']) {
    const { get } = await startNetwork({ names: { [host]: ['10.1.1.1'] } });
    await expect(get(`http://${host}/`)).rejects.toMatchObject(refused);
    expect((await get(`http://${host}/`, { allowedPrivateHosts: [host] })).isPrivate).toBe(true);
  }
});

test('an allowed host that is rebound to this machine gets no connection there', async () => {
  const server = await startHttp((_request, response) => response.writeHead(302, { location: '/again' }).end());
  const rounds = [['10.0.0.1'], ['127.0.0.1']];
  const connect = connectTo(server.port);
  const fetch = createGuardedFetch({ connect, resolveHost: async () => answers(rounds.shift() ?? []) });
  await expect(fetch('http://wiki.corp/', { allowedPrivateHosts: ['wiki.corp'] })).rejects.toMatchObject(refused);
  expect(connect.targets.map(({ address }) => address)).toEqual(['10.0.0.1']);
});

test('a page leads into the private network only to a host that is on the list', async () => {
  const names = { 'wiki.corp': ['10.0.0.1'], 'other.corp': ['10.0.0.2'], 'rebound.example.com': ['10.0.0.1'] };
  for (const location of [
    'http://other.corp/',
    'http://10.0.0.1/',
    'http://rebound.example.com/',
    'http://127.0.0.1/',
  ]) {
    const { get, connect } = await startNetwork({ names, redirects: { 'site.example/': location } });
    await expect(get('http://site.example/', { allowedPrivateHosts: ['wiki.corp'] })).rejects.toMatchObject(refused);
    expect(connect.targets).toHaveLength(1);
  }
  const { get } = await startNetwork({ names, redirects: { 'site.example/': 'http://wiki.corp/page' } });
  const response = await get('http://site.example/', { allowedPrivateHosts: ['wiki.corp'] });
  expect(response).toMatchObject({ url: 'http://wiki.corp/page', isPrivate: true });
});

test('a private host that redirects to a public one leaves the answer private', async () => {
  const { get } = await startNetwork({
    names: { 'wiki.corp': ['10.0.0.1'] },
    redirects: { 'wiki.corp/': 'http://site.example/' },
  });
  const response = await get('http://wiki.corp/', { allowedPrivateHosts: ['wiki.corp'] });
  expect(response).toMatchObject({ url: 'http://site.example/', isPrivate: true });
});

test('no key follows from one network into the other, also where the origin stays', async () => {
  const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', accept: 'text/html' };
  const server = await startHttp((request, response) => {
    seen.push([
      request.headers.authorization,
      request.headers.cookie,
      request.headers['x-api-key'],
      request.headers.accept,
    ]);
    if (request.url === '/') response.writeHead(302, { location: '/next', 'set-cookie': 'c=d' }).end();
    else response.end();
  });
  const seen: unknown[] = [];
  for (const rounds of [
    [[publicAddress], ['10.0.0.1']],
    [['10.0.0.1'], [publicAddress]],
  ]) {
    seen.length = 0;
    const resolveHost = async () => answers(rounds.shift() ?? []);
    const fetch = createGuardedFetch({ connect: connectTo(server.port), resolveHost });
    await (await fetch('http://wiki.example.com/', { headers, allowedPrivateHosts: ['wiki.example.com'] })).discard();
    expect(seen).toEqual([
      ['Bearer x', 'a=b', 'k', 'text/html'],
      [undefined, undefined, undefined, 'text/html'],
    ]);
  }
});

test('nothing that was meant for the private network goes to a public address of a host that is in both', async () => {
  const seen: unknown[] = [];
  const server = await startHttp((request, response) => {
    seen.push([request.url, request.headers.authorization, request.headers.cookie]);
    const next = ({ '/': '/next', '/next': '/last' } as Record<string, string>)[request.url ?? ''];
    if (next === undefined) response.end();
    else response.writeHead(302, { location: next, 'set-cookie': `at=${request.url?.slice(1)}` }).end();
  });
  const privateHeaders = () => ({ authorization: 'Bearer x' });
  const both = [publicAddress, '10.0.0.1'];
  for (const [rounds, down, expected] of [
    // The public address answers, and what it sets stays outside.
    [
      [['10.0.0.1'], both, ['10.0.0.1']],
      undefined,
      [
        ['/', 'Bearer x', undefined],
        ['/next', undefined, undefined],
        ['/last', undefined, 'at='],
      ],
    ],
    // The public one is down, so that the connection stays inside.
    [
      [['10.0.0.1'], both, ['10.0.0.1']],
      publicAddress,
      [
        ['/', 'Bearer x', undefined],
        ['/next', 'Bearer x', 'at='],
        ['/last', 'Bearer x', 'at=next'],
      ],
    ],
    [
      [both, both, ['93.184.215.99']],
      publicAddress,
      [
        ['/', undefined, undefined],
        ['/next', undefined, 'at='],
        ['/last', undefined, undefined],
      ],
    ],
  ] as const) {
    seen.length = 0;
    const left = [...rounds];
    const reach = connectTo(server.port);
    const fetch = createGuardedFetch({
      resolveHost: async () => answers(left.shift() ?? []),
      connect: async (target, signal) => {
        if (target.address === down) throw new Error('down');
        return reach(target, signal);
      },
    });
    await (await fetch('http://wiki.corp/', { allowedPrivateHosts: ['wiki.corp'], privateHeaders })).discard();
    expect(seen).toEqual(expected);
  }
});

test('a public server does not make the bot write into the private network', async () => {
  const network = {
    names: { 'wiki.corp': ['10.0.0.1'] },
    redirects: { 'site.example/': 'http://wiki.corp/delete' },
  };
  const options = { allowedPrivateHosts: ['wiki.corp'], body: 'x', method: 'POST' } as const;
  const kept = await startNetwork({ ...network, status: 307 });
  await expect(kept.get('http://site.example/', options)).rejects.toMatchObject({ code: 'NETWORK_REDIRECT_REFUSED' });
  expect(kept.connect.targets).toHaveLength(1);
  const both = await startNetwork({
    names: { ...network.names, 'both.corp': [publicAddress, '10.0.0.2'] },
    redirects: { 'both.corp/': 'http://wiki.corp/delete' },
    status: 307,
  });
  const allowed = { ...options, allowedPrivateHosts: ['wiki.corp', 'both.corp'] };
  await expect(both.get('http://both.corp/', allowed)).rejects.toMatchObject({ code: 'NETWORK_REDIRECT_REFUSED' });
  const changed = await startNetwork({ ...network, status: 302 });
  await (await changed.get('http://site.example/', options)).discard();
  expect(changed.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

test('an entry that is no host fails the request, and names itself', async () => {
  const fetch = createGuardedFetch({ connect: connectNowhere(), resolveHost: async () => answers([publicAddress]) });
  await expect(fetch('http://site.example/', { allowedPrivateHosts: ['10.0.0.0/8'] })).rejects.toMatchObject({
    code: 'NETWORK_FAILED',
    message: expect.stringContaining('"10.0.0.0/8"'),
  });
});

test('private headers are asked for and sent where every address of the first host is private, and nowhere else', async () => {
  const asked: string[] = [];
  const options: GuardedFetchOptions = {
    allowedPrivateHosts: ['wiki.corp', 'public.corp', 'both.corp', '*.example.com'],
    privateHeaders: async (url) => {
      asked.push(url.href);
      return { Authorization: 'Bearer abc' };
    },
  };
  const { get, seen } = await startNetwork({
    names: { 'wiki.corp': ['10.0.0.1'], 'public.corp': [publicAddress], 'both.corp': ['10.0.0.1', publicAddress] },
    redirects: {
      'wiki.corp/near': '/',
      'wiki.corp/away': 'http://other.example.com/',
      'public.corp/in': 'http://wiki.corp/',
    },
  });
  for (const url of [
    'wiki.corp/near',
    'wiki.corp/away',
    'public.corp/in',
    'both.corp/',
    'a.example.com/',
    'b.example/',
  ])
    await get(`http://${url}`, options);
  expect(asked).toEqual(['http://wiki.corp/near', 'http://wiki.corp/away']);
  expect(seen.map(({ host, headers }) => [host, headers.authorization])).toEqual([
    ['wiki.corp', 'Bearer abc'],
    ['wiki.corp', 'Bearer abc'],
    ['wiki.corp', 'Bearer abc'],
    ['other.example.com', undefined],
    ['public.corp', undefined],
    ['wiki.corp', undefined],
    ['both.corp', undefined],
    ['a.example.com', undefined],
    ['b.example', undefined],
  ]);
});

test('private headers that do not come, or cannot be sent, fail the request', async () => {
  const { get, seen } = await startNetwork({ names: { 'wiki.corp': ['10.0.0.1'] } });
  const cause = new Error('no vault');
  for (const [privateHeaders, error] of [
    [() => Promise.reject(cause), { code: 'NETWORK_FAILED', cause }],
    [() => ({ host: 'evil.example' }), { code: 'NETWORK_FAILED' }],
    [() => new Promise<undefined>(() => undefined), { code: 'NETWORK_TIMED_OUT' }],
  ] as const) {
    const asked = get('http://wiki.corp/', { allowedPrivateHosts: ['wiki.corp'], privateHeaders, timeoutMs: 200 });
    await expect(asked).rejects.toMatchObject(error);
  }
  expect(seen).toEqual([]);
});

test('an error tells whether a private host was asked before it', async () => {
  const { get } = await startNetwork({
    names: { 'wiki.corp': ['10.0.0.1'] },
    redirects: {
      'wiki.corp/loopback': 'http://127.0.0.1/',
      'wiki.corp/gopher': 'gopher://x/',
      'wiki.corp/round': '/round',
      'site.example/loopback': 'http://127.0.0.1/',
    },
  });
  const allowedPrivateHosts = ['wiki.corp'];
  for (const path of ['loopback', 'gopher', 'round']) {
    const error = { details: { isPrivate: true } };
    await expect(get(`http://wiki.corp/${path}`, { allowedPrivateHosts }), path).rejects.toMatchObject(error);
  }
  const tooLarge = await get('http://wiki.corp/', { allowedPrivateHosts, maxBodyBytes: 1 });
  await expect(tooLarge.text()).rejects.toMatchObject({ code: 'NETWORK_BODY_TOO_LARGE', details: { isPrivate: true } });
  const open: unknown = await get('http://site.example/loopback', { allowedPrivateHosts }).catch(
    (error: unknown) => error,
  );
  expect(open).toMatchObject({ code: 'NETWORK_ADDRESS_REFUSED' });
  expect(open).not.toMatchObject({ details: { isPrivate: true } });
});
