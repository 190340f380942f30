import { isIP } from 'node:net';
import { LoadoutError } from '../contract/errors.js';

/** What an entry of a list of hosts says. */
export interface ListedHost {
  /** As the host of a URL prints it, without brackets. */
  readonly host: string;
  /** `*.host`: its sub-domains, and not itself. */
  readonly isWildcard: boolean;
}

/** Whether a host, as the parsed URL has it and without brackets, is on a list. */
export type HostAllowlist = (hostname: string) => boolean;

/**
 * Reads the hosts in private networks that an operator allows (contract 10.3): names or addresses; `*.host` means the
 * sub-domains of `host`, not itself. Entries are read as the host of a URL is, so that however a host is written, it
 * is the same one. Throws `NETWORK_FAILED` for an entry that is no host: one that nobody understands allows nothing.
 */
export function createHostAllowlist(entries: readonly string[]): HostAllowlist {
  const hosts = new Set<string>();
  const parents: string[] = [];
  for (const stated of entries) {
    const listed = readListedHost(stated);
    if (listed === undefined) throw notAHost(stated);
    if (listed.isWildcard) parents.push(`.${listed.host}`);
    else hosts.add(listed.host);
  }
  return (hostname) => {
    const host = withoutFinalDot(hostname);
    return hosts.has(host) || parents.some((parent) => host.endsWith(parent) && host.length > parent.length);
  };
}

/** One entry of such a list; undefined where it is no host. */
export function readListedHost(stated: unknown): ListedHost | undefined {
  if (typeof stated !== 'string') return undefined;
  const entry = stated.trim();
  const isWildcard = entry.startsWith('*.');
  const host = readHost(isWildcard ? entry.slice(2) : entry);
  return host === undefined || (isWildcard && isIP(host) !== 0) ? undefined : { host, isWildcard };
}

/** The host of an entry as a URL prints it, without brackets; undefined where the entry is anything but a host. */
function readHost(entry: string): string | undefined {
  if (/[/\\?#@*\s%,;]/.test(entry)) return undefined;
  const bracketed = isIP(entry) === 6 ? `[${entry}]` : entry;
  let url: URL;
  try {
    url = new URL(`http://${bracketed}`);
  } catch {
    return undefined;
  }
  // A port would be taken for a promise that other ports are not reached. `:80` vanishes in parsing.
  if (url.port !== '' || (/:\d*$/.test(entry) && isIP(entry) === 0)) return undefined;
  const host = withoutFinalDot(url.hostname.replace(/^\[|\]$/g, ''));
  return host.split('.').includes('') ? undefined : host;
}

function withoutFinalDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

function notAHost(entry: unknown): LoadoutError {
  const shown = JSON.stringify(String(entry).slice(0, 200));
  const sentence =
    `allowedPrivateHosts has the entry ${shown}, which is not a host. ` +
    'Name a host or an address, such as "wiki.example.com" or "10.0.0.7", or "*.example.com" for its sub-domains.';
  return new LoadoutError('NETWORK_FAILED', sentence, { details: { entry: String(entry).slice(0, 200) } });
}
