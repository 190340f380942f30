import { createGuardedFetch } from '@loadout/core/network';
import { expect, test } from 'vitest';
import { connectTo, publicAddress, resolveAllTo, startHttp } from './loopback.js';

interface Step {
  readonly to?: string;
  readonly set?: readonly string[];
}

/** A server whose answers are steps by host and path, and what it got as `cookie`. */
async function start(steps: Readonly<Record<string, Step>>) {
  const cookies: (string | undefined)[] = [];
  const server = await startHttp((request, response) => {
    cookies.push(request.headers.cookie);
    const { to, set = [] } = steps[`${request.headers.host}${request.url}`] ?? {};
    if (to !== undefined) response.setHeader('location', to);
    response.setHeader('set-cookie', set).writeHead(to === undefined ? 200 : 302);
    response.end();
  });
  const fetch = createGuardedFetch({ resolveHost: resolveAllTo(publicAddress), connect: connectTo(server.port) });
  const visit = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<typeof cookies> => {
    cookies.length = 0;
    await (await fetch(url, { headers })).discard();
    return [...cookies];
  };
  return { visit };
}

test('what a server sets on the way is sent on the way, by host, path, domain and scheme', async () => {
  const { visit } = await start({
    'www.site.com/': {
      to: '/a/b',
      set: ['one=1; HttpOnly', 'two=2; Domain=site.com; Path=/', 'three=3; Path=/a', 'old=4; Max-Age=0'],
    },
    'www.site.com/a/b': { to: 'https://login.site.com/', set: ['one=9'] },
    'login.site.com/': { to: 'http://www.site.com/end', set: ['five=5; Secure; Domain=site.com'] },
  });
  expect(await visit('https://www.site.com/')).toEqual([undefined, 'three=3; one=1; two=2', 'two=2', 'one=1; two=2']);
});

test('nothing is kept after the retrieval', async () => {
  const { visit } = await start({ 'www.site.com/': { to: '/b', set: ['a=1'] } });
  expect(await visit('https://www.site.com/')).toEqual([undefined, 'a=1']);
  expect(await visit('https://www.site.com/')).toEqual([undefined, 'a=1']);
  expect(await visit('https://www.site.com/b')).toEqual([undefined]);
});

test('a cookie for a public suffix, for another domain or secure without TLS is not kept', async () => {
  const set = [
    'a=1; Domain=com',
    'b=2; Domain=co.uk',
    'c=3; Domain=other.com',
    'd=4; Secure',
    '__Host-e=5; Path=/',
    'nonsense',
  ];
  const { visit } = await start({
    'www.site.co.uk/': { to: 'http://x.co.uk/', set },
    'x.co.uk/': { to: 'http://www.site.co.uk/end' },
    'me.github.io/': { to: 'http://you.github.io/', set: ['a=1; Domain=github.io'] },
  });
  expect(await visit('http://www.site.co.uk/')).toEqual([undefined, undefined, undefined]);
  expect(await visit('http://me.github.io/')).toEqual([undefined, undefined]);
});

test("the caller's own cookie stays with its origin, beside those that were set", async () => {
  const { visit } = await start({
    'www.site.com/': { to: '/b', set: ['a=1'] },
    'www.site.com/b': { to: 'http://other.com/' },
    'other.com/': { to: 'http://www.site.com/c' },
  });
  expect(await visit('http://www.site.com/', { cookie: 'own=x' })).toEqual(['own=x', 'own=x; a=1', undefined, 'a=1']);
});

test('cookies without end are bounded in number and length', async () => {
  const many = Array.from({ length: 300 }, (_, index) => `c${index}=${'x'.repeat(40)}`);
  const { visit } = await start({
    'www.site.com/': { to: '/b', set: many },
    'www.site.com/long': { to: '/b', set: [`long=${'x'.repeat(5_000)}`, 'short=1'] },
  });
  const [, sent = ''] = await visit('http://www.site.com/');
  expect(sent.split('; ')).toHaveLength(50);
  expect(await visit('http://www.site.com/long')).toEqual([undefined, 'short=1']);
});
