/**
 * The hosts in private networks that an operator allows (contract 10.3): names, addresses, and `*.host` for the
 * sub-domains of a host. What is allowed here is still judged when it is reached; this finds entries that can do
 * nothing, or that would open more than one network, before anybody relies on them.
 */
import { isIP } from 'node:net';
import { type ListedHost, readListedHost } from '@loadout/core/hosts';

// Of this machine, whatever a resolver says.
const localNames = /^(?:.+\.)?(?:localhost|localdomain\d?)$|^ip6-(?:localhost|loopback)$/;

// Where clouds keep the credentials of their machines.
const metadataNames =
  /^(?:.+\.)?metadata(?:\.(?:google\.internal|azure\.internal|azure\.com|internal|goog|tencentyun\.com|packet\.net|platformequinix\.com))?$|^instance-data(?:\..+)?$/;

/** The entry, or what is wrong with it, as the rest of a sentence. */
export function readPrivateHost(entry: string): ListedHost | string {
  const text = entry.trim();
  if (text === '*' || text === '*.') return 'would allow every host. Name the hosts one by one, or "*.example.com"';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'is a URL. Name the host alone, such as "wiki.example.com"';
  const listed = readListedHost(text);
  if (listed === undefined) {
    return isIP(readListedHost(text.replace(/^\*\./, ''))?.host ?? '') === 0
      ? 'is no host. Name a host or an address without a port, such as "wiki.example.com" or "10.0.0.7", or "*.example.com" for its sub-domains'
      : 'is an address, and addresses have no sub-domains. Name each address';
  }
  const { host } = listed;
  if (isIP(host) !== 0) return listed;
  if (localNames.test(host)) return 'is this machine, which is never reached';
  if (metadataNames.test(host)) return 'is where a cloud keeps credentials, which is never reached';
  return listed;
}

/** What is wrong with the list, in sentences; empty where nothing is. */
export async function judgePrivateHosts(entries: readonly string[]): Promise<readonly string[]> {
  const problems = await Promise.all(entries.map(judgeEntry));
  return problems.flatMap((problem, index) =>
    problem === undefined ? [] : [`The entry ${JSON.stringify(entries[index]?.slice(0, 100))} ${problem}.`],
  );
}

async function judgeEntry(entry: string): Promise<string | undefined> {
  const read = readPrivateHost(entry);
  if (typeof read === 'string') return read;
  const { host, isWildcard } = read;
  if (isIP(host) !== 0) return judgeLiteral(host);
  const isSuffix = isWildcard && (await isPublicSuffix(host));
  return isSuffix
    ? 'would allow hosts of many owners: below it anybody can have a name. Name the domain that is yours'
    : undefined;
}

async function judgeLiteral(address: string): Promise<string | undefined> {
  const { judgeAddress } = await import('@loadout/core/network');
  const { range, isPublic, embeds } = judgeAddress(address);
  if (isPublic) return 'is a public address, which needs no entry';
  if (range === 'private' && embeds === undefined) return undefined;
  return `is an address of the kind ${JSON.stringify(range)}, which is never reached: only those of private networks can be allowed`;
}

/** Whether names directly below belong to different owners: `com`, `co.uk`, `github.io`. */
async function isPublicSuffix(name: string): Promise<boolean> {
  const { parse } = await import('tldts');
  const { publicSuffix, isIcann, isPrivate } = parse(name, { allowPrivateDomains: true });
  return publicSuffix === name && (isIcann === true || isPrivate === true);
}
