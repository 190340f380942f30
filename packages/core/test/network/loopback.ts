import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, isIP, type Server, type Socket } from 'node:net';
import type { ConnectTarget, HostAddress, HostResolver, SocketConnector } from '@loadout/core/network';
import { onTestFinished } from 'vitest';

/** A public address of the tests: what names resolve to while the sockets go to a loopback server. */
export const publicAddress = '93.184.215.14';

/** Answers of a resolver, from bare addresses. */
export function answers(addresses: readonly string[]): readonly HostAddress[] {
  return addresses.map((address) => ({ address, family: isIP(address) || 4 }));
}

/** A resolver that answers the same for every name, and counts. */
export function resolveAllTo(...addresses: readonly string[]): HostResolver & { readonly asked: string[] } {
  const asked: string[] = [];
  const resolve = async (hostname: string): Promise<readonly HostAddress[]> => {
    asked.push(hostname);
    return answers(addresses);
  };
  return Object.assign(resolve, { asked });
}

/** A connector that makes every connection to the loopback server, and keeps what it was asked for. */
export function connectTo(port: number): SocketConnector & { readonly targets: ConnectTarget[] } {
  const targets: ConnectTarget[] = [];
  const connector: SocketConnector = async (target, signal) => {
    targets.push(target);
    const socket = connect({ host: '127.0.0.1', port, signal });
    await once(socket, 'connect');
    return socket;
  };
  return Object.assign(connector, { targets });
}

/** A connector that fails the test when it is asked. */
export function connectNowhere(): SocketConnector & { readonly targets: ConnectTarget[] } {
  const targets: ConnectTarget[] = [];
  const connector: SocketConnector = async (target) => {
    targets.push(target);
    throw new Error('no connection was to be made');
  };
  return Object.assign(connector, { targets });
}

/** Starts an HTTP server for one test. */
export async function startHttp(listener: RequestListener): Promise<LoopbackServer> {
  return listen(createServer(listener));
}

/** Starts a server for one test that speaks bytes. */
export async function startTcp(listener: (socket: Socket) => void): Promise<LoopbackServer> {
  return listen(
    createTcpServer((socket) => {
      // Unread, a socket would not learn that the other side has closed.
      socket.resume();
      listener(socket);
    }),
  );
}

/** A server of one test. */
export interface LoopbackServer {
  readonly port: number;
  /** Sockets that are open. */
  readonly sockets: ReadonlySet<Socket>;
  /** Resolves when no socket is open. */
  idle(): Promise<void>;
}

async function listen(server: Server): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      server.emit('socket-closed');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    idle: async () => {
      while (sockets.size > 0) await once(server, 'socket-closed');
    },
  };
}
