/**
 * `fetch` for URLs that a model or a page may have chosen (contract section 10).
 *
 * Each hop is a request of its own: the URL is parsed once, its host is resolved once, every address is judged, and
 * the socket is made to one of those addresses before undici gets it. There is no second look-up that could answer
 * differently, and nothing but a judged address is ever connected to. One deadline covers all hops and the body. Each
 * hop has a connection of its own.
 *
 * Which addresses a host may have is decided by `host-access`: public ones, those of private networks for hosts that an
 * operator allows (contract 10.3), any for the origin that the operator named. A page may lead a bot from the public web
 * to an allowed private host, as a link could; what goes there then says nothing of the sender and changes nothing.
 */
import type { GuardedFetch, GuardedFetchOptions, GuardedResponse } from '../contract/call.js';
import { LoadoutError } from '../contract/errors.js';
import { isPublicAddress } from './address-ranges.js';
import { connectToAny, openSocket, type SocketConnector } from './connect-socket.js';
import { type CookieNetwork, createRetrievalCookies, type RetrievalCookies } from './cookies.js';
import { decodeText } from './decode-text.js';
import { toNetworkError } from './describe-failure.js';
import { createHostRules, type HostRules } from './host-access.js';
import { createSystemResolver } from './lookup-host.js';
import { readBody } from './read-body.js';
import { followRedirect, type HopRequest, isRedirect, withoutCredentials } from './redirect.js';
import { type RequestDeadline, startDeadline, untilAborted } from './request-deadline.js';
import { type RequestLimits, readHeaders, readLimits, readRequest } from './request-options.js';
import { type HostResolver, requireAddresses } from './resolve-host.js';
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

// One for the process, whose threads it spares.
const systemResolver = createSystemResolver();

// A name with hundreds of addresses is judged whole, but not tried whole.
const maxAddressesTried = 6;

/**
 * Makes a `fetch` that reaches public addresses only, also behind redirects and names, bounded in size and time.
 * It rejects with a `LoadoutError` whose code begins with `NETWORK_`; when the caller's signal aborts, at once, with
 * the signal's reason as the cause.
 */
