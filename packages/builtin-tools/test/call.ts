import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { CallScope, GuardedFetch, InvocationContext } from '@loadout/core/contract';
import { type ConnectTarget, createGuardedFetch, type HostAddress } from '@loadout/core/network';
import { onTestFinished } from 'vitest';

/** What a tool gets in these tests: the guarded fetch, and a public name for a loopback server. */
export interface TestSite {
  readonly call: CallScope;
  /** Where connections were asked for. */
  readonly targets: readonly ConnectTarget[];
  /** Requests that arrived, as `METHOD URL`. */
  readonly requests: readonly string[];
}

const context: InvocationContext = {
  turnId: 'turn',
  bot: { id: 'demo', displayName: 'Demo' },
  user: null,
  conversation: null,
  attachments: [],
  locale: 'de-DE',
  component: 'chat',
  modelProvider: null,
  knownUrls: [],
};

/** A call of a tool that fetches with `fetch`. */
export function createCall(fetch: GuardedFetch, signal = new AbortController().signal): CallScope {
  return {
    callId: 'call',
    context,
    signal,
    deadlineAt: Date.now() + 60_000,
    progress: () => {},
    log: () => {},
    keepSecret: () => {},
    redact: (text) => text,
    readAttachment: () => Promise.reject(new Error('there are no attachments')),
    fetch,
  };
}

/** Starts a loopback server that every public name leads to; names of `private.example` resolve to 10.0.0.1. */
export async function startSite(listener: RequestListener, signal?: AbortSignal): Promise<TestSite> {
  const requests: string[] = [];
  const targets: ConnectTarget[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const fetch = createGuardedFetch({
    resolveHost: async (hostname): Promise<readonly HostAddress[]> => [
      { address: hostname.endsWith('private.example') ? '10.0.0.1' : '93.184.215.14', family: 4 },
    ],
    connect: async (target, connectSignal) => {
      targets.push(target);
      const socket = connect({ host: '127.0.0.1', port, signal: connectSignal });
      await once(socket, 'connect');
      return socket;
    },
  });
  return { call: createCall(fetch, signal), targets, requests };
}

/** A site with one answer for every path. */
export function servePage(body: string | Uint8Array, contentType?: string, status = 200): Promise<TestSite> {
  return startSite((_request, response) => {
    response.writeHead(status, contentType === undefined ? {} : { 'content-type': contentType }).end(body);
  });
}
