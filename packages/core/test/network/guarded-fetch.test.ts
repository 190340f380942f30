import { once } from 'node:events';
import { createGuardedFetch, type HostAddress, type SocketConnector } from '@loadout/core/network';
import { expect, onTestFinished, test } from 'vitest';
import { answers, connectNowhere, connectTo, publicAddress, resolveAllTo, startHttp, startTcp } from './loopback.js';

const resolveHost = resolveAllTo(publicAddress);

test('reads a page with its status, headers and body', async () => {
  const server = await startHttp((request, response) => {
    response.setHeader('X-Path', request.url ?? '');
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response
      .writeHead(404, { 'content-type': 'text/plain; charset=iso-8859-1' })
      .end(Buffer.from('Stra\xdfe', 'latin1'));
  });
  const connect = connectTo(server.port);
  const response = await createGuardedFetch({ resolveHost, connect })('http://site.example:8080/a?b=c#d');
  expect(response).toMatchObject({ url: 'http://site.example:8080/a?b=c#d', status: 404, ok: false });
  expect(response.headers.get('x-path')).toBe('/a?b=c');
  expect(response.headers.get('set-cookie')).toBe('a=1, b=2');
  expect(await response.text()).toBe('Straße');
  await expect(response.bytes()).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
  expect(connect.targets).toEqual([
    { address: publicAddress, family: 4, port: 8080, hostname: 'site.example', protocol: 'http:' },
  ]);
  await server.idle();
});

test('sends method, headers and body, says who it is, and asks for what it can decode', async () => {
  const server = await startHttp(async (request, response) => {
    const body = (await request.toArray()).join('');
    response.end(JSON.stringify({ method: request.method, headers: request.headers, body }));
  });
  const fetch = createGuardedFetch({ resolveHost, connect: connectTo(server.port), userAgent: 'Reader/9' });
  const headers = { 'Content-Type': 'text/plain', 'X-Own': 'yes' };
  const response = await fetch('https://site.example/', { method: 'POST', headers, body: 'hello' });
  expect(await response.json()).toMatchObject({
    method: 'POST',
    body: 'hello',
    headers: {
      host: 'site.example',
      'user-agent': 'Reader/9',
      'accept-encoding': 'gzip, deflate, br',
      'content-type': 'text/plain',
      'x-own': 'yes',
      connection: 'close',
    },
  });
});

test('refuses methods and headers that belong to the connection', async () => {
  const fetch = createGuardedFetch({ resolveHost, connect: connectNowhere() });
  for (const name of ['Host', 'Transfer-Encoding', 'Proxy-Authorization', 'Connection']) {
    await expect(fetch('https://site.example/', { headers: { [name]: 'x' } })).rejects.toMatchObject({
      code: 'NETWORK_FAILED',
    });
  }
  const method = 'CONNECT' as 'GET';
  await expect(fetch('https://site.example/', { method })).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
});

test('a header that cannot be sent fails, and leaves no connection behind', async () => {
  const server = await startTcp(() => {});
  const fetch = createGuardedFetch({ resolveHost, connect: connectTo(server.port) });
  await expect(fetch('https://site.example/', { headers: { 'x-own': 'a\r\nb: c' } })).rejects.toMatchObject({
    code: 'NETWORK_FAILED',
    details: { code: 'UND_ERR_INVALID_ARG' },
  });
  await server.idle();
});

test('10.1 URLs of other schemes, with credentials or for other protocols are refused without a look-up', async () => {
  const resolver = resolveAllTo(publicAddress);
  const fetch = createGuardedFetch({ resolveHost: resolver, connect: connectNowhere() });
  const urls = [
    'ftp://site.example/',
    'file:///etc/passwd',
    'https://me:secret@site.example/',
    'http://site.example:25/',
  ];
  for (const url of [...urls, 'nonsense', `https://site.example/${'a'.repeat(20_000)}`]) {
    const error = await fetch(url).catch((reason: unknown) => reason);
    expect(error, url.slice(0, 40)).toMatchObject({ code: 'NETWORK_URL_INVALID' });
    expect(String(error)).not.toContain('secret');
  }
  expect(resolver.asked).toEqual([]);
});

