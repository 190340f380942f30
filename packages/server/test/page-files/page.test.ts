import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findPageFolder } from '../../src/page-files/page-folder.js';
import { strictHeaders } from '../../src/strict-headers.js';
import { makeFakePage, scriptText } from '../builders/fake-page.js';
import { open, type Sent, type StartOptions, send, start } from '../builders/start.js';

async function startPage(options: StartOptions = {}) {
  const folder = makeFakePage();
  const started = await start({}, { pageFolder: folder, ...options });
  /** Nobody's request, with what came back as it is. */
  const get = async (path: string, sent: Omit<Sent, 'path'> = {}) => {
    const response = await open(started.url, { token: null, ...sent, path });
    return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
  };
  return { ...started, folder, get };
}

const policyOf = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=(), '),
};

test('every path that is not of the API answers the document, with a nonce that is new each time', async () => {
  const { get } = await startPage();
  const nonces = new Set<string>();
  const paths = ['/', '/?q=x', '/sign-in', '/bots/demo/loadout', '/tools/crm_lookup', '/no/such/view', '/index.html'];
  for (const path of [...paths, '/providers/%40acme%2Fcrm', '/providers/socket.io', '/apix', '/bots/', '/healthz/x']) {
    const { status, headers, bytes } = await get(path);
    expect([path, status, headers]).toEqual([path, 200, expect.objectContaining(documentHeaders)]);
    const [, nonce = ''] = /<meta property="csp-nonce" nonce="([\w-]{24})">/.exec(String(bytes)) ?? [];
    expect(String(bytes)).toContain(`<script type="module" nonce="${nonce}" `);
    expect(String(bytes)).not.toContain('__LOADOUT_NONCE__');
    expect(headers['content-security-policy']).toBe(policyOf(nonce));
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['set-cookie']).toBeUndefined();
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(12);
});

test('the page that is built carries the nonce where the browser and its scripts look for it', async ({ skip }) => {
  const folder = findPageFolder();
  if (folder === null) return skip('the page is not built');
  const { get } = await startPage({ pageFolder: folder });
  const { headers, bytes } = await get('/');
  const [, nonce = ''] = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy'])) ?? [];
  expect(String(bytes)).toMatch(new RegExp(`<meta property="csp-nonce" nonce="${nonce}"`));
  expect(String(bytes)).not.toContain('__LOADOUT_NONCE__');
  // Nothing is written into the document that the policy would refuse.
  expect(String(bytes)).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style="/i);
  const [, script = ''] = /<script [^>]*src="(\/assets\/[^"]+\.js)"/.exec(String(bytes)) ?? [];
  const coded = await get(script, { headers: { 'accept-encoding': 'br' } });
  expect(coded.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(coded.bytes).equals((await get(script)).bytes)).toBe(true);
  expect((await get(`${script}.map`)).status).toBe(404);
});

test('files come with their types, may be kept for ever, and in the coding that the client takes', async () => {
  const { get } = await startPage();
  const common = strictHeaders;
  for (const [path, type] of [
    ['/assets/app-1a.js', 'text/javascript; charset=utf-8'],
    ['/assets/small-2b.css', 'text/css; charset=utf-8'],
    ['/assets/fonts/text-3c.woff2', 'font/woff2'],
  ] as const) {
    const { status, headers, bytes } = await get(path);
    const kept = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
    expect([path, status, headers]).toEqual([path, 200, expect.objectContaining({ ...common, ...kept })]);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['content-encoding']).toBeUndefined();
    expect([headers.etag, headers['last-modified']]).toEqual([undefined, undefined]);
  }
  const named = await get('/robots.txt');
  expect([named.status, named.headers['cache-control']]).toEqual([200, 'no-cache']);
  for (const [accepts, coding, decode] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0.1, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Uint8Array) => Buffer.from(bytes)],
  ] as const) {
    const { headers, bytes } = await get('/assets/app-1a.js', { headers: { 'accept-encoding': accepts } });
    expect([accepts, headers['content-encoding'], headers.vary]).toEqual([accepts, coding, 'accept-encoding']);
    expect(String(decode(bytes))).toBe(scriptText);
    expect(headers['content-length']).toBe(String(bytes.length));
  }
  // There is no copy of it.
  const small = await get('/assets/small-2b.css', { headers: { 'accept-encoding': 'br' } });
  expect([small.headers['content-encoding'], small.headers.vary]).toEqual([undefined, undefined]);
});

test('nothing is answered with 304, nor in parts', async () => {
  const { get } = await startPage();
  const headers = {
    'if-none-match': '*',
    'if-modified-since': new Date().toUTCString(),
    range: 'bytes=0-1',
  };
  for (const path of ['/', '/assets/app-1a.js']) expect((await get(path, { headers })).status).toBe(200);
});

test('HEAD has the headers of GET and no body', async () => {
  const { get } = await startPage();
  for (const path of ['/', '/assets/app-1a.js', '/assets/nothing.js']) {
    const got = await get(path);
    const { status, headers, bytes } = await get(path, { method: 'HEAD' });
    const { 'content-security-policy': _policy, date: _date, ...rest } = got.headers;
    expect([status, headers, bytes.length]).toEqual([got.status, expect.objectContaining(rest), 0]);
  }
});

