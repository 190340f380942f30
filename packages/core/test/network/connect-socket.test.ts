import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { createGuardedFetch } from '@loadout/core/network';
import { expect, onTestFinished, test } from 'vitest';
// Reaches inside: the connector that is used by default cannot be pointed to loopback from outside.
import { type ConnectTarget, connectToAny, openSocket } from '../../src/network/connect-socket.js';
import { publicAddress, resolveAllTo, startHttp, startTcp } from './loopback.js';

const ca = readFileSync(new URL('fixtures/site.cert.pem', import.meta.url), 'utf8');
const key = readFileSync(new URL('fixtures/site.key.pem', import.meta.url), 'utf8');
const never = new AbortController().signal;

const target = (port: number, hostname: string, protocol: 'http:' | 'https:' = 'https:'): ConnectTarget => ({
  address: '127.0.0.1',
  family: 4,
  port,
  hostname,
  protocol,
});

async function startTls(): Promise<{ readonly port: number; readonly names: readonly unknown[] }> {
  const names: unknown[] = [];
  const server = createServer({ key, cert: ca, ALPNProtocols: ['h2', 'http/1.1'] }, (socket: TLSSocket) => {
    names.push(socket.servername);
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret'));
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, names };
}

test('10.2 TLS checks the certificate for the name in the URL, while the socket goes to the judged address', async () => {
  const server = await startTls();
  const fetch = createGuardedFetch({
    resolveHost: resolveAllTo(publicAddress),
    connect: ({ hostname }, signal) => openSocket(target(server.port, hostname), signal, { ca }),
  });
  expect(await (await fetch('https://site.example/')).text()).toBe('secret');
  expect(await (await fetch('https://site.example./')).text()).toBe('secret');
  expect(server.names).toEqual(['site.example', 'site.example']);
  const error = await fetch('https://other.example/').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'NETWORK_FAILED', details: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } });
});

test('an address in the URL is checked against the addresses in the certificate', async () => {
  const server = await startTls();
  const socket = await openSocket(target(server.port, '127.0.0.1'), never, { ca });
  socket.write('GET');
  await once(socket, 'data');
  socket.destroy();
  expect(server.names).toEqual([false]);
});

test('a certificate that nobody trusts is refused, also where the environment switches checks off', async () => {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  onTestFinished(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  });
  const server = await startTls();
  await expect(openSocket(target(server.port, 'site.example'), never)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
});

test('a connection that is refused, closed before TLS, or aborted rejects', async () => {
  const closing = await startTcp((socket) => socket.destroy());
  await expect(openSocket(target(closing.port, 'site.example'), never)).rejects.toThrow();
  await expect(openSocket(target(1, 'site.example', 'http:'), never)).rejects.toMatchObject({ code: 'ECONNREFUSED' });

  const silent = await startTcp(() => {});
  const controller = new AbortController();
  const pending = openSocket(target(silent.port, 'site.example'), controller.signal);
  setImmediate(() => controller.abort(new Error('enough')));
  await expect(pending).rejects.toThrow('enough');
  await silent.idle();
});

test('addresses are tried in order until one answers, and the last failure is told', async () => {
  const server = await startHttp((_request, response) => response.end());
  const targets = [target(1, 'site.example', 'http:'), target(server.port, 'site.example', 'http:')];
  const { socket } = await connectToAny(targets, openSocket, never);
  expect(socket.remotePort).toBe(server.port);
  socket.destroy();
  await expect(connectToAny(targets.slice(0, 1), openSocket, never)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
