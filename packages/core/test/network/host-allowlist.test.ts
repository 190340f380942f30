import { expect, test } from 'vitest';
// Reaches inside: a list is read without a request here.
import { createHostAllowlist } from '../../src/network/host-allowlist.js';

test('a name and an address allow themselves, however they are written', () => {
  const isAllowed = createHostAllowlist([
    ' Wiki.Corp. ',
    'bücher.example',
    '10.0.0.7',
    '0x0a000008',
    'FD12:0::1',
    '[fd12::2]',
  ]);
  for (const host of [
    'wiki.corp',
    'wiki.corp.',
    'xn--bcher-kva.example',
    '10.0.0.7',
    '10.0.0.8',
    'fd12::1',
    'fd12::2',
  ]) {
    expect(isAllowed(host), host).toBe(true);
  }
  for (const host of ['a.wiki.corp', 'corp', 'xwiki.corp', '10.0.0.70', '110.0.0.7', 'fd12::3', '::ffff:a00:7']) {
    expect(isAllowed(host), host).toBe(false);
  }
});

test('*.host means its sub-domains, not itself and nothing that ends alike', () => {
  const isAllowed = createHostAllowlist(['*.corp.example']);
  for (const host of ['a.corp.example', 'a.b.corp.example', 'a.corp.example.'])
    expect(isAllowed(host), host).toBe(true);
  for (const host of ['corp.example', 'xcorp.example', '.corp.example', 'a.corp.example.evil.example', 'example']) {
    expect(isAllowed(host), host).toBe(false);
  }
});

test('an empty list allows nothing', () => {
  expect(createHostAllowlist([])('wiki.corp')).toBe(false);
});

test('an entry that is no host is refused, and named', () => {
  const entries = [
    '',
    '*',
    '*.',
    '*.*.corp',
    'a.*.corp',
    'http://wiki.corp',
    'wiki.corp/',
    'wiki.corp:8080',
    'wiki.corp:80',
  ];
  const odd = [
    '[fd00::1]:80',
    '[fd00::1]:',
    'a,b',
    'a..b',
    '%61.corp',
    '10.0.0.0/8',
    'me@wiki.corp',
    'wiki corp',
    'wiki.corp?x',
    '*.10.0.0.1',
    '1.2.3.4.5',
    '.',
    '[::1',
    ':80',
  ];
  for (const entry of [...entries, ...odd, undefined, null, 7, {}]) {
    expect(() => createHostAllowlist([entry as string]), String(entry)).toThrow(/allowedPrivateHosts has the entry/);
  }
});
