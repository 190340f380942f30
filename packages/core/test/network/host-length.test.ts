import { expect, test } from 'vitest';
// Reaches inside: what is asked before a URL is parsed is not seen from outside, but for the time.
import { hasLongHost } from '../../src/network/host-length.js';
import { requireWebUrl } from '../../src/network/web-url.js';

const part = '丐'.repeat(64);

test('a host that no name can have is told from the text of a URL, however the URL is written', () => {
  for (const url of [
    `http://${part}/`,
    `HTTP:\\\\${part}\\x`,
    `https:${part}`,
    `//${part}?x`,
    ` \u0000ht\ntp:/\t/${part}#x`,
    `http://user:word@${part}:80/`,
    `http://a.example。${part}`,
    `http://${'ab.'.repeat(90)}example`,
  ]) {
    expect(hasLongHost(url), url).toBe(true);
  }
});

test('other hosts are not, and neither are paths and queries', () => {
  for (const url of [
    `https://site.example:8443/${'a'.repeat(5_000)}`,
    `https://site.example?${part}`,
    `https://${part}@site.example/`,
    `/${part}${part}`,
    `${part}/x`,
    `mailto:${part}@site.example`,
    'http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8080/',
    `http://${'a'.repeat(63)}.${'b'.repeat(63)}.example/`,
    'https://пример.испытание/',
    '',
  ]) {
    expect(hasLongHost(url), url).toBe(false);
  }
});

test('a URL with such a host is refused before it is parsed', () => {
  const startedAt = process.cpuUsage();
  for (let at = 0; at < 20; at += 1) {
    expect(() => requireWebUrl(`http://${at}${'丐乑'.repeat(8_000)}`)).toThrow('too long part between its dots');
    expect(() => requireWebUrl(`//${at}${'丐乑'.repeat(8_000)}`, { base: new URL('http://a.example/') })).toThrow();
  }
  expect(process.cpuUsage(startedAt).user).toBeLessThan(500_000);
});
