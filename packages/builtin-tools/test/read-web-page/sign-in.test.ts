import type { LogLevel } from '@loadout/core/contract';
import { createGuardedFetch } from '@loadout/core/network';
import { expect, test } from 'vitest';
import { validateSettings } from '../../src/read-web-page/settings.js';
// Reaches inside: what an operator may write wrongly, and what a hook may do, are more than pages need to show.
import { readHostHeaders, signIn } from '../../src/read-web-page/sign-in.js';
import { createCall } from '../call.js';
import { high, openReading, textOf } from '../reading.js';

const url = new URL('http://wiki.private.example/a');

test('the lines of the secret are read, and those that cannot be are named by number alone', () => {
  const { headers, unreadable } = readHostHeaders(
    [
      'wiki.corp: Authorization: Bearer abc:def',
      '  WIKI.corp:8443 :  X-Key :  v w  ',
      '',
      '# a note',
      '[fd00::1]: Cookie: a=b; c=d',
      'wiki.corp: Host: evil',
      'wiki.corp: Content-Length: 3',
      'no header here',
      'wiki.corp: Bad Name: x',
      'wiki.corp: X-Empty:',
      'http://wiki.corp/: X: y',
      `wiki.corp: X: ${'ü'.repeat(3)}\u0001`,
    ].join('\r\n'),
  );
  expect(headers).toEqual([
    { host: 'wiki.corp', name: 'authorization', value: 'Bearer abc:def' },
    { host: 'wiki.corp', port: 8443, name: 'x-key', value: 'v w' },
    { host: 'fd00::1', name: 'cookie', value: 'a=b; c=d' },
  ]);
  expect(unreadable).toEqual([6, 7, 8, 9, 10, 11, 12]);
});

test('lines that cannot be sent are told, and no value is', async () => {
  const problems = await validateSettings({
    allowedPrivateHosts: ['wiki.corp'],
    privateHostHeaders:
      'wiki.corp: X-Key: topsecret1\nwiki.corp topsecret2\nWIKI.corp.: x-key: topsecret3\nwiki.corp:443: X-Key: topsecret4',
  });
  expect(problems.map(({ field }) => field)).toEqual(['privateHostHeaders', 'privateHostHeaders']);
  expect(problems[0]?.message).toMatch(/^Line 2 is not of the form "host: Header-Name: value", or names/);
  expect(problems[1]?.message).toMatch(/^Line 3 sets again/);
  expect(JSON.stringify(problems)).not.toContain('topsecret');
  expect(await validateSettings({})).toEqual([]);
});

test('a header for a host that is not on the list is no reason to withhold the tool', async () => {
  expect(await validateSettings({ privateHostHeaders: 'other.corp: X-Key: topsecret1' })).toEqual([]);
});

test('a port is a part of the origin', async () => {
  const call = createCall(createGuardedFetch());
  const ask = (text: string) =>
    signIn({
      url: new URL(text),
      call,
      secret: [
        'wiki.corp: X-A: 11',
        'wiki.corp:8080: X-B: 22',
        'tls.corp:443: X-C: 33',
        'plain.corp.:80: X-D: 44',
      ].join('\n'),
      authenticate: undefined,
      timeoutMs: 1_000,
    });
  expect(await ask('http://wiki.corp/')).toEqual({ 'x-a': '11' });
  expect(await ask('https://wiki.corp/')).toEqual({ 'x-a': '11' });
  expect(await ask('http://wiki.corp:8080/')).toEqual({ 'x-b': '22' });
  expect(await ask('http://sub.wiki.corp/')).toBeUndefined();
  expect(await ask('http://wiki.corp:443/')).toBeUndefined();
  expect(await ask('https://wiki.corp./')).toEqual({ 'x-a': '11' });
  // What is meant for https is not sent in clear.
  expect(await ask('https://tls.corp/')).toEqual({ 'x-c': '33' });
  expect(await ask('http://tls.corp:443/')).toEqual({ 'x-c': '33' });
  expect(await ask('http://tls.corp/')).toBeUndefined();
  expect(await ask('http://plain.corp/')).toEqual({ 'x-d': '44' });
  expect(await ask('https://plain.corp/')).toBeUndefined();
});

test('a hook that throws, hangs or answers nonsense fails the call alone, and the model learns no more than that', async () => {
  const lines: [LogLevel, string][] = [];
  const call = {
    ...createCall(createGuardedFetch()),
    log: (level: LogLevel, text: string) => void lines.push([level, text]),
  };
  for (const [authenticate, said] of [
    [() => Promise.reject(new Error('vault is at 10.1.2.3')), 'threw'],
    [() => new Promise(() => undefined), 'within 50 ms'],
    [() => 'Bearer x', 'no object'],
    [() => ({ host: 'evil' }), 'no object'],
    [() => ({ 'x-key': 'a\r\nb: c' }), 'no object'],
    [() => ({ 'x-key': 7 }), 'no object'],
  ] as const) {
    lines.length = 0;
    const asked = signIn({ url, call, secret: undefined, authenticate: authenticate as never, timeoutMs: 50 });
    await expect(asked).rejects.toThrow('Signing in to "wiki.private.example" failed, so the page was not read.');
    expect(lines).toEqual([['error', expect.stringContaining(said)]]);
  }
});

test('a hook is not waited for once nobody waits for the call', async () => {
  const controller = new AbortController();
  const call = createCall(createGuardedFetch(), controller.signal);
  const asked = signIn({
    url,
    call,
    secret: undefined,
    authenticate: () => new Promise(() => undefined),
    timeoutMs: 60_000,
  });
  controller.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
});

test('the hook is asked for hosts of the list only, and its failure is an answer', async () => {
  const asked: string[] = [];
  const { read, site } = await openReading(
    { allowedPrivateHosts: ['wiki.private.example'] },
    (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('text'),
    {
      authenticate: (of, call) => {
        asked.push(`${of.href} ${call.context.bot.id}`);
        throw new Error('no');
      },
    },
  );
  expect((await read('https://site.example/', high)).status).toBe('SUCCESS');
  const failed = await read('http://wiki.private.example/a', high);
  expect(failed.isError).toBe(true);
  expect(textOf(failed)).toContain('Signing in to "wiki.private.example" failed');
  expect(failed._meta).toEqual({ 'loadout/requiredConfidence': 'HIGH' });
  expect(asked).toEqual(['http://wiki.private.example/a demo']);
  expect(site.requests).toEqual(['GET /']);
});

test('what signs in is taken out from when the setting is read, and ordinary words are not', async () => {
  const { read } = await openReading(
    {
      allowedPrivateHosts: ['wiki.private.example'],
      privateHostHeaders:
        'wiki.private.example: authorization: Bearer abcdefgh12345678\nwiki.private.example: x-team: engineering',
    },
    (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end('Of engineering, version 2024-11-01: send "Bearer abcdefgh12345678", which is abcdefgh12345678.'),
    { authenticate: () => ({ 'x-api-version': '2024-11-01' }) },
  );
  for (const url of ['https://site.example/', 'http://wiki.private.example/']) {
    const text = textOf(await read(url, high));
    expect(text).toContain('Of engineering, version 2024-11-01: send');
    expect(text).not.toContain('abcdefgh12345678');
  }
});
