import { gzipSync } from 'node:zlib';
import { createGuardedFetch, type GuardedFetchOptions, type GuardedResponse } from '@loadout/core/network';
import { expect, test } from 'vitest';
import { connectTo, type LoopbackServer, publicAddress, resolveAllTo, startHttp, startTcp } from './loopback.js';

const resolveHost = resolveAllTo(publicAddress);
const timedOut = { code: 'NETWORK_TIMED_OUT' };

function get(server: LoopbackServer, options: GuardedFetchOptions = {}): Promise<GuardedResponse> {
  return createGuardedFetch({ resolveHost, connect: connectTo(server.port) })('http://site.example/', options);
}

test('10.4 a server that sends no headers, or drips them, ends with their own deadline', async () => {
  const silent = await startTcp(() => {});
  await expect(get(silent, { headersTimeoutMs: 50 })).rejects.toMatchObject({
    ...timedOut,
    message: 'The server "site.example" did not answer within 50 ms.',
  });
  await silent.idle();
  const dripping = await startTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('X: y\r\n'), 10);
    socket.once('close', () => clearInterval(drip));
  });
  await expect(get(dripping, { headersTimeoutMs: 150 })).rejects.toMatchObject(timedOut);
  await dripping.idle();
});

test('10.4 the deadline of headers covers look-up and connection', async () => {
  const never = () => new Promise<never>(() => {});
  for (const network of [
    { resolveHost: never, connect: never },
    { resolveHost, connect: never },
  ]) {
    const fetch = createGuardedFetch(network);
    await expect(fetch('http://site.example/', { headersTimeoutMs: 50 })).rejects.toMatchObject(timedOut);
  }
});

test('10.4 the deadline of headers is of each hop, and not of the body', async () => {
  const server = await startHttp((request, response) => {
    const hop = Number(request.url?.slice(1));
    setTimeout(() => {
      if (hop < 4) response.writeHead(302, { location: `/${hop + 1}` }).end();
      else {
        response.write('begin ');
        setTimeout(() => response.end('end'), 400);
      }
    }, 80);
  });
  const fetch = createGuardedFetch({ resolveHost, connect: connectTo(server.port) });
  const response = await fetch('http://site.example/0', { headersTimeoutMs: 300 });
  expect(await response.text()).toBe('begin end');
});

test('10.4 a body that falls silent ends with a deadline of its own, compressed or not', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const server = await startHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.write(encoding === 'gzip' ? gzipSync('begin').subarray(0, 12) : 'begin');
    });
    const response = await get(server, { idleTimeoutMs: 80 });
    await expect(response.bytes()).rejects.toMatchObject({
      ...timedOut,
      message: 'The server "site.example" sent no more of the body within 80 ms.',
    });
    await server.idle();
  }
});

test('10.4 what goes on within a body without bytes of it counts as silence', async () => {
  const server = await startTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5');
    const extension = setInterval(() => socket.write(';x=y'), 10);
    socket.once('close', () => clearInterval(extension));
  });
  const response = await get(server, { idleTimeoutMs: 200 });
  await expect(response.bytes()).rejects.toMatchObject(timedOut);
  await server.idle();
});

test('a body that comes slowly but steadily is read whole', async () => {
  const server = await startHttp((_request, response) => {
    let left = 10;
    const drip = setInterval(() => {
      left -= 1;
      if (left > 0) response.write('x');
      else response.end('.');
    }, 50);
    response.once('close', () => clearInterval(drip));
  });
  expect(await (await get(server, { idleTimeoutMs: 400 })).text()).toBe('xxxxxxxxx.');
});

test('answers of 1xx are passed over, a flood of them is refused, and no protocol is switched', async () => {
  const hinting = await startTcp((socket) => {
    socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\nSet-Cookie: a=b\r\n\r\n');
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  });
  const response = await get(hinting);
  expect(response).toMatchObject({ status: 200 });
  expect([...response.headers.keys()]).toEqual(['content-length']);
  expect(await response.text()).toBe('ok');

  const flood = await startTcp((socket) => {
    const pump = (): void => {
      while (!socket.destroyed && socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)));
    };
    socket.on('drain', pump);
    pump();
  });
  await expect(get(flood)).rejects.toMatchObject({
    code: 'NETWORK_FAILED',
    message: expect.stringContaining('than 20'),
  });
  await flood.idle();

  const switching = await startTcp((socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
  });
  await expect(get(switching)).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
  await switching.idle();
});

test('answers without a body are empty, whatever their headers say', async () => {
  for (const [status, headers] of [
    [204, ''],
    [304, 'Content-Length: 1000\r\nContent-Encoding: gzip\r\n'],
    [200, 'Content-Length: 0\r\n'],
  ] as const) {
    const server = await startTcp((socket) => socket.end(`HTTP/1.1 ${status} X\r\n${headers}\r\n`));
    const response = await get(server);
    expect(response.status).toBe(status);
    expect((await response.bytes()).byteLength, String(status)).toBe(0);
    await server.idle();
  }
});

test('a 3xx that names no place is an answer', async () => {
  for (const headers of ['', 'Location:\r\n', 'Location:   \r\n', 'Refresh: 0;url=http://127.0.0.1/\r\n']) {
    const server = await startTcp((socket) => socket.end(`HTTP/1.1 302 Found\r\n${headers}Content-Length: 0\r\n\r\n`));
    expect((await get(server)).status, headers).toBe(302);
  }
  for (const status of [300, 304, 305, 306, 201]) {
    const server = await startHttp((_request, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1/' }).end();
    });
    expect((await get(server)).status, String(status)).toBe(status);
  }
});

test('a limit that is no number is refused', async () => {
  const fetch = createGuardedFetch({ resolveHost, connect: resolveHost as never });
  for (const options of [{ headersTimeoutMs: Number.NaN }, { idleTimeoutMs: -1 }, { timeoutMs: 'soon' as never }]) {
    await expect(fetch('http://site.example/', options)).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
  }
});

test('10.4 what a server sends around a body is bounded: a status, extensions of chunks, chunks of one byte', async () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  for (const [start, more] of [
    ['HTTP/1.1 200 ', 'O'.repeat(10_000)],
    [`${chunked}3;`, 'a=b;'.repeat(2_500)],
    [chunked, `1;${'a'.repeat(10_000)}\r\na\r\n`],
  ] as const) {
    const server = await startTcp((socket) => {
      const pour = (): void => {
        while (!socket.destroyed && socket.write(more));
      };
      socket.on('drain', pour).write(start, pour);
    });
    const reading = get(server, { maxBodyBytes: 100_000 }).then((response) => response.bytes());
    await expect(reading).rejects.toMatchObject({ code: 'NETWORK_FAILED', details: { mostBytes: 1_248_576 } });
    await server.idle();
  }
});

test('a server that ends in the middle of an answer is told as such', async () => {
  const server = await startHttp((_request, response) => {
    response.writeHead(200).write('half', () => response.socket?.resetAndDestroy());
  });
  const reading = get(server).then((response) => response.bytes());
  await expect(reading).rejects.toThrow('The server "site.example" closed the connection too early');
});
