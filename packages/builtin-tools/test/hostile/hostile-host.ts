/** A host that reads from hostile servers: their names are public, their connections go to loopback. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { builtinTools } from '@loadout/builtin-tools';
import { type CallOutcome, createHost, type Host, type JsonObject } from '@loadout/core';
import { createGuardedFetch, type HostAddress } from '@loadout/core/network';
import type { Behaviour } from './behaviour.js';
import { type HostileServer, startHostileServer } from './hostile-server.js';

export interface HostileReader {
  readonly server: HostileServer;
  read(args?: JsonObject): Promise<CallOutcome>;
}

export interface HostileHost {
  /** Starts the server of a behaviour. */
  open(behaviour: Behaviour): Promise<HostileReader>;
  close(): Promise<void>;
}

const fixture = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const selfSigned = { key: fixture('self-signed.key.pem'), cert: fixture('self-signed.cert.pem') };

const publicAddress: HostAddress = { address: '93.184.215.14', family: 4 };

/** What names resolve to that are not public ones. */
const answers: Readonly<Record<string, readonly HostAddress[]>> = {
  'to-private.example': [{ address: '10.0.0.1', family: 4 }],
  'to-loopback.example': [{ address: '127.0.0.1', family: 4 }],
  'to-loopback-6.example': [{ address: '::1', family: 6 }],
  'to-mapped.example': [{ address: '::ffff:127.0.0.1', family: 6 }],
  'to-metadata.example': [{ address: '169.254.169.254', family: 4 }],
  'to-both.example': [publicAddress, { address: '192.168.0.1', family: 4 }],
  'to-nothing.example': [],
  'to-nonsense.example': [{ address: 'not an address', family: 4 }],
};

/** Opens a host with one bot for each timeout, as the setting is the tool's. */
export async function openHostileHost(): Promise<HostileHost> {
  const ports = new Map<string, number>();
  const hosts = new Map<number, Promise<Host>>();
  const servers: HostileServer[] = [];

  const fetch = createGuardedFetch({
    resolveHost: async (hostname, signal) => {
      if (hostname !== 'to-silence.example') return answers[hostname] ?? [publicAddress];
      await once(signal, 'abort');
      throw signal.reason;
    },
    connect: async ({ hostname, protocol, address }, signal) => {
      if (address !== publicAddress.address) throw new Error(`${hostname} was connected to at ${address}`);
      const port = ports.get(hostname.split('.').slice(-2).join('.')) ?? 0;
      return protocol === 'https:' ? openTls(port, hostname, signal) : openTcp(port, signal);
    },
  });

  const hostFor = (timeoutSeconds: number): Promise<Host> => {
    const known = hosts.get(timeoutSeconds);
    if (known !== undefined) return known;
    const opened = openHost(timeoutSeconds);
    hosts.set(timeoutSeconds, opened);
    return opened;
  };

  const openHost = async (timeoutSeconds: number): Promise<Host> => {
    const host = await createHost({
      ...builtinTools({ politeness: { spacingMs: 0 } }),
      fetch,
      toolSettings: { read_web_page: { timeoutSeconds, maxContentCharacters: 100_000 } },
      logger: () => undefined,
    });
    await host.bots.add({ id: 'demo' });
    await host.assign('demo', ['read_web_page']);
    return host;
  };

  return {
    async open(behaviour) {
      const { serve, accept, isSelfSigned, path = '/', protocol = 'http', timeoutSeconds = 15 } = behaviour;
      const server = await startHostileServer(
        serve,
        accept,
        isSelfSigned === true ? (onSocket) => createTlsServer(selfSigned, onSocket) : undefined,
      );
      servers.push(server);
      const hostname = `case-${servers.length}.example`;
      ports.set(hostname, server.port);
      const host = await hostFor(timeoutSeconds);
      return {
        server,
        async read(args = {}) {
          const turn = await host.startTurn({ bot: 'demo' });
          try {
            const url = `${protocol}://${hostname}${path}`;
            return await turn.call({ name: 'read_web_page', arguments: { url, ...args } });
          } finally {
            await turn.end();
          }
        },
      };
    },
    async close() {
      for (const host of hosts.values()) await (await host).close();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

async function openTcp(port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: '127.0.0.1', port, signal });
  await once(socket, 'connect');
  return socket;
}

/** As the connector of the network does it, which cannot be led to loopback; `connect-socket.test.ts` tests that one. */
async function openTls(port: number, servername: string, signal: AbortSignal): Promise<Socket> {
  const socket = connectTls({ host: '127.0.0.1', port, servername, ALPNProtocols: ['http/1.1'] });
  const end = (): void => void socket.destroy(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    await once(socket, 'secureConnect');
    return socket;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
