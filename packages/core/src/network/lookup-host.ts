import { lookup, Resolver } from 'node:dns/promises';
import type { HostAddress, HostResolver } from './resolve-host.js';

/** A question for all addresses of a name. */
export type Lookup = (hostname: string, signal: AbortSignal) => Promise<readonly HostAddress[]>;

// Each holds a thread of the process, and a name server may let it hang for long. Of the usual four, one stays free: files
// are read and bodies unpacked there too.
const maxLookups = 3;

// A name whose servers answer needs less by far.
const patienceMs = 2_000;

/**
 * A resolver that asks the operating system, hosts files included, for few names at once: what is asked cannot be called
 * off, and holds a thread until the system answers. So that names whose servers never answer do not keep others waiting,
 * the name servers are asked themselves for what the system has no answer to in two seconds. The first answer counts.
 */
export function createSystemResolver(ask: Lookup = askSystem, askDirectly: Lookup = askNameServers): HostResolver {
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
  const askInTurn = async (hostname: string, signal: AbortSignal): Promise<readonly HostAddress[]> => {
    await place(signal);
    try {
      return await ask(hostname, signal);
    } finally {
      running -= 1;
      next();
    }
  };
  /** Never settles for a name that they do not know: only the system knows all, and refuses it. */
  const askLater = (hostname: string, signal: AbortSignal): Promise<readonly HostAddress[]> =>
    new Promise((resolve) => {
      const answer = (found: readonly HostAddress[]): void => {
        if (found.length > 0) resolve(found);
      };
      const timer = setTimeout(() => void askDirectly(hostname, signal).then(answer, () => {}), patienceMs);
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  return async (hostname, signal) => {
    signal.throwIfAborted();
    const ending = new AbortController();
    const ended = AbortSignal.any([signal, ending.signal]);
    const inTurn = askInTurn(hostname, ended);
    try {
      return await Promise.race([inTurn, askLater(hostname, ended)]);
    } finally {
      ending.abort();
      // Where the other one was first, that it left the queue is no error of anybody.
      inTurn.catch(() => {});
    }
  };
}

async function askSystem(hostname: string): Promise<readonly HostAddress[]> {
  return lookup(hostname, { all: true, verbatim: true });
}

/** Holds no thread. */
async function askNameServers(hostname: string, signal: AbortSignal): Promise<readonly HostAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
