// How long the host's event loop is held while bots read hostile pages, four at once. The server is a thread of its own,
// so that only the reader counts.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { builtinTools } from '@loadout/builtin-tools';
import { createHost } from '@loadout/core';
import { createGuardedFetch } from '@loadout/core/network';
import { watchHeld } from './loop-held.mjs';
import { figure } from './measure.mjs';

const AT_ONCE = 4;
/** How often each page is read. */
const ROUNDS = 6;

const words = 'Some words about herons, and more of them. ';
const html = { 'content-type': 'text/html' };
/** The heaviest ones of the hostile server of the tests, each for another part of the way. */
const pages = {
  'deep nesting': () => [html, `${'<div>'.repeat(100_000)}${words}`],
  'table of 100,000 rows': () => [html, `<table>${'<tr><td>a<td>b'.repeat(100_000)}</table>`],
  '200,000 attributes': () => [html, `<p ${Array.from({ length: 200_000 }, (_, index) => `a${index}=1`).join(' ')}>a`],
  '50,000 paragraphs': () => [html, '<p>Some words of it, and more.'.repeat(50_000)],
  'gzip bomb': () => [{ ...html, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50_000_000))],
  'text of 9 MB': () => [{ 'content-type': 'text/plain' }, words.repeat(9_000_000 / words.length)],
  'addresses by the hundred thousand': () => [
    { 'content-type': 'text/plain' },
    'http://site.example/a( '.repeat(200_000),
  ],
  'feed of 50,000 entries': () => [
    { 'content-type': 'application/rss+xml' },
    `<rss><channel>${'<item><title>a</title></item>'.repeat(50_000)}`,
  ],
};

if (!isMainThread && parentPort !== null) serve(parentPort);

export async function benchWeb(names = Object.keys(pages)) {
  const server = new Worker(new URL(import.meta.url));
  const [port] = await once(server, 'message');
  const host = await openHost(port);
  // What is loaded and compiled once is not what is asked about.
  await readAll(host, names);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const endWatch = watchHeld();
  const before = performance.eventLoopUtilization();
  for (let round = 0; round < ROUNDS; round += 1) await readAll(host, names);
  const { utilization } = performance.eventLoopUtilization(before);
  delay.disable();
  const held = endWatch();
  await host.close();
  await server.terminate();
  const about = `${AT_ONCE} hostile pages at once`;
  return [
    figure(`event loop delay, ${about}, p99`, delay.percentile(99) / 1e6, 'ms', 20),
    figure(`event loop delay, ${about}, longest`, delay.max / 1e6, 'ms'),
    figure('of it held by the host itself, p99', held[Math.floor(held.length * 0.99)] ?? 0, 'ms', 20),
    figure('of it held by the host itself, longest', held.at(-1) ?? 0, 'ms'),
    figure('share of the time that the loop was busy', utilization * 100, '%'),
  ];
}

async function openHost(port) {
  const fetch = createGuardedFetch({
    resolveHost: async () => [{ address: '93.184.215.14', family: 4 }],
    connect: async (_target, signal) => {
      const socket = connect({ host: '127.0.0.1', port, signal });
      await once(socket, 'connect');
      return socket;
    },
  });
  const host = await createHost({ ...builtinTools({ politeness: { spacingMs: 0 } }), fetch });
  await host.bots.add({ id: 'bench' });
  await host.assign('bench', ['read_web_page']);
  return host;
}

/** Each page once, four at a time. */
async function readAll(host, names) {
  let next = 0;
  const readNext = async () => {
    while (next < names.length) {
      const name = names[next++];
      const turn = await host.startTurn({ bot: 'bench' });
      const url = `http://site.example/${encodeURIComponent(name)}`;
      const { status } = await turn.call({ name: 'read_web_page', arguments: { url } });
      await turn.end();
      const expected = name === 'gzip bomb' ? 'ERROR' : 'SUCCESS';
      if (status !== expected) throw new Error(`${name}: ${status} instead of ${expected}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
}

function serve(parent) {
  const made = new Map(Object.entries(pages).map(([name, make]) => [`/${encodeURIComponent(name)}`, make()]));
  const server = createServer((request, response) => {
    const [headers, body] = made.get(request.url) ?? [{}, ''];
    response.writeHead(200, headers).end(body);
  });
  server.listen(0, '127.0.0.1', () => parent.postMessage(server.address().port));
}
