import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { untilAborted } from './request-deadline.js';

/** Where a connection goes. */
export interface ConnectTarget {
  /** The judged address. Connect to it and to nothing else; never look the host up again. */
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
  readonly port: number;
  /** The name in the URL, or its address without brackets: for TLS. */
  readonly hostname: string;
  readonly protocol: 'http:' | 'https:';
}

/**
 * Makes a connection that is ready for HTTP/1.1: for `https:` with TLS already agreed and the certificate checked.
 * Rejects when it cannot be made. A socket that comes after the signal has aborted is destroyed.
 */
export type SocketConnector = (target: ConnectTarget, signal: AbortSignal) => Promise<Socket>;

// A server that does not answer on one of its addresses must not use up the whole time of the request.
const attemptMs = 4_000;

/** Connects by TCP or TLS. Certificates are always checked, whatever the environment says. */
export function openSocket(
  target: ConnectTarget,
  signal: AbortSignal,
  trust: { readonly ca?: string } = {},
): Promise<Socket> {
  const { address, port, protocol } = target;
  return new Promise((resolve, reject) => {
    const isSecure = protocol === 'https:';
    const socket = isSecure
      ? connectTls({
          host: address,
          port,
          servername: serverName(target.hostname),
          ALPNProtocols: ['http/1.1'],
          rejectUnauthorized: true,
          ...trust,
        })
      : connectTcp({ host: address, port });
    const onAbort = (): void => void socket.destroy(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.setNoDelay(true);
    socket.once('close', () => {
      signal.removeEventListener('abort', onAbort);
      reject(new Error('The connection was closed before it was ready.'));
    });
    socket.once('error', reject);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      signal.removeEventListener('abort', onAbort);
      resolve(socket);
    });
  });
}

/** A socket, and which of several targets it goes to. */
export interface Connection {
  readonly socket: Socket;
  readonly target: ConnectTarget;
}

/** Connects to the first of the targets that answers; tries them in order. Rejects with the last failure. */
export async function connectToAny(
  targets: readonly ConnectTarget[],
  connect: SocketConnector,
  signal: AbortSignal,
): Promise<Connection> {
  let failure: unknown;
  for (const [index, target] of targets.entries()) {
    signal.throwIfAborted();
    const isLast = index === targets.length - 1;
    try {
      return { socket: await attempt(target, connect, signal, isLast ? undefined : attemptMs), target };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function attempt(
  target: ConnectTarget,
  connect: SocketConnector,
  signal: AbortSignal,
  timeoutMs: number | undefined,
): Promise<Socket> {
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', follow, { once: true });
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(new Error(`No connection within ${timeoutMs} ms.`)), timeoutMs);
  try {
    const socket = await untilAborted(connect(target, controller.signal), controller.signal, discardSocket);
    // An error before the transport takes over would otherwise be thrown at the process.
    socket.on('error', ignoreError);
    return socket;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', follow);
  }
}

/** TLS names a host without the final dot, and names no address. */
function serverName(hostname: string): string {
  return isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '';
}

function discardSocket(socket: Socket): void {
  socket.on('error', ignoreError);
  socket.destroy();
}

/** The request that owned the socket has failed already, with its own error. */
function ignoreError(): void {}
