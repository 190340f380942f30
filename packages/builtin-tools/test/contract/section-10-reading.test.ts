import type { JsonObject, TurnOptions } from '@loadout/core';
import { expect, test } from 'vitest';
import { high, openReading, textOf } from '../reading.js';

const page = (
  _request: unknown,
  response: { setHeader(name: string, value: string): void; end(text: string): void },
) => {
  response.setHeader('content-type', 'text/plain');
  response.end('The canteen opens at noon.');
};

const wiki = 'http://wiki.private.example/';

test('10.3 a private host of the list is read with HIGH confidence, and what it says requires it', async () => {
  const { read, site } = await openReading({ allowedPrivateHosts: ['*.private.example'] }, page);
  const outcome = await read(wiki, high);
  expect(outcome).toMatchObject({
    status: 'SUCCESS',
    structuredContent: { status: 'complete', content: { text_content: 'The canteen opens at noon.' } },
    _meta: { 'loadout/requiredConfidence': 'HIGH', 'loadout/sources': [{ url: wiki }] },
  });
  expect(site.targets).toMatchObject([{ address: '10.0.0.1', hostname: 'wiki.private.example' }]);
});

test('10.3 a conversation that read a private host stays with model providers of HIGH confidence', async () => {
  const { read } = await openReading({ allowedPrivateHosts: ['wiki.private.example'] }, page);
  const conversation = { id: 'room' };
  expect((await read(wiki, { ...high, conversation })).status).toBe('SUCCESS');
  const low: Partial<TurnOptions> = { conversation, modelProvider: { id: 'cheap', confidence: 'LOW' } };
  const { status, executed } = await read('https://site.example/', low);
  expect({ status, executed }).toEqual({ status: 'BLOCKED', executed: 'no' });
});

test('10.3 neither the entry nor the confidence is enough alone, and the answer says which one is missing', async () => {
  const allowed = await openReading({ allowedPrivateHosts: ['wiki.private.example'] }, page);
  const unlisted = await openReading({ allowedPrivateHosts: ['other.private.example'] }, page);
  const low: Partial<TurnOptions> = { modelProvider: { id: 'cheap', confidence: 'MEDIUM' } };
  const withheld = await allowed.read(wiki, low);
  expect(withheld).toMatchObject({ status: 'BLOCKED', isError: true });
  expect(textOf(withheld)).toContain('only where the model provider has HIGH confidence or is trusted');
  const refused = await unlisted.read(wiki, high);
  expect(refused).toMatchObject({ status: 'BLOCKED', isError: true });
  expect(textOf(refused)).toBe(
    'The host "wiki.private.example" is not one of the public web, and is not among those that may be read. ' +
      'Read a public page instead.',
  );
  expect([...allowed.site.targets, ...unlisted.site.targets]).toEqual([]);
});

test('10.3 settings that name loopback, link-local, metadata or everybody are refused with the reason', async () => {
  for (const [entry, reason] of [
    ['localhost', 'this machine'],
    ['LOCALHOST.', 'this machine'],
    ['*.localhost', 'this machine'],
    ['127.0.0.1', 'loopback'],
    ['127.1', 'loopback'],
    ['0x7f000001', 'loopback'],
    ['::1', 'loopback'],
    ['[::ffff:127.0.0.1]', 'never reached'],
    ['169.254.169.254', 'never reached'],
    ['fe80::1', 'never reached'],
    ['fd00:ec2::254', 'never reached'],
    ['168.63.129.16', 'never reached'],
    ['metadata.google.internal', 'keeps credentials'],
    ['0.0.0.0', 'never reached'],
    ['224.0.0.1', 'never reached'],
    ['*', 'every host'],
    ['*.com', 'many owners'],
    ['*.co.uk', 'many owners'],
    ['*.github.io', 'many owners'],
    ['http://wiki.example/', 'is a URL'],
    ['wiki.example:8080', 'without a port'],
    ['wiki.example/path', 'is no host'],
    ['*.10.0.0.1', 'no sub-domains'],
    ['a b', 'is no host'],
    ['10.0.0.0/8', 'is no host'],
    ['8.8.8.8', 'needs no entry'],
  ] as const) {
    const { host, read, site } = await openReading({ allowedPrivateHosts: ['wiki.private.example', entry] }, page);
    const turn = await host.startTurn({ bot: 'demo', ...high });
    expect(turn.offered, entry).toEqual([]);
    expect(turn.withheld[0]?.code, entry).toBe('not-configured');
    expect(turn.withheld[0]?.reason, entry).toContain(reason);
    expect(turn.withheld[0]?.reason, entry).toContain(JSON.stringify(entry));
    await turn.end();
    expect((await read(wiki, high)).status).toBe('BLOCKED');
    expect(site.targets).toEqual([]);
  }
});

