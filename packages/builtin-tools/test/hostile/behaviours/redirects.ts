import { type Behaviour, shortSeconds, tooSlow } from '../behaviour.js';
import { answer, html, inTurn, plain, type Serve } from '../hostile-server.js';

const to = (location: string, headers: readonly string[] = [], status = '302 Found'): Serve =>
  answer('', [`Location: ${location}`, ...headers], status);
const seen = answer('seen', plain);
const cookiesSeen: Serve = (socket, request) => {
  const sent = /^cookie: (.*)$/im.exec(request.head)?.[1] ?? 'none';
  answer(`cookies: ${sent}`, plain)(socket, request);
};
const hostOf = (head: string): string => /^host: (.*)$/im.exec(head)?.[1] ?? '';
const notPublic = 'is not one of the public web, and is not among those that may be read. Read a public page instead.';

/** Where a redirect must not lead, and what is said of it. */
const refusedTargets: Readonly<Record<string, string | RegExp>> = {
  'http://127.0.0.1/': notPublic,
  'http://127.1/': notPublic,
  'http://2130706433/': notPublic,
  'http://0x7f000001/': notPublic,
  'http://0177.0.0.1/': notPublic,
  'http://１２７.0.0.1/': notPublic,
  'http://0.0.0.0/': notPublic,
  'http://localhost/': notPublic,
  'http://LOCALHOST./': notPublic,
  'http://router/': notPublic,
  'http://printer.local/': notPublic,
  'http://10.0.0.1/': notPublic,
  'http://172.16.0.1/': notPublic,
  'http://192.168.1.1/': notPublic,
  'http://100.64.0.1/': notPublic,
  'http://169.254.169.254/latest/meta-data/': notPublic,
  'http://168.63.129.16/': notPublic,
  'http://metadata.google.internal/': notPublic,
  'http://224.0.0.1/': notPublic,
  'http://255.255.255.255/': notPublic,
  'http://[::1]/': notPublic,
  'http://[::]/': notPublic,
  'http://[::ffff:127.0.0.1]/': notPublic,
  'http://[::127.0.0.1]/': notPublic,
  'http://[64:ff9b::7f00:1]/': notPublic,
  'http://[2002:7f00:1::]/': notPublic,
  'http://[fe80::1]/': notPublic,
  'http://[fd00:ec2::254]/': notPublic,
  'http://[ff02::1]/': notPublic,
  'http://to-private.example/': notPublic,
  'http://to-loopback.example/': notPublic,
  'http://to-loopback-6.example/': notPublic,
  'http://to-mapped.example/': notPublic,
  'http://to-metadata.example/': notPublic,
  'http://to-both.example/': notPublic,
  'file:///etc/passwd': 'is neither http nor https',
  'ftp://site.example/': 'is neither http nor https',
  'gopher://site.example/': 'is neither http nor https',
  'javascript:alert(1)': 'is neither http nor https',
  'data:text/html,<p>seen': 'is neither http nor https',
  'blob:http://site.example/1': 'is neither http nor https',
  'http://site.example:22/': 'uses port 22, which is not one for the web',
  'http://site.example:25/': 'uses port 25, which is not one for the web',
  'http://user:secret@site.example/': 'carries a user name or password; remove it',
  'http://site.example:99999/': 'is not a URL',
  'http://a..example/': 'has a host with an empty or too long part between its dots',
  'http://': 'is not a URL',
};

const refused: readonly Behaviour[] = Object.entries(refusedTargets).map(([target, blocked]) => ({
  name: `a redirect to ${target}`,
  serve: to(target),
  expect: { blocked },
}));

