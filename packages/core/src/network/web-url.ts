import { LoadoutError } from '../contract/errors.js';
import { hasLongHost } from './host-length.js';
import { showUrl } from './shown-text.js';

const maxUrlLength = 16_384;

// Ports of other protocols, as the fetch standard lists them: a request to one could be read as their commands.
const badPorts: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 ' +
    '123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 ' +
    '990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

// Names of this machine: RFC 6761, and those that hosts files have.
const loopbackSuffixes = ['localhost', 'localdomain', 'localdomain4', 'localdomain6'];

// Names that public DNS does not answer for: RFC 6761, 6762 with its appendix G, 7686, 9476, and ICANN's .internal. Of
// .arpa, some are for the local network (RFC 8375, 9462, 9665), and none has pages.
const privateSuffixes = [
  ...loopbackSuffixes,
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'onion',
  'alt',
  'test',
  'invalid',
];

/** What {@link requireWebUrl} has to know beside the text. */
export interface WebUrlOptions {
  /** What a relative URL is relative to. */
  readonly base?: URL;
  /** The origin at which any port may be used. */
  readonly anyPortOf?: string | undefined;
}

/**
 * Reads a URL that may be fetched. It is parsed once, by the WHATWG rules; what follows uses the parsed URL alone.
 * Throws `NETWORK_URL_INVALID`.
 */
export function requireWebUrl(input: string | URL, { base, anyPortOf }: WebUrlOptions = {}): URL {
  const text = String(input);
  if (text.length > maxUrlLength) throw invalid(text, `is longer than ${maxUrlLength} characters`);
  if (hasLongHost(text)) throw invalid(text, 'has a host with an empty or too long part between its dots');
  const url = parseUrl(text, base);
  if (url === undefined) throw invalid(text, 'is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid(text, 'is neither http nor https');
  if (url.username !== '' || url.password !== '') throw invalid(url.host, 'carries a user name or password; remove it');
  if (url.hostname === '') throw invalid(text, 'names no host');
  if (!isHost(url.hostname)) throw invalid(text, 'has a host with an empty or too long part between its dots');
  if (badPorts.has(url.port) && !isOfOrigin(url, anyPortOf))
    throw invalid(url.origin, `uses port ${url.port}, which is not one for the web`);
  return url;
}

/** The host without the brackets of an IPv6 address. */
export function bareHost(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

/** Whether the name belongs to this machine or to a private network, whatever a resolver says of it. */
export function isPrivateName(hostname: string): boolean {
  const name = plainName(hostname);
  return !name.includes('.') || isBelow(name, privateSuffixes);
}

/** Whether the name belongs to this machine, whatever a resolver says of it. */
export function isLoopbackName(hostname: string): boolean {
  const name = plainName(hostname);
  return (
    loopbackSuffixes.includes(name) || isBelow(name, loopbackSuffixes) || /^ip6-(?:localhost|loopback)$/.test(name)
  );
}

/** Whether the URL is of the origin; an origin that cannot be read, or is none of the web, is nobody's. */
export function isOfOrigin(url: URL, origin: string | undefined): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const parsed = new URL(origin);
  return /^https?:$/.test(parsed.protocol) && parsed.origin === url.origin;
}

/** A resolver may read a name with empty parts as another one. An address in brackets is one already. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const labels = plainName(hostname).split('.');
  return hostname.length <= 254 && labels.every((label) => label !== '' && label.length <= 63);
}

function plainName(hostname: string): string {
  return hostname.replace(/\.$/, '').toLowerCase();
}

function isBelow(name: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => name.endsWith(`.${suffix}`));
}

function parseUrl(text: string, base: URL | undefined): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

function invalid(subject: string, problem: string): LoadoutError {
  return new LoadoutError('NETWORK_URL_INVALID', `The URL ${JSON.stringify(showUrl(subject))} ${problem}.`, {
    details: { problem },
  });
}
