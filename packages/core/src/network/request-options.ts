import type { GuardedFetchOptions } from '../contract/call.js';
import { LoadoutError } from '../contract/errors.js';
import type { HopRequest } from './redirect.js';
import { requireWebUrl } from './web-url.js';

/** How far one request may go. */
export interface RequestLimits {
  readonly maxBodyBytes: number;
  readonly timeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxRedirects: number;
}

// Whoever asks for more gets the most there is: no request is unbounded.
const defaultLimits: RequestLimits = {
  maxBodyBytes: 10_000_000,
  timeoutMs: 30_000,
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 15_000,
  maxRedirects: 10,
};
const hardLimits: RequestLimits = {
  maxBodyBytes: 100_000_000,
  timeoutMs: 900_000,
  headersTimeoutMs: 900_000,
  idleTimeoutMs: 900_000,
  maxRedirects: 10,
};

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

// Headers that belong to the connection, or say what the transport alone knows.
const transportHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The bounds of a request, defaults filled in, never above the most there is. */
export function readLimits(options: GuardedFetchOptions): RequestLimits {
  return {
    maxBodyBytes: readLimit(options, 'maxBodyBytes'),
    timeoutMs: readLimit(options, 'timeoutMs'),
    headersTimeoutMs: readLimit(options, 'headersTimeoutMs'),
    idleTimeoutMs: readLimit(options, 'idleTimeoutMs'),
    maxRedirects: readLimit(options, 'maxRedirects'),
  };
}

/** The first request. Throws `NETWORK_URL_INVALID`, or `NETWORK_FAILED` for what cannot be sent. */
export function readRequest(input: string | URL, options: GuardedFetchOptions, userAgent: string): HopRequest {
  const method = options.method ?? 'GET';
  if (!methods.has(method)) throw unsendable(`the method ${JSON.stringify(method)}`);
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': userAgent,
  };
  Object.assign(headers, readHeaders(options.headers));
  return { url: requireWebUrl(input, { anyPortOf: options.operatorOrigin }), method, headers, body: options.body };
}

/** Headers of a caller by lower-case names. Throws `NETWORK_FAILED` for those that are the transport's. */
export function readHeaders(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (transportHeaders.has(lower) || lower.startsWith('proxy-'))
      throw unsendable(`the header ${JSON.stringify(name)}`);
    headers[lower] = value;
  }
  return headers;
}

function readLimit(options: GuardedFetchOptions, name: keyof RequestLimits): number {
  const value = options[name] ?? defaultLimits[name];
  if (!(value >= 0)) throw unsendable(`${name} ${String(value)}`);
  return Math.min(value, hardLimits[name]);
}

function unsendable(what: string): LoadoutError {
  return new LoadoutError('NETWORK_FAILED', `A request cannot have ${what}.`, { details: { what } });
}
