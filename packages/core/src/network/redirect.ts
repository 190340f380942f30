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

/** Whether the answer sends the request elsewhere. */
export function isRedirect(status: number, location: string | undefined): location is string {
  return redirectStatuses.has(status) && location !== undefined;
}

/**
 * The request that follows a redirect, by the rules of the fetch standard. The URL is read anew, the method and
 * the headers are what the next origin may see. Throws `NETWORK_URL_INVALID`.
 */
export function followRedirect(request: HopRequest, status: number, location: string): HopRequest {
  const url = requireWebUrl(decodeLocation(location), request.url);
  if (url.hash === '') url.hash = request.url.hash;
  const becomesGet =
    (status === 303 && request.method !== 'GET' && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  const isSameOrigin = url.origin === request.url.origin;
  const headers = Object.entries(request.headers).filter(
    ([name]) => (isSameOrigin || crossOriginHeaders.has(name)) && !(becomesGet && name.startsWith('content-')),
  );
  return {
    url,
    method: becomesGet ? 'GET' : request.method,
    headers: Object.fromEntries(headers),
    body: becomesGet ? undefined : request.body,
  };
}

/** Header values arrive byte by byte; a `Location` in UTF-8 is common. */
function decodeLocation(location: string): string {
  return Buffer.from(location, 'latin1').toString('utf8');
}
