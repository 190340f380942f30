/**
 * `fetch` for URLs that a model or a page may have chosen (contract section 10).
 *
 * Each hop is a request of its own: the URL is parsed once, its host is resolved once, every address is judged, and
 * the socket is made to one of those addresses before undici gets it. There is no second look-up that could answer
 * differently, and nothing but a judged address is ever connected to. One deadline covers all hops and the body.
 *
 * The seam for private hosts that an operator allows (contract 10.3) is `requirePublicAddresses`: it alone decides
 * which addresses a host may have.
 */
import type { GuardedFetch, GuardedFetchOptions, GuardedResponse } from '../contract/call.js';
import { LoadoutError } from '../contract/errors.js';
import { connectToAny, openSocket, type SocketConnector } from './connect-socket.js';
import { decodeText } from './decode-text.js';
import { toNetworkError } from './describe-failure.js';
import { readBody } from './read-body.js';
import { followRedirect, type HopRequest, isRedirect } from './redirect.js';
import { type RequestDeadline, startDeadline } from './request-deadline.js';
import { readLimits, readRequest } from './request-options.js';
import { type HostResolver, lookupHost, requirePublicAddresses } from './resolve-host.js';
import { type HopResponse, sendRequest } from './send-request.js';
import { bareHost } from './web-url.js';

/** How a guarded fetch reaches the network. All of it is optional. */
export interface NetworkOptions {
  /** Answers the addresses of a name. Default: the operating system's resolver. */
  readonly resolveHost?: HostResolver;
  /** Connects to a judged address. Default: TCP and TLS. */
  readonly connect?: SocketConnector;
  /** Sent where a request names none. */
  readonly userAgent?: string;
}

const defaultUserAgent = 'Mozilla/5.0 (compatible; Loadout)';

// A name with hundreds of addresses is judged whole, but not tried whole.
const maxAddressesTried = 6;

/**
 * Makes a `fetch` that reaches public addresses only, also behind redirects and names, bounded in size and time.
 * It rejects with a `LoadoutError` whose code begins with `NETWORK_`; when the caller's signal aborts, at once, with
 * the signal's reason as the cause.
 */
export function createGuardedFetch(options: NetworkOptions = {}): GuardedFetch {
  const network: Required<NetworkOptions> = {
    resolveHost: options.resolveHost ?? lookupHost,
    connect: options.connect ?? openSocket,
    userAgent: options.userAgent ?? defaultUserAgent,
  };
  return (input, fetchOptions = {}) => guardedFetch(input, fetchOptions, network);
}

async function guardedFetch(
  input: string | URL,
  options: GuardedFetchOptions,
  network: Required<NetworkOptions>,
): Promise<GuardedResponse> {
  const limits = readLimits(options);
  let request = readRequest(input, options, network.userAgent);
  const deadline = startDeadline(limits.timeoutMs, options.signal);
  try {
    for (let redirects = 0; ; redirects += 1) {
      const response = await sendHop(request, network, deadline.signal);
      const location = response.headers.get('location');
      if (!isRedirect(response.status, location)) {
        return toGuardedResponse(request, response, deadline, limits.maxBodyBytes);
      }
      response.close();
      if (redirects >= limits.maxRedirects) throw tooManyRedirects(limits.maxRedirects);
      request = followRedirect(request, response.status, location);
    }
  } catch (error) {
    deadline.end();
    throw toNetworkError(deadline.signal.aborted ? deadline.signal.reason : error, request.url);
  }
}

async function sendHop(
  request: HopRequest,
  network: Required<NetworkOptions>,
  signal: AbortSignal,
): Promise<HopResponse> {
  signal.throwIfAborted();
  const { url } = request;
  const hostname = bareHost(url);
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
  const addresses = await requirePublicAddresses(hostname, network.resolveHost, signal);
  const targets = addresses
    .slice(0, maxAddressesTried)
    .map(({ address, family }) => ({ address, family, port, hostname, protocol }) as const);
  const socket = await connectToAny(targets, network.connect, signal);
  return sendRequest(request, socket, signal);
}

function toGuardedResponse(
  request: HopRequest,
  response: HopResponse,
  deadline: RequestDeadline,
  maxBytes: number,
): GuardedResponse {
  const { status, headers } = response;
  let isRead = false;
  // A body that nobody reads needs no end of its own: the deadline's signal is the request's.
  const end = (): void => {
    deadline.end();
    response.close();
  };
  const bytes = async (): Promise<Uint8Array> => {
    if (isRead) throw new LoadoutError('NETWORK_FAILED', 'The body was read or dropped already.');
    isRead = true;
    try {
      if (request.method === 'HEAD') return new Uint8Array(0);
      return await readBody(response.body, {
        encoding: headers.get('content-encoding'),
        length: headers.get('content-length'),
        maxBytes,
      });
    } catch (error) {
      throw toNetworkError(deadline.signal.aborted ? deadline.signal.reason : error, request.url);
    } finally {
      end();
    }
  };
  const text = async (): Promise<string> => decodeText(await bytes(), headers.get('content-type'));
  return {
    url: request.url.href,
    status,
    ok: status >= 200 && status < 300,
    headers,
    isPrivate: false,
    bytes,
    text,
    json: async () => parseJson(await text(), request.url),
    discard: async () => {
      isRead = true;
      end();
    },
  };
}

function parseJson(text: string, url: URL): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new LoadoutError('NETWORK_FAILED', `The server ${JSON.stringify(url.host)} did not answer with JSON.`, {
      cause,
    });
  }
}

function tooManyRedirects(maxRedirects: number): LoadoutError {
  return new LoadoutError('NETWORK_TOO_MANY_REDIRECTS', `The server redirects more than ${maxRedirects} times.`, {
    details: { maxRedirects },
  });
}
