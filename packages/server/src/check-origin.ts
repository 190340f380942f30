/**
 * A browser could be talked into reaching the API for a page: by a name that resolves to this machine (DNS
 * rebinding), or across origins. It has no token then, but the answer to that would already tell the page that a
 * host runs here, and every later slip would be open to it. So the `Host` header has to name this machine, and an
 * `Origin` has to be the API's own. Behind a proxy both are those of the public address, which whoever starts the server
 * states: headers in which a proxy says it could come from anybody.
 */
import { isIP } from 'node:net';
import { HttpProblem } from './problem.js';

/** What a request says of where it goes and where it comes from. */
export interface RequestPlaces {
  /** Each `Host` header. */
  readonly hosts: readonly string[];
  /** The host of a target that is a whole URL. It counts before the header, as HTTP has it. */
  readonly target: string | undefined;
  readonly origin: string | undefined;
}

/** Where the server is reached. */
export interface ServerPlace {
  /** The name or address that it is bound to. */
  readonly boundTo: string;
  /** The address that a proxy before it has. */
  readonly publicUrl?: URL | undefined;
}

/** Throws 400 or 403 for a request that names another host or comes from another origin. */
export function checkOrigin({ hosts, target, origin }: RequestPlaces, place: ServerPlace): void {
  const [header, ...others] = hosts;
  if (header === undefined) throw new HttpProblem(400, 'The request lacks the header Host.');
  if (others.length > 0) throw new HttpProblem(400, 'The request has the header Host more than once.');
  const named = requireOwnHost(header, place);
  const host = target === undefined ? named : requireOwnHost(target, place);
  if (origin === undefined) return;
  const { boundTo, publicUrl } = place;
  const isBound = isAllowedHost(host.hostname, boundTo);
  const from = parseUrl(origin);
  // At the address that it is bound to the API is served over plain HTTP: pages of any other scheme are not its own.
  const isOwn = isBound && from?.protocol === 'http:' && from.host === host.host;
  if (isOwn || (publicUrl !== undefined && from?.protocol === publicUrl.protocol && from.host === publicUrl.host))
    return;
  throw new HttpProblem(403, 'Requests from pages of other origins are refused.');
}

function requireOwnHost(text: string, { boundTo, publicUrl }: ServerPlace): URL {
  const host = readHost(text);
  if (host === undefined) throw new HttpProblem(400, 'The Host header is neither a name nor an address.');
  if (isAllowedHost(host.hostname, boundTo) || (publicUrl !== undefined && isSameName(host, publicUrl))) return host;
  throw new HttpProblem(
    403,
    'The Host header has to name this machine: localhost, a loopback address, the host that the server was started with, or that of its publicUrl.',
  );
}

/** Whether a host name or address is this machine and nothing else. */
export function isLoopback(hostname: string): boolean {
  const name = canonicalHost(hostname);
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** Whether an address means: every address of this machine. */
export function isWildcard(hostname: string): boolean {
  return ['0.0.0.0', '::'].includes(canonicalHost(hostname));
}

/**
 * One spelling of a name or an address: lower case, without brackets, a final dot or a zone, IPv6 in its short form, and
 * an IPv4 address that is embedded in an IPv6 one as itself.
 */
export function canonicalHost(hostname: string): string {
  const name = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (isIP(name) !== 6) return name;
  const address = new URL(`http://[${name.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.');
}

function isAllowedHost(hostname: string, boundTo: string): boolean {
  if (isLoopback(hostname)) return true;
  const plain = canonicalHost(hostname);
  // No name can be rebound to an address that the browser was given as an address.
  if (isWildcard(boundTo)) return isIP(plain) !== 0;
  return plain === canonicalHost(boundTo);
}

function readHost(header: string): URL | undefined {
  if (!/^[^\s/?#@\\]+$/.test(header)) return undefined;
  return parseUrl(`http://${header}`);
}

function isSameName(one: URL, other: URL): boolean {
  return canonicalHost(one.hostname) === canonicalHost(other.hostname);
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
