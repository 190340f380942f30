import { createGuardedFetch, judgeAddress } from '@loadout/core/network';
import { expect, test } from 'vitest';
import {
  answers,
  connectNowhere,
  connectTo,
  publicAddress,
  resolveAllTo,
  startHttp,
  startTcp,
} from '../network/loopback.js';

/** What a fetch of the URL is refused with, by a resolver that lies; every connection fails the test. */
async function refusalOf(url: string, ...addresses: readonly string[]): Promise<string> {
  const connect = connectNowhere();
  const resolveHost = resolveAllTo(...(addresses.length > 0 ? addresses : [publicAddress]));
  const error = await createGuardedFetch({ connect, resolveHost })(url).catch((reason: unknown) => reason);
  expect(connect.targets, url).toEqual([]);
  return (error as { code: string }).code;
}

test('10.1 the first and the last address of every special block, and what embeds one, is refused', () => {
  const blocks = [
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.31.196.0', '192.31.196.255'],
    ['192.52.193.0', '192.52.193.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['192.175.48.0', '192.175.48.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '239.255.255.255'],
    ['240.0.0.0', '255.255.255.255'],
    ['168.63.129.16'],
  ];
  for (const address of blocks.flat()) {
    for (const form of [address, `::ffff:${address}`, `::${address}`, `64:ff9b::${address}`, `64:ff9b:1::${address}`]) {
      expect(judgeAddress(form).isPublic, form).toBe(false);
    }
  }
  const wide = ['::', '::1', '::ffff:0:0:1', '64:ff9b:1::', '100::', '100::ffff', '100:0:0:1::1', '200::1', '400::1'];
  const special = [
    '2001::',
    '2001:1::1',
    '2001:1::2',
    '2001:1::3',
    '2001:2::',
    '2001:3::',
    '2001:4:112::',
    '2001:1ff::1',
  ];
  const blocks6 = ['2001:10::', '2001:20::', '2001:30::', '2001:db8::', '2002::', '2620:4f:8000::', '3ffe::', '3fff::'];
  const local = [
    '4000::',
    '5f00::',
    '8000::',
    'e000::',
    'fc00::',
    'fdff::',
    'fe00::',
    'fe80::',
    'febf::',
    'fec0::',
    'ff00::',
  ];
  for (const address of [...wide, ...special, ...blocks6, ...local, 'ff02::1', 'ff0e::1']) {
    expect(judgeAddress(address).isPublic, address).toBe(false);
  }
});

test('10.1 names of this machine and of private networks are refused in every form, whatever a resolver says', async () => {
  const names = ['localhost', 'a.b.localhost', 'localhost.localdomain', 'localhost4.localdomain4', 'x.localdomain6'];
  const single = ['router', 'wpad', 'metadata', 'kubernetes', 'instance-data', 'xn--bcher-kva', 'com'];
  const suffixes = [
    'a.local',
    'a.internal',
    'a.intranet',
    'a.private',
    'a.corp',
    'a.home',
    'a.lan',
    'a.home.arpa',
    'a.onion',
  ];
  const reserved = [
    'a.alt',
    'a.test',
    'a.invalid',
    '1.0.0.127.in-addr.arpa',
    '_dns.resolver.arpa',
    'svc.cluster.local',
  ];
  for (const name of [...names, ...single, ...suffixes, ...reserved]) {
    for (const host of [name, `${name}.`, name.toUpperCase(), name.replaceAll('.', '\u3002')]) {
      expect(await refusalOf(`http://${host}/`), host).toBe('NETWORK_ADDRESS_REFUSED');
    }
  }
});

test('10.1 hosts with empty or too long parts are no hosts', async () => {
  const hosts = ['a..example.com', '.example.com', 'example.com..', '.', '..', `${'a'.repeat(64)}.example.com`];
  for (const host of [
    ...hosts,
    `${'a.'.repeat(126)}example.com`,
    '%2e%2e',
    'a.\u00ad.example.com',
    '\u3002.example.com',
  ]) {
    expect(await refusalOf(`http://${host}/`), host).toBe('NETWORK_URL_INVALID');
  }
});

test('10.1 names that look like addresses are refused before they are looked up', async () => {
  const invalid = ['1.2.3.4.5', '256.1.1.1', '1.0xg.0.1', '127.0.0.1.1', '09.0.0.1', '4294967296', 'a.1', '[1.2.3.4]'];
  for (const host of [
    ...invalid,
    '[::1%25lo]',
    '[v1.x]',
    '127.0.0.1%00',
    'exa mple.com',
    'a%2fb.com',
    'a<b.com',
    'a|b.com',
  ]) {
    expect(await refusalOf(`http://${host}/`), host).toBe('NETWORK_URL_INVALID');
  }
});