test('10.1 a name of a private network is refused whatever the resolver says', async () => {
  const fetch = createGuardedFetch({ resolveHost, connect: connectNowhere() });
  for (const name of ['localhost', 'a.localhost', 'intranet', 'metadata.google.internal', 'nas.lan', 'x.home.arpa']) {
    for (const host of [name, `${name}.`, name.toUpperCase()]) {
      await expect(fetch(`http://${host}/`)).rejects.toMatchObject({ code: 'NETWORK_ADDRESS_REFUSED' });
    }
  }
});

test('10.1 a refusal does not tell the private address to whoever reads the message', async () => {
  const fetch = createGuardedFetch({ resolveHost: resolveAllTo('10.20.30.40'), connect: connectNowhere() });
  const error = (await fetch('https://site.example/').catch((reason: unknown) => reason)) as Error;
  expect(error.message).toBe('The host "site.example" has an address that is not public (private).');
});

test('10.2 a redirect to a refused target is not followed', async () => {
  const targets = [
    'http://127.0.0.1/',
    'http://[::1]/',
    '//2130706433/',
    'http://10.example.net/',
    'gopher://site.example/',
  ];
  for (const location of targets) {
    const server = await startHttp((_request, response) => response.writeHead(302, { location }).end());
    const connect = connectTo(server.port);
    const resolver = async (host: string) => answers(host === '10.example.net' ? ['10.0.0.1'] : [publicAddress]);
    await expect(createGuardedFetch({ resolveHost: resolver, connect })('http://site.example/')).rejects.toMatchObject({
      code: location.startsWith('gopher') ? 'NETWORK_URL_INVALID' : 'NETWORK_ADDRESS_REFUSED',
    });
    expect(connect.targets).toHaveLength(1);
    await server.idle();
  }
});

test('10.2 a name that is public at first and private later gets no connection to the private address', async () => {
  const server = await startHttp((_request, response) => response.writeHead(302, { location: '/again' }).end());
  const rounds = [[publicAddress], ['127.0.0.1']];
  const connect = connectTo(server.port);
  const rebinding = async () => answers(rounds.shift() ?? []);
  await expect(createGuardedFetch({ resolveHost: rebinding, connect })('http://site.example/')).rejects.toMatchObject({
    code: 'NETWORK_ADDRESS_REFUSED',
  });
  expect(connect.targets.map(({ address }) => address)).toEqual([publicAddress]);
});

test('10.2 one look-up serves one hop: the connection asks no resolver', async () => {
  const server = await startHttp((_request, response) => response.end('ok'));
  const resolver = resolveAllTo(publicAddress);
  const response = await createGuardedFetch({ resolveHost: resolver, connect: connectTo(server.port) })(
    'https://site.example/',
  );
  expect(await response.text()).toBe('ok');
  expect(resolver.asked).toEqual(['site.example']);
});

test('10.2 one private address among the answers refuses the host', async () => {
  for (const bad of ['192.168.0.1', '::1', '::ffff:10.0.0.1', '169.254.169.254']) {
    for (const mixed of [
      [publicAddress, bad],
      [bad, publicAddress],
      [publicAddress, '8.8.8.8', bad],
    ]) {
      const connect = connectNowhere();
      const fetch = createGuardedFetch({ resolveHost: resolveAllTo(...mixed), connect });
      await expect(fetch('https://site.example/')).rejects.toMatchObject({ code: 'NETWORK_ADDRESS_REFUSED' });
      expect(connect.targets).toEqual([]);
    }
  }
});

test('10.2 empty and malformed answers refuse the host', async () => {
  const good = { address: publicAddress, family: 4 };
  const malformed: unknown[] = [
    [],
    undefined,
    null,
    'text',
    publicAddress,
    [publicAddress],
    [{ address: publicAddress }],
    [{ address: publicAddress, family: 6 }],
    [{ address: 'site.example', family: 4 }],
    [good, { address: '', family: 4 }],
    [good, null],
    Array.from({ length: 300 }, () => good),
  ];
  for (const answer of malformed) {
    const resolver = async () => answer as readonly HostAddress[];
    const fetch = createGuardedFetch({ resolveHost: resolver, connect: connectNowhere() });
    await expect(fetch('https://site.example/')).rejects.toMatchObject({ code: 'NETWORK_NAME_UNRESOLVED' });
  }
  const failing = () => Promise.reject(new Error('SERVFAIL'));
  await expect(
    createGuardedFetch({ resolveHost: failing, connect: connectNowhere() })('https://site.example/'),
  ).rejects.toMatchObject({ code: 'NETWORK_NAME_UNRESOLVED' });
});