test('10.3 good entries are configured', async () => {
  const allowedPrivateHosts = [
    'wiki',
    'wiki.corp',
    '*.corp',
    '*.intranet.example.com',
    '10.0.0.7',
    'fd12::7',
    '[fd12::8]',
    '100.64.1.2',
  ];
  const { host } = await openReading({ allowedPrivateHosts }, page);
  const turn = await host.startTurn({ bot: 'demo' });
  expect(turn.withheld).toEqual([]);
  await turn.end();
});

test('10.3 a redirect to a loopback name is refused, also from an allowed private host', async () => {
  const { read, site } = await openReading({ allowedPrivateHosts: ['*.private.example'] }, (_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9000/' }).end();
  });
  const outcome = await read(wiki, high);
  expect(outcome).toMatchObject({ status: 'BLOCKED' });
  expect(textOf(outcome)).not.toContain('loopback');
  expect(site.targets).toHaveLength(1);
});

test('10.3 whoever signs in does so at the origin that was asked, and never behind a redirect to another one', async () => {
  const seen: [string, string | undefined, string | undefined][] = [];
  const { read } = await openReading(
    {
      allowedPrivateHosts: ['*.private.example'],
      privateHostHeaders: '# the wiki\nwiki.private.example: Authorization: Bearer abcdefgh12345678\n',
    },
    (request, response) => {
      const { host = '', authorization } = request.headers;
      seen.push([`${host}${request.url}`, authorization, request.headers['x-key'] as string | undefined]);
      if (request.url === '/away') response.writeHead(302, { location: 'http://other.private.example/' }).end();
      else if (request.url === '/near') response.writeHead(302, { location: '/' }).end();
      else response.writeHead(200, { 'content-type': 'text/plain' }).end(`You sent ${authorization}.`);
    },
    { authenticate: (url) => (url.pathname === '/hook' ? { 'X-Key': 'one two' } : undefined) },
  );
  const bearer = 'Bearer abcdefgh12345678';
  const outcome = await read(`${wiki}near`, high);
  expect(outcome).toMatchObject({
    structuredContent: { content: { text_content: 'You sent [redacted].' } },
    _meta: { 'loadout/requiredConfidence': 'HIGH' },
  });
  expect((await read(`${wiki}away`, high)).status).toBe('SUCCESS');
  expect((await read(`${wiki}hook`, high)).status).toBe('SUCCESS');
  expect((await read('http://other.private.example/', high)).status).toBe('SUCCESS');
  expect((await read('https://site.example/', high))._meta).not.toHaveProperty(['loadout/requiredConfidence']);
  expect(seen).toEqual([
    ['wiki.private.example/near', bearer, undefined],
    ['wiki.private.example/', bearer, undefined],
    ['wiki.private.example/away', bearer, undefined],
    ['other.private.example/', undefined, undefined],
    ['wiki.private.example/hook', bearer, 'one two'],
    ['other.private.example/', undefined, undefined],
    ['site.example/', undefined, undefined],
  ]);
});

test('10.3 what was read after signing in requires HIGH, also where the host answered from a public address', async () => {
  const settings: JsonObject = {
    allowedPrivateHosts: ['site.example'],
    privateHostHeaders: 'site.example: X-Key: abcdefgh',
  };
  const { read } = await openReading(settings, page);
  expect((await read('http://site.example/', high))._meta).toMatchObject({ 'loadout/requiredConfidence': 'HIGH' });
  const kept = await read('http://site.example/', { modelProvider: { id: 'cheap', confidence: 'LOW' } });
  expect(kept).toMatchObject({ status: 'BLOCKED' });
  expect(textOf(kept)).not.toContain('canteen');
});

test('10.4 a page that is longer than allowed comes in parts, none longer than the setting', async () => {
  const whole = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} has words.`).join('\n\n');
  const { read } = await openReading({ maxContentCharacters: 1_000 }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(whole);
  });
  const parts: string[] = [];
  for (let page = 1; ; page += 1) {
    const { structuredContent } = await read('https://site.example/', {}, { page });
    const { content, has_more, total_pages } = structuredContent as unknown as {
      readonly content: { readonly text_content: string };
      readonly has_more: boolean;
      readonly total_pages: number;
    };
    expect(content.text_content.length).toBeLessThanOrEqual(1_000);
    parts.push(content.text_content.replace('\n\n[Page content truncated]', ''));
    if (!has_more) {
      expect(page).toBe(total_pages);
      break;
    }
  }
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.join('\n\n')).toBe(whole);
});