test('10.1 odd spellings of addresses are the addresses that they spell', async () => {
  const loopback = [
    '0x7f000001',
    '017700000001',
    '127.1',
    '0177.0x0.1',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '①②⑦.⓪.⓪.①',
  ];
  const separators = [
    '127。0。0。1',
    '127．0．0．1',
    '127%2e0%2e0%2e1',
    '127.0.0.1.',
    '[::ffff:7f00:0001]',
    '[0:0:0:0:0:ffff:127.1.2.3]',
  ];
  const controls = [
    '127.0\t.0.1',
    '12\n7.0.0.1',
    '127.0.0.1\r',
    '0',
    '0x',
    '0x0.0',
    '[::]',
    '[0000::1]',
    '[::127.0.0.1]',
  ];
  for (const host of [...loopback, ...separators, ...controls]) {
    expect(await refusalOf(`http://${host}/`), JSON.stringify(host)).toBe('NETWORK_ADDRESS_REFUSED');
  }
});

test('10.1 user names are refused, and what hides a host behind one', async () => {
  for (const url of [
    'http://me@site.example/',
    'http://:pw@site.example/',
    'http://site.example@127.0.0.1/',
    'http://site.example:80@127.0.0.1/',
    'http://127.0.0.1:80@site.example@site.example/',
    'https://site.example%40@127.0.0.1/',
  ]) {
    expect(await refusalOf(url), url).toBe('NETWORK_URL_INVALID');
  }
  expect(await refusalOf('http://127.0.0.1\\@site.example/')).toBe('NETWORK_ADDRESS_REFUSED');
  expect(await refusalOf('http://127.0.0.1#@site.example/')).toBe('NETWORK_ADDRESS_REFUSED');
  expect(await refusalOf('http://127.0.0.1?@site.example/')).toBe('NETWORK_ADDRESS_REFUSED');
  expect(await refusalOf('http:\\\\127.0.0.1\\')).toBe('NETWORK_ADDRESS_REFUSED');
  expect(await refusalOf('http:/127.0.0.1')).toBe('NETWORK_ADDRESS_REFUSED');
});

test('10.1 every port of the fetch standard that is none for the web is refused, with and without TLS', async () => {
  const ports = [
    0, 1, 7, 20, 21, 22, 23, 25, 53, 69, 110, 111, 137, 139, 143, 161, 389, 427, 465, 512, 515, 540, 548, 554,
  ];
  for (const port of [
    ...ports,
    587,
    636,
    989,
    993,
    995,
    1719,
    1720,
    1723,
    2049,
    3659,
    4190,
    5060,
    5061,
    6000,
    6566,
    6667,
    10080,
  ]) {
    expect(await refusalOf(`http://site.example:${port}/`), String(port)).toBe('NETWORK_URL_INVALID');
    expect(await refusalOf(`https://site.example:0${port}/`), String(port)).toBe('NETWORK_URL_INVALID');
  }
});

test('10.2 answers of a resolver that are empty, malformed or mixed refuse the name', async () => {
  const ask = async (answer: unknown): Promise<string> => {
    const connect = connectNowhere();
    const fetch = createGuardedFetch({ connect, resolveHost: async () => answer as never });
    const error = await fetch('http://site.example/').catch((reason: unknown) => reason);
    expect(connect.targets).toEqual([]);
    return (error as { code: string }).code;
  };
  const good = { address: publicAddress, family: 4 };
  for (const bad of [
    [],
    undefined,
    null,
    publicAddress,
    good,
    [publicAddress],
    [good, null],
    [good, {}],
    [good, { address: '', family: 4 }],
    [good, { address: '1.2.3', family: 4 }],
    [good, { address: '0x8.8.8.8', family: 4 }],
    [good, { address: publicAddress, family: 6 }],
    [good, { address: publicAddress, family: 'IPv4' }],
    [good, { address: '2606:4700::1', family: 4 }],
    [good, { address: ' 8.8.8.8', family: 4 }],
    [good, { address: 'site.example', family: 4 }],
    [good, { address: ['8.8.8.8'], family: 4 }],
    Array.from({ length: 300 }, () => good),
  ]) {
    expect(await ask(bad), JSON.stringify(bad)).toBe('NETWORK_NAME_UNRESOLVED');
  }
  for (const address of [
    '10.0.0.1',
    '::1',
    'fe80::1%eth0',
    '::ffff:127.0.0.1',
    '::7f00:1',
    '2002:7f00:1::',
    '0.0.0.0',
  ]) {
    const family = address.includes(':') ? 6 : 4;
    for (const mixed of [
      [good, { address, family }],
      [{ address, family }, good],
    ]) {
      expect(await ask(mixed), address).toBe('NETWORK_ADDRESS_REFUSED');
    }
  }
});