test('what can only be a file and is none is 404, also for whoever climbs', async () => {
  const { get, url } = await startPage();
  for (const path of [
    ...['/favicon.ico', '/nothing.js', '/wp-login.php', '/static/app.js', '/a/b/main.tsx'],
    ...[
      '/assets',
      '/assets/',
      '/assets/fonts',
      '/assets/fonts/',
      '/assets/nothing',
      '/assets/app-1a.js/',
      '/ASSETS/x.js',
    ],
    ...['/assets/app-1a.js.map', '/assets/app-1a.js.br', '/assets/app-1a.js.gz', '/assets/page.tsx', '/assets/link.js'],
    ...['/.env', '/.git/config', '/.vite/manifest.json', '/assets/.hidden.js', '/a/.hidden/view'],
    ...[
      '/assets/../.env',
      '/assets/../../outside.js',
      '/../outside.js',
      '/assets/%2e%2e/.env',
      '/assets/..%2f..%2foutside.js',
    ],
    ...['/assets/%2e%2e%2f%2e%2e%2foutside.js', '/assets/..%5c..%5coutside.js'],
    ...[
      '/assets//app-1a.js',
      '//assets/app-1a.js',
      '/assets/app-1a.js%00',
      '/assets/%00',
      '/assets/%',
      '/%2e%2e/outside.js',
    ],
    ...['/assets/app-1a%2ejs', '/assets/__proto__', '/__proto__.js', '/constructor.js'],
  ]) {
    const { status, headers, bytes } = await get(path);
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/problem+json']);
    expect([path, String(bytes)]).toEqual([path, expect.not.stringContaining('secret')]);
  }
  // The path as it is, with nothing on the way that could tidy it.
  for (const path of [
    '/assets/../../outside.js',
    '/..\\outside.js',
    '/./assets/./../../outside.js',
    '/assets/..\\..\\x.js',
  ]) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect([path, answer]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 40[04] /)]);
    expect([path, answer]).toEqual([path, expect.not.stringContaining('secret')]);
  }
});

test('an id that ends as a file does is a view for whoever wants a document', async () => {
  const { get } = await startPage();
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  expect((await get('/providers/chart.js', { headers: { accept } })).status).toBe(200);
  for (const path of ['/providers/chart.js', '/chart.js', '/assets/chart.js']) {
    const headers = { accept: path === '/providers/chart.js' ? '*/*' : accept };
    expect([path, (await get(path, { headers })).status]).toEqual([path, 404]);
  }
});

test('other methods are refused, and the API stays what it is', async () => {
  const { get, url } = await startPage();
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    for (const path of ['/', '/assets/app-1a.js', '/bots/demo/loadout']) {
      const { status, headers } = await get(path, { method });
      expect([method, path, status, headers.allow]).toEqual([method, path, 405, 'GET, HEAD']);
    }
  }
  for (const path of ['/api', '/api/', '/api/v2', '/api/v1/nothing']) {
    expect([path, (await get(path)).status, (await send(url, { path })).status]).toEqual([path, 401, 404]);
  }
  expect((await send(url, { path: '/healthz', token: null })).body).toEqual({ status: 'ok' });
});

test('the page is there for its own host and origin alone; a link from elsewhere may lead to it', async () => {
  const { get, url } = await startPage();
  for (const path of ['/', '/assets/app-1a.js']) {
    expect((await get(path, { headers: { host: 'attacker.example' } })).status).toBe(403);
    expect((await get(path, { headers: { origin: 'http://attacker.example' } })).status).toBe(403);
    expect((await get(path, { headers: { origin: url } })).status).toBe(200);
  }
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect((await get('/bots/demo/loadout', { headers })).status).toBe(200);
});

test('the files are those that were there at the start', async () => {
  const { get, folder } = await startPage();
  writeFileSync(join(folder, 'assets/late-9z.js'), scriptText);
  expect((await get('/assets/late-9z.js')).status).toBe(404);
  expect((await get('/assets/app-1a.js')).status).toBe(200);
  rmSync(folder, { recursive: true });
  // What was read once is kept; what is gone now is not there.
  expect((await get('/assets/app-1a.js')).status).toBe(200);
  expect((await get('/')).status).toBe(200);
  expect((await get('/assets/small-2b.css')).status).toBe(404);
});

test('where the page was not built, it says so in words; where it is not wanted, nothing is told', async () => {
  const { get } = await startPage({ pageFolder: null });
  for (const path of ['/', '/bots/demo/loadout']) {
    const { status, headers, bytes } = await get(path);
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(String(bytes)).toMatch(/^The page is not in this build of the server\./);
  }
  const without = await startPage({ page: false });
  for (const path of ['/', '/assets/app-1a.js', '/sign-in']) {
    expect([path, (await without.get(path)).status]).toEqual([path, 401]);
    expect([path, (await send(without.url, { path })).status]).toEqual([path, 404]);
  }
});

test('the log has a line for each document, and a quiet one for each file', async () => {
  const { get, log } = await startPage();
  await get('/bots/of-interest');
  await get('/assets/app-1a.js');
  const lines = log.filter(({ event }) => event === 'http-request');
  expect(lines).toMatchObject([
    { level: 'info', data: { method: 'GET', route: '(page)', status: 200, token: null } },
    { level: 'debug', data: { method: 'GET', route: '(file)', status: 200, token: null } },
  ]);
  expect(JSON.stringify(log)).not.toContain('of-interest');
});

test('while the server closes, no connection of the page is kept', async () => {
  const { server, url } = await startPage();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  // A connection in the middle of a request is not idle.
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\nGET / HTTP/1.1\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  const closing = server.close();
  socket.write('host: localhost\r\n\r\n');
  expect(await text(socket)).toMatch(/connection: close/i);
  await closing;
});
