import { once } from 'node:events';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { createGuardedFetch, type GuardedFetchOptions, type GuardedResponse } from '@loadout/core/network';
import { expect, test } from 'vitest';
import { connectTo, type LoopbackServer, publicAddress, resolveAllTo, startHttp, startTcp } from './loopback.js';

function get(server: LoopbackServer, options?: GuardedFetchOptions): Promise<GuardedResponse> {
  const fetch = createGuardedFetch({ resolveHost: resolveAllTo(publicAddress), connect: connectTo(server.port) });
  return fetch('http://site.example/', options);
}

async function serve(body: Uint8Array | string, headers: Record<string, string> = {}): Promise<LoopbackServer> {
  return startHttp((_request, response) => response.writeHead(200, headers).end(body));
}

const tooLarge = { code: 'NETWORK_BODY_TOO_LARGE' };
const failed = { code: 'NETWORK_FAILED' };

test('gzip, deflate in both forms and brotli are decompressed', async () => {
  const text = 'Grüße '.repeat(5_000);
  for (const [encoding, bytes] of [
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ] as const) {
    const response = await get(await serve(bytes, { 'content-encoding': encoding }));
    expect(await response.text(), encoding).toBe(text);
  }
});

test('an empty body is empty, also when it is called compressed', async () => {
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd']) {
    const response = await get(await serve('', { 'content-encoding': encoding }));
    expect(await response.bytes()).toEqual(new Uint8Array(0));
  }
  const head = await get(await serve('x', { 'content-encoding': 'gzip' }), { method: 'HEAD' });
  expect(await head.text()).toBe('');
});

test('a body that ends in the middle of its compression counts as far as it goes', async () => {
  const whole = gzipSync('x'.repeat(1_000));
  const response = await get(await serve(whole.subarray(0, whole.length - 8), { 'content-encoding': 'gzip' }));
  expect(await response.text()).toBe('x'.repeat(1_000));
});

test('10.4 chained and unknown encodings are refused, and broken ones fail', async () => {
  for (const encoding of ['gzip, gzip', 'br, gzip', 'zstd', 'compress', 'gzip;q=1']) {
    const response = await get(await serve(gzipSync(gzipSync('x')), { 'content-encoding': encoding }));
    await expect(response.bytes(), encoding).rejects.toMatchObject(failed);
  }
  for (const encoding of ['gzip', 'deflate', 'br']) {
    const response = await get(await serve('this is no compressed text', { 'content-encoding': encoding }));
    await expect(response.bytes(), encoding).rejects.toMatchObject(failed);
  }
});

test('10.4 a body may be as long as the bound and no longer', async () => {
  const server = await startHttp((_request, response) => response.write('x'.repeat(1_000)) && response.end());
  expect((await (await get(server, { maxBodyBytes: 1_000 })).bytes()).length).toBe(1_000);
  await expect((await get(server, { maxBodyBytes: 999 })).bytes()).rejects.toMatchObject(tooLarge);
  await server.idle();
});

test('10.4 a bomb is stopped at the bound, in every encoding', async () => {
  const zeros = Buffer.alloc(200_000_000);
  for (const [encoding, bomb] of [
    ['gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros, { params: { 1: 1 } })],
  ] as const) {
    expect(bomb.length).toBeLessThan(1_000_000);
    const server = await serve(bomb, { 'content-encoding': encoding });
    const before = process.memoryUsage().arrayBuffers;
    await expect((await get(server, { maxBodyBytes: 1_000_000 })).bytes(), encoding).rejects.toMatchObject(tooLarge);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    await server.idle();
  }
});

test('10.4 an endless body is stopped at the bound', async () => {
  const server = await startHttp((_request, response) => {
    const pump = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', pump);
    pump();
  });
  await expect((await get(server, { maxBodyBytes: 1_000_000 })).bytes()).rejects.toMatchObject(tooLarge);
  await server.idle();
});

test('10.4 an endless compressed body that unpacks to nothing is stopped too', async () => {
  const emptyBlocks = Buffer.from('000000ffff'.repeat(10_000), 'hex');
  const server = await startHttp((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.write(gzipSync('').subarray(0, 10));
    const pump = (): void => {
      while (!response.destroyed && response.write(emptyBlocks));
    };
    response.on('drain', pump);
    pump();
  });
  await expect((await get(server, { maxBodyBytes: 1_000_000 })).bytes()).rejects.toMatchObject(tooLarge);
  await server.idle();
});

test('10.4 an announced length above the bound is refused before the body comes', async () => {
  const server = await startTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n');
  });
  await expect((await get(server)).bytes()).rejects.toMatchObject(tooLarge);
  await server.idle();
});