test('10.2 redirects to every kind of refused target are not followed, however they are written', async () => {
  const schemes = [
    'file:///etc/passwd',
    'ftp://site.example/',
    'data:text/html,x',
    'javascript:alert(1)',
    'ws://site.example/',
  ];
  const others = [
    'gopher://127.0.0.1:70/',
    'blob:http://site.example/x',
    'about:blank',
    'view-source:http://site.example/',
    'mailto:a@b',
  ];
  const hosts = [
    'http://127.0.0.1/',
    '//127.0.0.1/',
    '/\\127.0.0.1/',
    '\\\\127.0.0.1\\',
    'http:\\\\127.0.0.1',
    '  http://[::1]/  ',
  ];
  const odd = [
    'http://localhost/',
    'https://169.254.169.254/',
    'http://0x7f.1/',
    'http://site.example:25/',
    'http://me:pw@site.example/',
  ];
  const text = [
    'HtTp://2130706433/',
    'http://site.example@10.0.0.1/',
    'ht\ttp://127.0.0.1/',
    'http://\uff11\uff12\uff17.0.0.1/',
    'http://',
  ];
  for (const location of [...schemes, ...others, ...hosts, ...odd, ...text]) {
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await startTcp((socket) => {
        socket.end(Buffer.from(`HTTP/1.1 ${status} X\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`, 'utf8'));
      });
      const connect = connectTo(server.port);
      const fetch = createGuardedFetch({ connect, resolveHost: resolveAllTo(publicAddress) });
      const error = await fetch('http://site.example/').catch((reason: unknown) => reason);
      expect((error as { code?: string }).code, `${status} ${location}`).toMatch(
        /^NETWORK_(?:URL_INVALID|ADDRESS_REFUSED|FAILED)$/,
      );
      expect(connect.targets, `${status} ${location}`).toHaveLength(1);
    }
  }
});

test('10.2 a redirect to an international name goes where the name is, in UTF-8 and percent-encoded', async () => {
  for (const location of [
    'http://bücher.example/ü',
    'http://b%C3%BCcher.example/%C3%BC',
    'http://xn--bcher-kva.example/ü',
  ]) {
    const server = await startHttp((request, response) => {
      if (request.headers.host !== 'site.example') response.end();
      else response.writeHead(302, { location: Buffer.from(location, 'utf8').toString('latin1') }).end();
    });
    const fetch = createGuardedFetch({ connect: connectTo(server.port), resolveHost: resolveAllTo(publicAddress) });
    expect((await fetch('http://site.example/')).url).toBe('http://xn--bcher-kva.example/%C3%BC');
  }
  const server = await startTcp((socket) => {
    socket.once('data', (data) => {
      const isFirst = String(data).startsWith('GET / ');
      const answer = isFirst ? 'HTTP/1.1 302 X\r\nLocation: /\xfcber\r\n' : 'HTTP/1.1 200 X\r\n';
      socket.end(Buffer.from(`${answer}Content-Length: 0\r\n\r\n`, 'latin1'));
    });
  });
  const fetch = createGuardedFetch({ connect: connectTo(server.port), resolveHost: resolveAllTo(publicAddress) });
  expect((await fetch('http://site.example/')).url).toBe('http://site.example/%FCber');
});

test('10.2 every hop is looked up and judged anew, and no answer is kept', async () => {
  const server = await startHttp((request, response) => {
    const hop = Number(request.url?.slice(1));
    response.writeHead(302, { location: `/${hop + 1}` }).end();
  });
  for (const at of [1, 3, 9]) {
    let asked = 0;
    const connect = connectTo(server.port);
    const resolveHost = async () => answers([asked++ === at ? '192.168.0.1' : publicAddress]);
    const error = await createGuardedFetch({ connect, resolveHost })('http://site.example/0').catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'NETWORK_ADDRESS_REFUSED' });
    expect([asked, connect.targets.length]).toEqual([at + 1, at]);
  }
});

test('10.2 a header reaches another origin only where it says nothing of the sender', async () => {
  const send = [
    'Authorization',
    'Cookie',
    'X-Api-Key',
    'X-Auth-Token',
    'Api-Key',
    'Origin',
    'Referer',
    'X-Csrf-Token',
    'From',
    'Forwarded',
  ];
  const harmless = ['Accept', 'Accept-Language', 'User-Agent', 'Cache-Control'];
  const headers = Object.fromEntries([...send, ...harmless].map((name) => [name, 'value']));
  for (const location of [
    'https://site.example/b',
    'http://site.example:8080/b',
    'http://sub.site.example/b',
    'http://other.example/b',
    'http://site.example./b',
  ]) {
    const received: Readonly<Record<string, unknown>>[] = [];
    const server = await startHttp((request, response) => {
      received.push(request.headers);
      if (request.url === '/') response.writeHead(307, { location }).end();
      else response.end();
    });
    const fetch = createGuardedFetch({ connect: connectTo(server.port), resolveHost: resolveAllTo(publicAddress) });
    await (await fetch('http://site.example/', { headers })).discard();
    const [first, second] = received;
    for (const name of [...send, ...harmless]) expect(first?.[name.toLowerCase()], name).toBe('value');
    for (const name of send) expect(second?.[name.toLowerCase()], `${name} to ${location}`).toBeUndefined();
    for (const name of harmless) expect(second?.[name.toLowerCase()], `${name} to ${location}`).toBe('value');
  }
});
