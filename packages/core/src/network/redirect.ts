import { requireWebUrl } from './web-url.js';

/** One request on the way to the answer. */
export interface HopRequest {
  readonly url: URL;
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

// Another origin gets only what says nothing about the sender. Whatever else a tool sends, under whichever name,
// may be a key that was meant for the first.
const crossOriginHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-language',
  'content-type',
  'if-modified-since',
  'pragma',
  'range',
  'user-agent',
]);

/** Whether the answer sends the request elsewhere. An empty `Location` names no place. */
export function isRedirect(status: number, location: string | undefined): location is string {
  return redirectStatuses.has(status) && location !== undefined && location.trim() !== '';
}

/** The request with nothing that says who sends it. */
export function withoutCredentials(request: HopRequest): HopRequest {
  const headers = Object.entries(request.headers).filter(([name]) => crossOriginHeaders.has(name));
  return { ...request, headers: Object.fromEntries(headers) };
}

/**
 * The request that follows a redirect, by the rules of the fetch standard. The URL is read anew, the method and
 * the headers are what the next origin may see. Throws `NETWORK_URL_INVALID`.
 */
export function followRedirect(request: HopRequest, status: number, location: string): HopRequest {
  const url = requireWebUrl(encodeLocation(location), { base: request.url, anyPortOf: request.url.origin });
  if (url.hash === '') url.hash = request.url.hash;
  const becomesGet =
    (status === 303 && request.method !== 'GET' && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  const { headers, method, body } = url.origin === request.url.origin ? request : withoutCredentials(request);
  if (!becomesGet) return { url, method, headers, body };
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith('content-'));
  return { url, method: 'GET', headers: Object.fromEntries(kept), body: undefined };
}

/** Header values arrive byte by byte. Percent-encoded, a `Location` in UTF-8 and one in anything else are both kept. */
function encodeLocation(location: string): string {
  return location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
