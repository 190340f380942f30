import { Worker } from 'node:worker_threads';

/** Names the most megabytes to a worker that is a process. */
export const memoryVariable = 'LOADOUT_READER_MEMORY_MB';

// What Node and a parser take before they read anything.
const baseMegabytes = 128;

/**
 * Ends this process when it takes more memory than the environment allows it. V8 bounds its own heap alone, and not
 * the buffers that a compressed body grows into; and a thread watches, because a parser that grows does not yield.
 */
export function watchMemory(): void {
  const megabytes = Number(process.env[memoryVariable]);
  if (!(megabytes > 0)) return;
  const watch = `
    const limit = ${megabytes + baseMegabytes} * 1024 * 1024;
    setInterval(() => process.memoryUsage.rss() > limit && process.kill(process.pid, 'SIGKILL'), 20);
  `;
  new Worker(watch, { eval: true, env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
