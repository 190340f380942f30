import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { isFull } from './proof-form.js';
import { createSoakServer } from './soak-site.js';

const script = fileURLToPath(new URL('fixtures/soak.mjs', import.meta.url));
const reads = isFull ? 10_000 : 300;
const samples = isFull ? 20 : 3;
// What is kept on purpose is full after this share of them: pages, URLs of conversations, compiled code.
const warmUp = 0.3;
// One page that is kept by each read would be 100 times as much, one timer or promise more than that. A short run sees
// only the former.
const mostBytesPerRead = isFull ? 300 : 30_000;

test(`${reads} reads, 32 at once, leave no socket, worker, process, timer or memory`, {
  timeout: 1_500_000,
}, async () => {
  const server = createSoakServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const child = fork(script, [String(port), String(reads), String(samples)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    server.closeAllConnections();
    await promisify(server.close.bind(server))();
  });
  const report = await reportOf(child);

  expect(report.outcomes).toEqual(expectedOutcomes(reads));
  expect(report.troubles).toEqual([]);
  // Workers were there, and their number does not depend on that of the pages.
  expect(report.started.workers).toBeGreaterThan(0);
  expect(report.whileOpen.connections).toBe(0);
  expect(report.whileOpen.resources).not.toHaveProperty('TCPSocketWrap');
  expect(report.whileOpen.resources).not.toHaveProperty('Timeout');
  expect(report.afterClose).toEqual({ resources: {}, connections: 0, workers: 0, processes: 0 });
  expect(await openConnections(server)).toBe(0);
  expect(bytesPerRead(report.memory)).toBeLessThan(mostBytesPerRead);
});

interface Remains {
  readonly resources: Readonly<Record<string, number>>;
  readonly connections: number;
  readonly workers: number;
  readonly processes: number;
}

interface SoakReport {
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly memory: readonly { readonly reads: number; readonly heapUsed: number; readonly external: number }[];
  readonly started: { readonly workers: number; readonly processes: number };
  readonly whileOpen: Remains;
  readonly afterClose: Remains;
  readonly troubles: readonly string[];
}

async function reportOf(child: ChildProcess): Promise<SoakReport> {
  const ended = once(child, 'exit');
  const report = await Promise.race([
    once(child, 'message').then(([message]) => message as SoakReport),
    ended.then(([code, signal]) => Promise.reject(new Error(`The process ended early: ${code ?? signal}`))),
  ]);
  // With nothing left that keeps it, it ends by itself.
  expect(await ended).toEqual([0, null]);
  return report;
}

/** The same of each hundred. */
function expectedOutcomes(count: number): SoakReport['outcomes'] {
  const hundreds = count / 100;
  return {
    '/article': { SUCCESS: 14 * hundreds },
    '/text': { SUCCESS: 28 * hundreds },
    '/json': { SUCCESS: 12 * hundreds },
    '/feed': { SUCCESS: 8 * hundreds },
    '/redirect': { SUCCESS: 6 * hundreds },
    '/gzip': { SUCCESS: 5 * hundreds },
    '/deep': { SUCCESS: hundreds },
    '/pdf': { SUCCESS: hundreds },
    '/missing': { ERROR: 8 * hundreds },
    '/reset': { ERROR: 4 * hundreds },
    '/loop': { ERROR: 3 * hundreds },
    '/bomb': { ERROR: 2 * hundreds },
    '/silent': { ERROR: 2 * hundreds },
    '/private': { BLOCKED: 2 * hundreds },
    '/abort-waiting': { CANCELLED: 2 * hundreds },
    '/abort-reading': { CANCELLED: 2 * hundreds },
  };
}

/** The slope of the line that fits the samples best. */
function bytesPerRead(memory: SoakReport['memory']): number {
  const points = memory
    .slice(Math.floor(memory.length * warmUp))
    .map(({ reads: x, heapUsed, external }) => ({ x, y: heapUsed + external }));
  const meanOf = (axis: 'x' | 'y'): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [meanX, meanY] = [meanOf('x'), meanOf('y')];
  const covariance = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}

function openConnections(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}