/** Redirects that go wrong, or round in circles. */
const others: readonly Behaviour[] = [
  {
    name: 'a redirect to itself',
    serve: to('/'),
    requests: 11,
    expect: { error: 'The server redirects more than 10 times.' },
  },
  {
    name: 'a redirect to the next page, and so on',
    serve: (socket, request) => to(`/${request.number}`)(socket, request),
    requests: 11,
    expect: { error: 'The server redirects more than 10 times.' },
  },
  {
    name: 'a redirect to the next host, and so on',
    serve: (socket, request) =>
      to(`http://a${request.number}.${hostOf(request.head).split('.').slice(-2).join('.')}/`)(socket, request),
    requests: 11,
    expect: { error: 'The server redirects more than 10 times.' },
  },
  {
    name: 'ten redirects',
    serve: inTurn(...Array.from({ length: 10 }, (_, index) => to(`/${index}`)), seen),
    requests: 11,
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'a good redirect, and then a bad one',
    serve: inTurn(to('/next'), to('http://127.0.0.1/')),
    requests: 2,
    expect: { blocked: notPublic },
  },
  {
    name: 'a redirect by each status',
    serve: inTurn(
      to('/1', [], '301 Moved'),
      to('/2', [], '302 Found'),
      to('/3', [], '303 See Other'),
      to('/4', [], '307 Temporary'),
      to('/5', [], '308 Permanent'),
      seen,
    ),
    requests: 6,
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'a redirect without a place',
    serve: answer('', {}, '302 Found'),
    expect: { error: 'HTTP status 302. That is no page that can be read.' },
  },
  { name: 'a redirect with an empty place', serve: to('  '), expect: { error: 'HTTP status 302' } },
  {
    name: 'a redirect that is relative',
    serve: inTurn(to('../a/./b?c'), seen),
    requests: 2,
    expect: { page: 'complete', has: /^seen$/ },
  },
  { name: 'a redirect to a relative loopback', serve: to('//127.0.0.1/'), expect: { blocked: notPublic } },
  { name: 'a redirect with backslashes to loopback', serve: to('/\\127.0.0.1/'), expect: { blocked: notPublic } },
  {
    name: 'a redirect of 20 KB',
    serve: to(`/${'a'.repeat(20_000)}`),
    expect: { blocked: 'is longer than 16384 characters' },
  },
  {
    name: 'a redirect to two places',
    serve: to('/a', ['Location: http://127.0.0.1/']),
    expect: { error: 'The server redirects to several places at once.' },
  },
  {
    name: 'a redirect to a name without an address',
    serve: to('http://to-nothing.example/'),
    expect: { error: 'to-nothing.example' },
  },
  {
    name: 'a redirect to a name with an answer that is none',
    serve: to('http://to-nonsense.example/'),
    expect: { error: 'to-nonsense.example' },
  },
  {
    name: 'a redirect to a name that is never answered',
    serve: to('http://to-silence.example/'),
    timeoutSeconds: shortSeconds,
    expect: tooSlow,
  },
  {
    name: 'a status 300 with a place',
    serve: to('/a', [], '300 Multiple Choices'),
    expect: { error: 'HTTP status 300' },
  },
  {
    name: 'a place beside a page',
    serve: answer('seen', { ...plain, Location: 'http://127.0.0.1/' }),
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'a refresh header to loopback',
    serve: answer('seen', { ...plain, Refresh: '0; url=http://127.0.0.1/' }),
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'a refresh by meta to loopback',
    serve: answer('<meta http-equiv=refresh content="0;url=http://127.0.0.1/"><p>seen', html),
    expect: { page: 'complete', has: 'seen' },
  },
  {
    name: '300 cookies on the way',
    serve: inTurn(
      to(
        '/a',
        Array.from({ length: 300 }, (_, index) => `Set-Cookie: c${index}=${'v'.repeat(50)}`),
      ),
      cookiesSeen,
    ),
    requests: 2,
    expect: { page: 'complete', has: /^cookies: c0=v{50}; .*c49=/, hasNot: 'c50=' },
  },
  {
    name: 'a cookie of 20 KB on the way',
    serve: inTurn(to('/a', [`Set-Cookie: c=${'v'.repeat(20_000)}`]), cookiesSeen),
    requests: 2,
    expect: { page: 'complete', has: /^cookies: none$/ },
  },
  {
    name: 'cookies for other domains',
    serve: inTurn(
      to('/a', [
        'Set-Cookie: a=1; Domain=example',
        'Set-Cookie: b=1; Domain=site.example',
        'Set-Cookie: c=1; Domain=com',
        '__proto__: d',
        'Set-Cookie: __proto__=1; Path=/other',
      ]),
      cookiesSeen,
    ),
    requests: 2,
    expect: { page: 'complete', has: /^cookies: none$/ },
  },
];

export const redirects: readonly Behaviour[] = [...refused, ...others];
