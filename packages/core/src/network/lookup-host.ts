import { lookup } from 'node:dns/promises';
import type { HostAddress, HostResolver } from './resolve-host.js';

/** The system's question for all addresses of a name. It cannot be called off. */
export type Lookup = (hostname: string) => Promise<readonly HostAddress[]>;

// Each holds a thread of the process, and a name server may let it hang for long. Of the usual four, one stays free: files
// are read and bodies unpacked there too.
const maxLookups = 3;

/**
 * A resolver that asks the operating system, hosts files included, for few names at once. One that nobody waits for any
 * more leaves the queue; one that is asked already holds its place until the system answers.
 */
export function createSystemResolver(ask: Lookup = askSystem): HostResolver {
  let running = 0;
  const waiting = new Set<() => void>();
  const next = (): void => {
    for (const begin of waiting) {
      if (running >= maxLookups) return;
      begin();
    }
  };
  const place = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      const begin = (): void => {
        waiting.delete(begin);
        signal.removeEventListener('abort', leave);
        running += 1;
        resolve();
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(begin);
      next();
    });
  return async (hostname, signal) => {
    await place(signal);
    try {
      return await ask(hostname);
    } finally {
      running -= 1;
      next();
    }
  };
}

async function askSystem(hostname: string): Promise<readonly HostAddress[]> {
  return lookup(hostname, { all: true, verbatim: true });
}
