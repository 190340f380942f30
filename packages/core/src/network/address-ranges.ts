/**
 * Which addresses are public. The tables are ours and closed: what is not understood is refused.
 *
 * IPv4 is judged by a deny list (the IANA special-purpose registry, multicast, class E, and addresses that
 * clouds use for themselves), IPv6 by an allow list: global unicast, 2000::/3, minus its special blocks.
 * Addresses that embed an IPv4 address are decoded. IPv4-mapped and NAT64 addresses reach what they embed and
 * are judged by it; 6to4, Teredo and the other transition forms are refused, whatever they embed.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What kind of address it is. All but `public` are refused. */
export type AddressRange =
  | 'public'
  | 'malformed'
  | 'unspecified'
  | 'loopback'
  | 'link-local'
  | 'private'
  | 'cloud-metadata'
  | 'multicast'
  | 'documentation'
  | 'benchmarking'
  | 'infrastructure'
  | 'transition'
  | 'reserved';

/** What {@link judgeAddress} says. */
export interface AddressVerdict {
  readonly isPublic: boolean;
  readonly range: AddressRange;
  /** The IPv4 address inside, where the address embeds one. */
  readonly embeds?: string;
}

type Block<Address> = readonly [address: Address, prefixLength: number, range: AddressRange];

// The first block that matches names the range, so narrow blocks stand before the wide ones around them. Ranges that
// clouds use for themselves lie in private ones, which an operator may allow (contract 10.3), and never are part of that.
const specialIPv4 = (
  [
    ['0.0.0.0/8', 'unspecified'],
    ['10.0.0.0/8', 'private'],
    ['100.100.100.100/32', 'infrastructure'],
    ['100.100.100.200/32', 'cloud-metadata'],
    ['100.64.0.0/10', 'private'],
    ['127.0.0.0/8', 'loopback'],
    ['168.63.129.16/32', 'cloud-metadata'],
    ['169.254.0.0/16', 'link-local'],
    ['172.16.0.0/12', 'private'],
    ['192.0.0.0/24', 'infrastructure'],
    ['192.0.2.0/24', 'documentation'],
    ['192.31.196.0/24', 'infrastructure'],
    ['192.52.193.0/24', 'infrastructure'],
    ['192.88.99.0/24', 'infrastructure'],
    ['192.168.0.0/16', 'private'],
    ['192.175.48.0/24', 'infrastructure'],
    ['198.18.0.0/15', 'benchmarking'],
    ['198.51.100.0/24', 'documentation'],
    ['203.0.113.0/24', 'documentation'],
    ['224.0.0.0/4', 'multicast'],
    ['240.0.0.0/4', 'reserved'],
  ] as const
).map(([block, range]): Block<ipaddr.IPv4> => [...ipaddr.IPv4.parseCIDR(block), range]);

const specialIPv6 = (
  [
    ['::/128', 'unspecified'],
    ['::1/128', 'loopback'],
    ['::/96', 'transition'],
    ['::ffff:0:0:0/96', 'transition'],
    ['64:ff9b:1::/48', 'transition'],
    ['100::/64', 'reserved'],
    ['100:0:0:1::/64', 'reserved'],
    ['2001::/32', 'transition'],
    ['2001:2::/48', 'benchmarking'],
    ['2001::/23', 'infrastructure'],
    ['2001:db8::/32', 'documentation'],
    ['2002::/16', 'transition'],
    ['2620:4f:8000::/48', 'infrastructure'],
    ['3ffe::/16', 'reserved'],
    ['3fff::/20', 'documentation'],
    ['5f00::/16', 'infrastructure'],
    ['fd00:ec2::/32', 'cloud-metadata'],
    ['fd20:ce::/64', 'cloud-metadata'],
    ['fd00:42::42/128', 'cloud-metadata'],
    ['fd00:c1::a9fe:a9fe/128', 'cloud-metadata'],
    ['fc00::/7', 'private'],
    ['fe80::/10', 'link-local'],
    ['fec0::/10', 'reserved'],
    ['ff00::/8', 'multicast'],
  ] as const
).map(([block, range]): Block<ipaddr.IPv6> => [...ipaddr.IPv6.parseCIDR(block), range]);

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const ipv4Mapped = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const sixToFour = ipaddr.IPv6.parseCIDR('2002::/16');
const teredo = ipaddr.IPv6.parseCIDR('2001::/32');
const ipv4InLastBits = ['::/96', '::ffff:0:0:0/96', '64:ff9b:1::/48'].map((block) => ipaddr.IPv6.parseCIDR(block));

