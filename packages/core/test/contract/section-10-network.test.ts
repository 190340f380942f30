import type { ConfidenceLevel, GuardedFetch, GuardedFetchOptions, TurnOptions } from '@loadout/core';
import { createGuardedFetch } from '@loadout/core/network';
import { expect, test } from 'vitest';
import { openHost } from '../builders/turn-builders.js';
import { answers, connectTo, publicAddress, startHttp } from '../network/loopback.js';

const addresses: Readonly<Record<string, readonly string[]>> = {
  'wiki.corp': ['10.0.0.5'],
  'intra.example.com': ['fd12:3456::7'],
  'other.corp': ['10.0.0.6'],
  'local.corp': ['127.0.0.1'],
  'metadata.corp': ['169.254.169.254'],
  'mixed.corp': ['10.0.0.5', '::1'],
};

const of = (confidence: ConfidenceLevel, id = 'house'): Partial<TurnOptions> => ({ modelProvider: { id, confidence } });

/** A host whose one tool fetches, by resolver and connector of the test. */
async function openFetching(redirects: Readonly<Record<string, string>> = {}) {
  const server = await startHttp((request, response) => {
    const location = redirects[request.headers.host ?? ''];
    if (location === undefined) response.end('reached');
    else response.writeHead(302, { location }).end();
  });
  const connect = connectTo(server.port);
  const resolveHost = async (name: string) => answers(addresses[name.replace(/\.$/, '')] ?? [publicAddress]);
  const opened = await openHost({
    fetch: createGuardedFetch({ connect, resolveHost }),
    tools: {
      load: async ({ url, options }, _config, call) => {
        const response = await call.fetch(String(url), options as GuardedFetchOptions);
        return { text: await response.text(), isPrivate: response.isPrivate };
      },
    },
  });
  const load = async (turn: Partial<TurnOptions>, url: string, options: GuardedFetchOptions = {}): Promise<string> => {
    connect.targets.length = 0;
    const { content } = await (await opened.startTurn(turn)).call({
      name: 'load',
      arguments: { url, options: { ...options } as never },
    });
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  };
  return { ...opened, load, connected: () => connect.targets.map(({ address }) => address) };
}

const reached = '{"text":"reached","isPrivate":true}';

test('10.3 a private host is reached by an entry of the list together with HIGH confidence', async () => {
  const { load, connected } = await openFetching();
  for (const [url, entry, address] of [
    ['http://wiki.corp/', 'wiki.corp', '10.0.0.5'],
    ['http://WIKI.corp.:8080/', 'Wiki.Corp', '10.0.0.5'],
    ['http://wiki.corp/', '*.corp', '10.0.0.5'],
    ['http://intra.example.com/', '*.example.com', 'fd12:3456::7'],
    ['http://192.168.7.8/', '192.168.7.8', '192.168.7.8'],
    ['http://[fd00::9]/', 'fd00::9', 'fd00::9'],
  ] as const) {
    expect(await load(of('HIGH'), url, { allowedPrivateHosts: [entry] }), url).toBe(reached);
    expect(connected()).toEqual([address]);
  }
});

test('10.3 without an entry of the list no confidence is enough', async () => {
  const { load, connected, host } = await openFetching();
  await host.decisions.set('trusted-model-provider', 'house', true);
  for (const allowedPrivateHosts of [undefined, [], ['other.corp'], ['*.wiki.corp'], ['10.0.0.5'], ['corp']]) {
    const options = allowedPrivateHosts === undefined ? {} : { allowedPrivateHosts };
    expect(await load(of('HIGH'), 'http://wiki.corp/', options)).toContain('is not a public name');
    expect(await load(of('HIGH'), 'http://intra.example.com/', options)).toContain('not public (private)');
    expect(connected()).toEqual([]);
  }
});

test('10.3 without HIGH confidence no entry is enough, and the refusal says what is missing', async () => {
  const { load, connected } = await openFetching();
  const allowedPrivateHosts = ['wiki.corp', '*.example.com', '10.0.0.9'];
  for (const level of ['NONE', 'UNTRUSTED', 'UNKNOWN', 'VERY_LOW', 'LOW', 'MODERATE', 'MEDIUM'] as const) {
    for (const host of ['wiki.corp', 'intra.example.com', '10.0.0.9']) {
      expect(await load(of(level), `http://${host}/`, { allowedPrivateHosts })).toContain(
        `The private host "${host}" is allowed, but it is reached only where the model provider has HIGH confidence or ` +
          `is trusted; "house" has ${level}.`,
      );
      expect(connected()).toEqual([]);
    }
  }
  expect(await load({}, 'http://wiki.corp/', { allowedPrivateHosts })).toContain('is trusted; this turn states none.');
  expect(await load({}, 'http://other.corp/', { allowedPrivateHosts })).toContain('is not a public name');
  expect(await load({}, 'http://public.example.org/', { allowedPrivateHosts })).toContain('"isPrivate":false');
});