export function createGuardedFetch(options: NetworkOptions = {}): GuardedFetch {
  const network: Required<NetworkOptions> = {
    resolveHost: options.resolveHost ?? systemResolver,
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
  const rules = createHostRules(request.url, options);
  const deadline = startDeadline(limits.timeoutMs, options.signal);
  const { signal } = deadline;
  let last: Hop | undefined;
  let isPrivate = false;
  const trip: Trip = {
    network,
    rules,
    cookies: createRetrievalCookies(),
    maxBodyBytes: limits.maxBodyBytes,
    signal,
    privateHeaders: options.privateHeaders,
    onPrivate: () => {
      isPrivate = true;
    },
  };
  try {
    for (let redirects = 0; ; redirects += 1) {
      deadline.beginStage(limits.headersTimeoutMs, `The server ${JSON.stringify(request.url.host)} did not answer`);
      const hop = await sendHop(request, last, trip);
      deadline.endStage();
      const { response } = hop;
      const location = response.headers.get('location');
      if (!isRedirect(response.status, location)) {
        return toGuardedResponse({ request: hop.request, response, deadline, limits, isPrivate });
      }
      response.close();
      if (redirects >= limits.maxRedirects) throw tooManyRedirects(limits.maxRedirects);
      await trip.cookies.keep(request.url, response.cookies, hop.network);
      last = hop;
      request = followRedirect(hop.request, response.status, location);
      rules.requireFollowable(hop.request.url, request.url);
      await untilAborted(Promise.resolve(options.beforeRedirect?.(new URL(request.url))), signal);
    }
  } catch (error) {
    deadline.end();
    throw toNetworkError(deadline.signal.aborted ? deadline.signal.reason : error, request.url, isPrivate);
  }
}

/** What all hops of one retrieval share. */
interface Trip {
  readonly network: Required<NetworkOptions>;
  readonly rules: HostRules;
  readonly cookies: RetrievalCookies;
  readonly maxBodyBytes: number;
  readonly signal: AbortSignal;
  readonly privateHeaders: GuardedFetchOptions['privateHeaders'];
  /** Called before a private host is asked anything. */
  readonly onPrivate: () => void;
}

interface Hop {
  /** As it was sent, but for the cookies of the trip. */
  readonly request: HopRequest;
  readonly response: HopResponse;
  readonly isPrivate: boolean;
  /** Where the connection went. */
  readonly network: CookieNetwork;
}

async function sendHop(wanted: HopRequest, last: Hop | undefined, trip: Trip): Promise<Hop> {
  const { network, rules, cookies, maxBodyBytes, signal } = trip;
  signal.throwIfAborted();
  const { url } = wanted;
  const hostname = bareHost(url);
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
  const host = await requireAddresses(hostname, rules.accessOf(url), network.resolveHost, signal);
  if (host.isPrivate) trip.onPrivate();
  const leadsInside = host.isPrivate && (host.isInside || last?.isPrivate === false);
  if (last?.network === 'public' && leadsInside) requireReading(wanted);
  const first = last === undefined && host.isInside ? await withPrivateHeaders(wanted, trip) : wanted;
  const targets = host.addresses
    .slice(0, maxAddressesTried)
    .map(({ address, family }) => ({ address, family, port, hostname, protocol }) as const);
  const { socket, target } = await connectToAny(targets, network.connect, signal);
  // A host may be in both networks, and in another one than a moment ago: what counts is where this connection goes.
  const reached = host.isPrivate && !isPublicAddress(target.address) ? 'private' : 'public';
  const request = last === undefined || last.network === reached ? first : withoutCredentials(first);
  const response = await sendRequest(withCookies(request, cookies, reached), socket, { maxBodyBytes, signal });
  return { request, response, isPrivate: host.isPrivate, network: reached };
}

/** For the first request alone: where later ones go is not for the caller to say. */
async function withPrivateHeaders(request: HopRequest, { privateHeaders, signal }: Trip): Promise<HopRequest> {
  if (privateHeaders === undefined) return request;
  const asked = Promise.resolve().then(() => privateHeaders(new URL(request.url)));
  return { ...request, headers: { ...request.headers, ...readHeaders(await untilAborted(asked, signal)) } };
}

function withCookies(request: HopRequest, cookies: RetrievalCookies, network: CookieNetwork): HopRequest {
  const set = cookies.headerFor(request.url, network);
  if (set === undefined) return request;
  const own = request.headers.cookie;
  return { ...request, headers: { ...request.headers, cookie: own === undefined ? set : `${own}; ${set}` } };
}

/** A public server must not make the bot write into a private network. */
function requireReading({ method, url }: HopRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  const sentence = `A public server redirects a ${method} request to the private host ${JSON.stringify(url.host)}; it is not followed.`;
  throw new LoadoutError('NETWORK_REDIRECT_REFUSED', sentence, { details: { method, host: url.host } });
}

interface Answer {
  readonly request: HopRequest;
  readonly response: HopResponse;
  readonly deadline: RequestDeadline;
  readonly limits: RequestLimits;
  readonly isPrivate: boolean;
}

function toGuardedResponse({ request, response, deadline, limits, isPrivate }: Answer): GuardedResponse {
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
      // These never have one. Its length, where they state it, is of another answer.
      if (request.method === 'HEAD' || status === 204 || status === 304) return new Uint8Array(0);
      deadline.beginStage(
        limits.idleTimeoutMs,
        `The server ${JSON.stringify(request.url.host)} sent no more of the body`,
      );
      return await readBody(response.body, {
        encoding: headers.get('content-encoding'),
        length: headers.get('content-length'),
        maxBytes: limits.maxBodyBytes,
        onArrival: deadline.touchStage,
      });
    } catch (error) {
      throw toNetworkError(deadline.signal.aborted ? deadline.signal.reason : error, request.url, isPrivate);
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
    isPrivate,
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