/** Whether a connection to the address may be made for a URL that a model chose. */
export function isPublicAddress(ip: string): boolean {
  return judgeAddress(ip).isPublic;
}

/**
 * Judges one address in its usual text form, as a resolver answers it or the WHATWG parser prints it (without
 * brackets). Anything else, an address with a zone and a short or octal form included, is `malformed`.
 */
export function judgeAddress(ip: string): AddressVerdict {
  const family = typeof ip === 'string' && !ip.includes('%') ? isIP(ip) : 0;
  if (family === 4) return judgeIPv4(ipaddr.IPv4.parse(ip));
  if (family === 6) return judgeIPv6(ipaddr.IPv6.parse(ip));
  return { isPublic: false, range: 'malformed' };
}

/**
 * Whether the address is one of a private network (RFC 1918, 4193, 6598), which an operator may allow. One that reaches it
 * through a translator is not.
 */
export function isPrivateAddress(ip: string): boolean {
  if (isIP(ip) === 0) return false;
  const verdict = judgeAddress(toConnectableAddress(ip).address);
  return verdict.range === 'private' && verdict.embeds === undefined;
}

/** The address to connect to: an IPv4-mapped address is the IPv4 address that it spells. */
export function toConnectableAddress(ip: string): { readonly address: string; readonly family: 4 | 6 } {
  if (isIP(ip) !== 6 || ip.includes('%')) return { address: ip, family: isIP(ip) === 6 ? 6 : 4 };
  const address = ipaddr.IPv6.parse(ip);
  if (!address.match(ipv4Mapped)) return { address: ip, family: 6 };
  return { address: embeddedIPv4(address, 6).toString(), family: 4 };
}

function judgeIPv4(address: ipaddr.IPv4): AddressVerdict {
  return toVerdict(specialIPv4.find(([block, length]) => address.match(block, length))?.[2] ?? 'public');
}

function judgeIPv6(address: ipaddr.IPv6): AddressVerdict {
  if (address.match(ipv4Mapped) || address.match(nat64)) {
    const inner = embeddedIPv4(address, 6);
    return { ...judgeIPv4(inner), embeds: inner.toString() };
  }
  const special = specialIPv6.find(([block, length]) => address.match(block, length))?.[2];
  if (special !== undefined) return { ...toVerdict(special), ...describeEmbedded(address, special) };
  if (!address.match(globalUnicast)) return toVerdict('reserved');
  if (!isIsatap(address)) return toVerdict('public');
  const inner = embeddedIPv4(address, 6);
  return { ...judgeIPv4(inner), embeds: inner.toString() };
}

function toVerdict(range: AddressRange): AddressVerdict {
  return { isPublic: range === 'public', range };
}

function describeEmbedded(address: ipaddr.IPv6, range: AddressRange): { readonly embeds?: string } {
  if (range !== 'transition') return {};
  if (address.match(sixToFour)) return { embeds: embeddedIPv4(address, 1).toString() };
  if (address.match(teredo)) return { embeds: embeddedIPv4(address, 6, 0xffff).toString() };
  if (ipv4InLastBits.some((block) => address.match(block))) return { embeds: embeddedIPv4(address, 6).toString() };
  return {};
}

/** The IPv4 address in two of the eight parts of an IPv6 address; Teredo inverts its bits. */
function embeddedIPv4(address: ipaddr.IPv6, firstPart: number, mask = 0): ipaddr.IPv4 {
  const [high = 0, low = 0] = address.parts.slice(firstPart, firstPart + 2).map((part) => part ^ mask);
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}

/** RFC 5214: an interface id of 0:5efe or 200:5efe and an IPv4 address, under any prefix. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , flags = -1, marker] = address.parts;
  return (flags & 0xfcff) === 0 && marker === 0x5efe;
}