test('10.3 a model provider that the operator trusts reaches it at any confidence, and only as long', async () => {
  const { load, host } = await openFetching();
  const options = { allowedPrivateHosts: ['wiki.corp'] };
  await host.decisions.set('trusted-model-provider', 'house', true);
  expect(await load(of('UNTRUSTED'), 'http://wiki.corp/', options)).toBe(reached);
  expect(await load(of('MEDIUM', 'another'), 'http://wiki.corp/', options)).toContain('"another" has MEDIUM');
  await host.decisions.unset('trusted-model-provider', 'house');
  expect(await load(of('UNTRUSTED'), 'http://wiki.corp/', options)).toContain('"house" has UNTRUSTED');
});

test('10.3 loopback and link-local are never reached, by no entry, confidence or trust', async () => {
  const { load, connected, host } = await openFetching();
  await host.decisions.set('trusted-model-provider', 'house', true);
  const hosts = ['127.0.0.1', 'localhost', 'a.localhost', '169.254.169.254', '0.0.0.0', '100.100.100.200', '224.0.0.1'];
  const names = ['local.corp', 'metadata.corp', 'mixed.corp', 'localhost.localdomain'];
  const allowedPrivateHosts = [...hosts, ...names, '::1', 'fe80::1', 'fd00:ec2::254', '*.corp', '*.localhost'];
  for (const name of [
    ...hosts,
    ...names,
    '[::1]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[::ffff:127.0.0.1]',
    '2130706433',
  ]) {
    const text = await load(of('HIGH'), `http://${name}/`, { allowedPrivateHosts });
    expect(text, name).toMatch(
      /is not a public name|a name of this machine|not public \((?:loopback|link local|cloud|uns|mul)/,
    );
    expect(text, 'nothing is promised').not.toContain('is allowed');
    // A name of the list is not looked up without the confidence, so nobody knows yet where it leads.
    const low = await load(of('LOW', 'x'), `http://${name}/`, { allowedPrivateHosts });
    expect(low.includes('reached only'), name).toBe(name.endsWith('.corp'));
    expect(connected()).toEqual([]);
  }
});

test('10.3 a redirect into the private network needs the entry and the confidence as well', async () => {
  const { load, connected } = await openFetching({
    'public.example.org': 'http://wiki.corp/',
    'evil.example.org': 'http://other.corp/',
    'worse.example.org': 'http://127.0.0.1/',
  });
  const options = { allowedPrivateHosts: ['wiki.corp'] };
  expect(await load(of('HIGH'), 'http://public.example.org/', options)).toBe(reached);
  expect(await load(of('LOW'), 'http://public.example.org/', options)).toContain('"house" has LOW');
  expect(connected()).toEqual([publicAddress]);
  expect(await load(of('HIGH'), 'http://evil.example.org/', options)).toContain('is not a public name');
  expect(await load(of('HIGH'), 'http://worse.example.org/', options)).toContain('not public (loopback)');
  expect(connected()).toEqual([publicAddress]);
});

test("10.3 the list reaches no transport, also none of the embedder's, where the confidence is missing", async () => {
  const asked: (GuardedFetchOptions | undefined)[] = [];
  const fetch: GuardedFetch = async (_url, options) => {
    asked.push(options);
    throw new Error('not to be reached');
  };
  const load = async (_args: unknown, _config: unknown, call: { readonly fetch: GuardedFetch }) => {
    await call
      .fetch('http://wiki.corp/', { allowedPrivateHosts: ['wiki.corp'], maxRedirects: 3 })
      .catch(() => undefined);
  };
  const { startTurn } = await openHost({ fetch, tools: { load } });
  for (const level of ['MEDIUM', 'HIGH'] as const) await (await startTurn(of(level))).call({ name: 'load' });
  expect(asked.map((options) => options?.allowedPrivateHosts)).toEqual([undefined, ['wiki.corp']]);
  expect(asked.every((options) => options?.maxRedirects === 3 && options.signal instanceof AbortSignal)).toBe(true);
});