test('10.2 an IPv4-mapped answer is connected to as the IPv4 address it is', async () => {
  const server = await startHttp((_request, response) => response.end());
  const connect = connectTo(server.port);
  const fetch = createGuardedFetch({ resolveHost: resolveAllTo('::ffff:8.8.8.8', '8.8.8.8'), connect });
  await (await fetch('https://site.example/')).discard();
  expect(connect.targets).toMatchObject([{ address: '8.8.8.8', family: 4 }]);
});

test('10.2 the next judged address is tried when one does not answer', async () => {
  const server = await startHttp((_request, response) => response.end('ok'));
  const loopback = connectTo(server.port);
  const tried: string[] = [];
  const connect: SocketConnector = (target, signal) => {
    tried.push(target.address);
    if (target.family === 6) throw Object.assign(new Error('connect ENETUNREACH'), { code: 'ENETUNREACH' });
    return loopback(target, signal);
  };
  const both = resolveAllTo('2606:2800:21f:cb07:6820:80da:af6b:8b2c', publicAddress);
  const response = await createGuardedFetch({ resolveHost: both, connect })('https://site.example/');
  expect(await response.text()).toBe('ok');
  expect(tried).toEqual(['2606:2800:21f:cb07:6820:80da:af6b:8b2c', publicAddress]);
});

test('10.2 another origin gets no authorization, cookie or other key, also not on the way back', async () => {
  const received: unknown[] = [];
  const route: Record<string, string> = { '/1': '/2', '/2': 'https://other.example/3', '/3': 'https://site.example/4' };
  const server = await startHttp((request, response) => {
    const { authorization, cookie, accept, 'x-api-key': key } = request.headers;
    received.push([request.headers.host, authorization, cookie, key, accept]);
    const location = route[request.url ?? ''];
    if (location) response.writeHead(307, { location }).end();
    else response.end();
  });
  const fetch = createGuardedFetch({ resolveHost, connect: connectTo(server.port) });
  const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'k', Accept: 'text/html' };
  const response = await fetch('https://site.example/1', { headers });
  await response.discard();
  expect(received).toEqual([
    ['site.example', 'Bearer x', 'a=b', 'k', 'text/html'],
    ['site.example', 'Bearer x', 'a=b', 'k', 'text/html'],
    ['other.example', undefined, undefined, undefined, 'text/html'],
    ['site.example', undefined, undefined, undefined, 'text/html'],
  ]);
});

test('a redirect changes the method and drops the body where the fetch standard says so', async () => {
  for (const [status, method, next] of [
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [302, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'DELETE', 'DELETE'],
  ] as const) {
    const seen: unknown[] = [];
    const server = await startHttp(async (request, response) => {
      const body = (await request.toArray()).join('');
      seen.push([request.method, body, request.headers['content-type']]);
      if (request.url === '/') response.writeHead(status, { location: '/next' }).end();
      else response.end();
    });
    const fetch = createGuardedFetch({ resolveHost, connect: connectTo(server.port) });
    const body = method === 'HEAD' ? {} : { body: 'x', headers: { 'content-type': 'text/plain' } };
    await (await fetch('http://site.example/', { method, ...body })).discard();
    const sent = method === 'HEAD' ? ['', undefined] : ['x', 'text/plain'];
    const kept = next === method ? sent : ['', undefined];
    expect(seen, `${status} ${method}`).toEqual([
      [method, ...sent],
      [next, ...kept],
    ]);
  }
});