test('10.4 a length that lies gives an error or the announced bytes, never more', async () => {
  const short = await startTcp((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'));
  await expect((await get(short)).bytes()).rejects.toMatchObject(failed);
  const long = await startTcp((socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n${'x'.repeat(100)}`));
  expect(await (await get(long)).text()).toBe('xxxxx');
  const two = await startTcp((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'),
  );
  await expect(get(two).then((response) => response.bytes())).rejects.toMatchObject(failed);
});

test('10.4 a body that drips ends with the deadline', async () => {
  const server = await startHttp((_request, response) => {
    const drip = setInterval(() => response.write('x'), 10);
    response.once('close', () => clearInterval(drip));
  });
  const startedAt = performance.now();
  const response = await get(server, { timeoutMs: 300 });
  await expect(response.bytes()).rejects.toMatchObject({ code: 'NETWORK_TIMED_OUT' });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await server.idle();
});

test('10.4 silence at any stage ends with the deadline', async () => {
  const timedOut = { code: 'NETWORK_TIMED_OUT' };
  const silent = await startTcp(() => {});
  await expect(get(silent, { timeoutMs: 100 })).rejects.toMatchObject(timedOut);
  await silent.idle();

  const inform = await startTcp((socket) => {
    const flood = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 30);
    socket.once('close', () => clearInterval(flood));
  });
  await expect(get(inform, { timeoutMs: 200 })).rejects.toMatchObject(timedOut);
  await inform.idle();

  const never = () => new Promise<never>(() => {});
  const resolving = createGuardedFetch({ resolveHost: never, connect: never });
  await expect(resolving('http://site.example/', { timeoutMs: 100 })).rejects.toMatchObject(timedOut);
  const connecting = createGuardedFetch({ resolveHost: resolveAllTo(publicAddress), connect: never });
  await expect(connecting('http://site.example/', { timeoutMs: 100 })).rejects.toMatchObject(timedOut);
});

test('10.4 the deadline covers redirects together', async () => {
  const server = await startHttp((_request, response) => {
    setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
  });
  await expect(get(server, { timeoutMs: 250 })).rejects.toMatchObject({ code: 'NETWORK_TIMED_OUT' });
  await server.idle();
});

test('10.4 headers are bounded', async () => {
  const flood = await startTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const pump = (): void => {
      while (!socket.destroyed && socket.write(`X-${'a'.repeat(1_000)}: b\r\n`));
    };
    socket.on('drain', pump);
    pump();
  });
  await expect(get(flood)).rejects.toMatchObject(failed);
  await flood.idle();
});

test('what is not HTTP fails', async () => {
  const server = await startTcp((socket) => socket.end('220 mail.example ESMTP\r\n'));
  const error = await get(server).catch((reason: unknown) => reason);
  expect(error).toMatchObject(failed);
  expect(String(error)).toContain('valid HTTP');
});

test('an abort in the middle of the body ends it at once and closes the connection', async () => {
  const server = await startHttp((_request, response) => {
    response.write('begin');
  });
  const controller = new AbortController();
  const response = await get(server, { signal: controller.signal });
  const reading = response.bytes();
  controller.abort(new Error('enough'));
  await expect(reading).rejects.toMatchObject({ ...failed, cause: { message: 'enough' } });
  await server.idle();
});

test('an abort before, while resolving, while connecting and before the answer ends it at once', async () => {
  const aborted = new AbortController();
  aborted.abort();
  const server = await startTcp(() => {});
  await expect(get(server, { signal: aborted.signal })).rejects.toMatchObject(failed);
  expect(server.sockets.size).toBe(0);

  const never = () => new Promise<never>(() => {});
  const loopback = connectTo(server.port);
  const resolveHost = resolveAllTo(publicAddress);
  for (const network of [
    { resolveHost: never, connect: loopback },
    { resolveHost, connect: never },
    { resolveHost, connect: loopback },
  ]) {
    const controller = new AbortController();
    const pending = createGuardedFetch(network)('http://site.example/', { signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(pending).rejects.toMatchObject({ ...failed, details: { cancelled: true } });
  }
  await server.idle();
});

test('a socket that comes after the abort is closed', async () => {
  const server = await startTcp(() => {});
  const loopback = connectTo(server.port);
  const controller = new AbortController();
  let closed: Promise<unknown> | undefined;
  const fetch = createGuardedFetch({
    resolveHost: resolveAllTo(publicAddress),
    connect: async (target) => {
      controller.abort();
      const socket = await loopback(target, new AbortController().signal);
      closed = once(socket, 'close');
      return socket;
    },
  });
  await expect(fetch('http://site.example/', { signal: controller.signal })).rejects.toMatchObject(failed);
  await expect.poll(() => closed).toBeDefined();
  await closed;
  await server.idle();
});

test('a connection that is reset in the middle of the body fails', async () => {
  for (const encoding of ['', 'Content-Encoding: gzip\r\n']) {
    const server = await startTcp((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${encoding}Content-Length: 1000\r\n\r\n`);
      socket.write(gzipSync('x'.repeat(10_000)).subarray(0, 15), () => socket.resetAndDestroy());
    });
    const error = await get(server)
      .then((response) => response.bytes())
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject(failed);
    await server.idle();
  }
});
