import { isPublicAddress, judgeAddress } from '@loadout/core/network';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const hex = (high: number, low: number): string => ((high << 8) | low).toString(16);

test('10.1 an IPv4 address inside an IPv6 address is never more public than by itself', () => {
  fc.assert(
    fc.property(ipv4, ([a, b, c, d]) => {
      const dotted = `${a}.${b}.${c}.${d}`;
      const tail = `${hex(a, b)}:${hex(c, d)}`;
      const isPublic = isPublicAddress(dotted);
      for (const reaching of [`::ffff:${dotted}`, `::ffff:${tail}`, `64:ff9b::${tail}`, `64:ff9b::${dotted}`]) {
        expect(judgeAddress(reaching)).toMatchObject({ isPublic, embeds: dotted });
      }
      const isatap = [`2600:1f18::5efe:${tail}`, `2600:1f18::200:5efe:${tail}`];
      for (const address of isatap) expect(isPublicAddress(address)).toBe(isPublic);
      const refused = [`::${tail}`, `::ffff:0:${tail}`, `64:ff9b:1::${tail}`, `2002:${tail}::1`];
      for (const address of refused) expect(isPublicAddress(address), address).toBe(false);
      const teredo = `2001:0:4136:e378:8000:63bf:${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`;
      expect(judgeAddress(teredo)).toEqual({ isPublic: false, range: 'transition', embeds: dotted });
    }),
    { examples: [[[127, 0, 0, 1]], [[10, 0, 0, 1]], [[169, 254, 169, 254]], [[8, 8, 8, 8]], [[0, 0, 0, 0]]] },
  );
});

test('10.1 no IPv6 address outside 2000::/3 is public, unless it reaches a public IPv4 address', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), (parts) => {
      const address = parts.map((part) => part.toString(16)).join(':');
      if (((parts[0] ?? 0) & 0xe000) !== 0x2000) expect(isPublicAddress(address)).toBe(false);
    }),
  );
});

test('10.1 addresses that clouds use for themselves are refused, and named', () => {
  const own = ['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42'];
  for (const address of [...own, 'fd00:c1::a9fe:a9fe', '::ffff:168.63.129.16', '::ffff:100.100.100.200']) {
    expect(judgeAddress(address), address).toMatchObject({ isPublic: false, range: 'cloud-metadata' });
  }
  expect(judgeAddress('169.254.169.254')).toEqual({ isPublic: false, range: 'link-local' });
  expect(judgeAddress('100.100.100.100')).toEqual({ isPublic: false, range: 'infrastructure' });
  expect(judgeAddress('fec0::1')).toEqual({ isPublic: false, range: 'reserved' });
});

test('10.1 what is not an address in its usual form is refused', () => {
  const odd = [
    '',
    ' ',
    '1.2.3',
    '0177.0.0.1',
    '8.8.8.8 ',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8.',
    '[2600::1]',
  ];
  for (const text of [...odd, '2600::1%eth0', '2600::1/64', '2600::1::2', '::ffff:8.8.8', 'example.com']) {
    expect(judgeAddress(text), text).toEqual({ isPublic: false, range: 'malformed' });
  }
  for (const value of [undefined, null, 0, {}, ['8.8.8.8']]) {
    expect(judgeAddress(value as unknown as string)).toEqual({ isPublic: false, range: 'malformed' });
  }
});