test('a redirect in UTF-8 and a relative one lead on; the fragment is kept', async () => {
  const server = await startHttp((request, response) => {
    if (request.url === '/a/b')
      response.writeHead(302, { location: Buffer.from('c/ü?x', 'utf8').toString('latin1') }).end();
    else response.end(request.url);
  });
  const response = await createGuardedFetch({ resolveHost, connect: connectTo(server.port) })(
    'http://site.example/a/b#f',
  );
  expect(response.url).toBe('http://site.example/a/c/%C3%BC?x#f');
  expect(await response.text()).toBe('/a/c/%C3%BC?x');
});

test('a redirect to two places at once is refused', async () => {
  const server = await startTcp((socket) => {
    socket.end('HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n');
  });
  const fetch = createGuardedFetch({ resolveHost, connect: connectTo(server.port) });
  await expect(fetch('http://site.example/')).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
});

test('10.4 redirects are bounded: ten are followed, and no caller gets more', async () => {
  const server = await startHttp((request, response) => {
    const hop = Number(request.url?.slice(1));
    if (hop > 0) response.writeHead(302, { location: `/${hop - 1}` });
    response.end();
  });
  const connect = connectTo(server.port);
  const fetch = createGuardedFetch({ resolveHost, connect });
  expect((await fetch('http://site.example/10')).status).toBe(200);
  const code = 'NETWORK_TOO_MANY_REDIRECTS';
  await expect(fetch('http://site.example/11')).rejects.toMatchObject({ code });
  await expect(fetch('http://site.example/50', { maxRedirects: 50 })).rejects.toMatchObject({ code });
  await expect(fetch('http://site.example/1', { maxRedirects: 0 })).rejects.toMatchObject({ code });
  expect(connect.targets).toHaveLength(11 + 11 + 11 + 1);
  await expect(fetch('http://site.example/1', { maxRedirects: -1 })).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
});

test('no proxy of the environment is used', async () => {
  const asked: string[] = [];
  const proxy = await startHttp((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => process.env[name]);
  onTestFinished(() => {
    for (const [index, name] of names.entries()) {
      const value = before[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : `http://127.0.0.1:${proxy.port}`;
  const server = await startHttp((_request, response) => response.end('direct'));
  const fetch = createGuardedFetch({ resolveHost, connect: connectTo(server.port) });
  expect(await (await fetch('http://site.example/')).text()).toBe('direct');
  expect(asked).toEqual([]);
});

test('a body that nobody reads is dropped, and its connection closed', async () => {
  const server = await startHttp((_request, response) => {
    response.write('begin');
  });
  const fetch = createGuardedFetch({ resolveHost, connect: connectTo(server.port) });
  const dropped = await fetch('http://site.example/');
  await dropped.discard();
  await server.idle();
  await fetch('http://site.example/', { timeoutMs: 200 });
  expect(server.sockets.size).toBe(1);
  await server.idle();
});

test('an IPv6 literal reaches the connector without brackets', async () => {
  const server = await startHttp((request, response) => response.end(request.headers.host));
  const connect = connectTo(server.port);
  const response = await createGuardedFetch({ resolveHost: connectNever, connect })('https://[2606:4700:4700::1111]/');
  expect(await response.text()).toBe('[2606:4700:4700::1111]');
  expect(connect.targets).toMatchObject([
    { address: '2606:4700:4700::1111', hostname: '2606:4700:4700::1111', family: 6 },
  ]);
});

async function connectNever(): Promise<never> {
  throw new Error('an address is not looked up');
}

test('the first request of a server that closes at once fails, and is not repeated', async () => {
  let connections = 0;
  const server = await startTcp((socket) => {
    connections += 1;
    socket.destroy();
  });
  const fetch = createGuardedFetch({ resolveHost, connect: connectTo(server.port) });
  await expect(fetch('http://site.example/')).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
  expect(connections).toBe(1);
});

test('a connection that breaks between look-up and request fails as NETWORK_FAILED', async () => {
  const server = await startTcp(() => {});
  const loopback = connectTo(server.port);
  const connect: SocketConnector = async (target, signal) => {
    const socket = await loopback(target, signal);
    socket.destroy();
    await once(socket, 'close');
    return socket;
  };
  await expect(createGuardedFetch({ resolveHost, connect })('http://site.example/')).rejects.toMatchObject({
    code: 'NETWORK_FAILED',
  });
});
