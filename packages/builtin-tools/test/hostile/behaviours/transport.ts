import { type Behaviour, shortSeconds, tooLarge, tooSlow } from '../behaviour.js';
import { answer, drip, hang, html, okHead, plain, pour, raw, reset } from '../hostile-server.js';

const closed = { error: /closed the connection too early/ };
const invalid = { error: 'does not answer in valid HTTP' };
const otherLength = { error: 'sends a body of another length than it announces' };
const longHeaders = { error: 'sends headers that are too long' };
const tooMuch = { error: /sends more than \d+ bytes|headers that are too long|valid HTTP/ };
const never = answer('this is never asked');

/** Time and connections: what never comes, comes slowly, or breaks off. */
const connections: readonly Behaviour[] = [
  { name: 'no answer', serve: hang(), timeoutSeconds: shortSeconds, expect: tooSlow },
  { name: 'half a status line, and no more', serve: hang('HTTP/1.1 2'), timeoutSeconds: shortSeconds, expect: tooSlow },
  { name: 'headers without an end', serve: hang(okHead), timeoutSeconds: shortSeconds, expect: tooSlow },
  {
    name: 'no body, though one is announced',
    serve: hang(`${okHead}Content-Length: 9\r\n\r\n`),
    timeoutSeconds: shortSeconds,
    expect: tooSlow,
  },
  { name: 'dripping headers', serve: drip(okHead, 'X-A: b\r\n'), timeoutSeconds: shortSeconds, expect: tooSlow },
  { name: 'a dripping header', serve: drip(`${okHead}X-A: `, 'b'), timeoutSeconds: shortSeconds, expect: tooSlow },
  { name: 'a dripping body', serve: drip(`${okHead}\r\n<p>`, 'a'), timeoutSeconds: shortSeconds, expect: tooSlow },
  {
    name: 'dripping chunks',
    serve: drip(`${okHead}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'),
    timeoutSeconds: shortSeconds,
    expect: tooSlow,
  },
  {
    name: 'a dripping redirect',
    serve: drip('HTTP/1.1 302 Found\r\n', 'X-A: b\r\n'),
    timeoutSeconds: shortSeconds,
    expect: tooSlow,
  },
  { name: 'an endless body', serve: pour(`${okHead}\r\n`, 'a'.repeat(65_536)), expect: tooLarge },
  {
    name: 'an endless body in chunks',
    serve: pour(`${okHead}Transfer-Encoding: chunked\r\n\r\n`, `10000\r\n${'a'.repeat(65_536)}\r\n`),
    expect: tooLarge,
  },
  {
    name: 'an endless body in chunks of one byte',
    serve: pour(`${okHead}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'.repeat(10_000)),
    expect: tooMuch,
  },
  {
    name: 'an endless body of a refused redirect',
    serve: pour('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n', 'a'.repeat(65_536)),
    expect: { blocked: 'is not one of the public web' },
  },
  {
    name: 'an endless body of an error',
    serve: pour('HTTP/1.1 404 Not Found\r\n\r\n', 'a'.repeat(65_536)),
    expect: { error: 'HTTP status 404' },
  },
  {
    name: 'an endless picture',
    serve: pour('HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n', 'a'.repeat(65_536)),
    expect: { error: 'the media type "image/png", which cannot be read' },
  },
  {
    name: 'a connection that is closed at once',
    serve: never,
    accept: (socket) => socket.end(),
    requests: 0,
    expect: { error: /closed the connection|could not be talked to/ },
  },
  {
    name: 'a connection that is reset at once',
    serve: never,
    accept: (socket) => socket.resetAndDestroy(),
    requests: 0,
    expect: closed,
  },
  { name: 'a reset instead of an answer', serve: reset(), expect: closed },
  { name: 'a reset in the status line', serve: reset('HTTP/1.1 20'), expect: closed },
  { name: 'a reset in the headers', serve: reset(okHead), expect: closed },
  { name: 'a reset in the body', serve: reset(`${okHead}Content-Length: 1000\r\n\r\n<p>half`), expect: closed },
  {
    name: 'a reset in a chunk',
    serve: reset(`${okHead}Transfer-Encoding: chunked\r\n\r\n64\r\n<p>half`),
    expect: closed,
  },
  {
    name: 'the end in the headers',
    serve: raw(okHead),
    expect: { error: /closed the connection too early|valid HTTP/ },
  },
  {
    name: 'a certificate that nobody signed',
    serve: never,
    isSelfSigned: true,
    protocol: 'https',
    requests: 0,
    expect: { error: 'has no certificate that can be trusted' },
  },
  {
    name: 'HTTP where TLS is expected',
    serve: never,
    accept: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    protocol: 'https',
    requests: 0,
    expect: { error: /does not speak TLS as it should|closed the connection/ },
  },
  {
    name: 'a TLS alert',
    serve: never,
    accept: (socket) => socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 40])),
    protocol: 'https',
    requests: 0,
    expect: { error: /does not speak TLS as it should|closed the connection/ },
  },
  {
    name: 'TLS that never comes about',
    serve: never,
    accept: () => {},
    protocol: 'https',
    requests: 0,
    timeoutSeconds: shortSeconds,
    expect: tooSlow,
  },
];

/** Headers: too many, too long, not valid. */
const headers: readonly Behaviour[] = [
  {
    name: '10,000 headers',
    serve: answer(
      'a',
      Array.from({ length: 10_000 }, (_, index) => `X-${index}: a`),
    ),
    expect: longHeaders,
  },
  { name: 'a header of 1 MB', serve: answer('a', { 'X-A': 'a'.repeat(1_000_000) }), expect: longHeaders },
  { name: 'endless headers', serve: pour(okHead, 'X-A: b\r\n'.repeat(1_000)), expect: longHeaders },
  { name: 'an endless header', serve: pour(`${okHead}X-A: `, 'b'.repeat(10_000)), expect: longHeaders },
  { name: 'an endless status line', serve: pour('HTTP/1.1 200 ', 'O'.repeat(10_000)), expect: tooMuch },
  {
    name: 'headers of 30 KB',
    serve: answer('<p>seen', [
      ...Array.from({ length: 300 }, (_, index) => `X-${index}: ${'a'.repeat(90)}`),
      'Content-Type: text/html',
    ]),
    expect: { page: 'complete', has: 'seen' },
  },
  { name: 'a line that is no header', serve: answer('a', ['no header']), expect: invalid },
  { name: 'a header with a NUL', serve: answer('a', ['X-A: b\0c']), expect: invalid },
  {
    name: 'a header with a line feed alone',
    serve: answer('<p>seen', ['X-A: b\nX-B: c', 'Content-Type: text/html']),
    expect: invalid,
  },
  {
    name: 'a header that is folded',
    serve: answer('<p>seen', ['X-A: b', ' c', 'Content-Type: text/html']),
    expect: invalid,
  },
  {
    name: '300 media types',
    serve: answer(
      '<p>seen',
      Array.from({ length: 300 }, (_, index) => `Content-Type: text/x-${index}`),
    ),
    expect: { error: 'the media type "text/x-0", which cannot be read' },
  },
  {
    name: 'a media type that is nonsense',
    serve: answer('<p>seen', ['Content-Type: ;;;=,']),
    expect: { page: 'complete', has: 'seen' },
  },
  {
    name: 'a media type of 30 KB',
    serve: answer('a', [`Content-Type: text/${'a'.repeat(30_000)}`]),
    expect: { error: /the media type "text\/a{90,100}…", which cannot be read/ },
  },
  {
    name: 'a name that is __proto__',
    serve: answer('<p>seen', ['__proto__: a', 'constructor: b', 'Content-Type: __proto__']),
    expect: { error: 'the media type "__proto__", which cannot be read' },
  },
];

/** Lengths and frames that are not what they say. */
const frames: readonly Behaviour[] = [
  {
    name: 'a length that is too long',
    serve: answer('<p>half', { ...html, 'Content-Length': '1000' }),
    expect: closed,
  },
  {
    name: 'a length that is too short',
    serve: answer('<p>seen</p>unseen', { ...html, 'Content-Length': '7' }),
    expect: { page: 'complete', has: /^seen$/ },
  },
  { name: 'a length below zero', serve: answer('a', { 'Content-Length': '-1' }), expect: invalid },
  { name: 'a length that is no number', serve: answer('a', { 'Content-Length': '1e1' }), expect: otherLength },
  { name: 'two lengths', serve: answer('abc', ['Content-Length: 1', 'Content-Length: 3']), expect: otherLength },
  {
    name: 'a length beyond all numbers',
    serve: answer('a', { 'Content-Length': '99999999999999999999999' }),
    expect: otherLength,
  },
  { name: 'a length of 1 TB', serve: hang(`${okHead}Content-Length: 1000000000000\r\n\r\n`), expect: tooLarge },
  {
    name: 'a length and chunks',
    serve: answer('3\r\nabc\r\n0\r\n\r\n', { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }),
    expect: otherLength,
  },
  {
    name: 'chunks of a length that is no number',
    serve: answer('zz\r\nabc\r\n0\r\n\r\n', { ...html, 'Transfer-Encoding': 'chunked' }),
    expect: invalid,
  },
  {
    name: 'a chunk that is longer than all numbers',
    serve: answer('fffffffffffffffff\r\nabc\r\n', { ...html, 'Transfer-Encoding': 'chunked' }),
    expect: invalid,
  },
  {
    name: 'a chunk below zero',
    serve: answer('-3\r\nabc\r\n0\r\n\r\n', { ...html, 'Transfer-Encoding': 'chunked' }),
    expect: invalid,
  },
  {
    name: 'a chunk that is longer than it says',
    serve: answer('1\r\nabc\r\n0\r\n\r\n', { ...html, 'Transfer-Encoding': 'chunked' }),
    expect: invalid,
  },
  {
    name: 'chunks without an end',
    serve: answer('3\r\nabc\r\n', { ...html, 'Transfer-Encoding': 'chunked' }),
    expect: closed,
  },
  {
    name: 'chunk extensions without an end',
    serve: pour(`${okHead}Transfer-Encoding: chunked\r\n\r\n3;`, 'a=b;'.repeat(1_000)),
    expect: tooMuch,
  },
  {
    name: 'chunks with an extension each, without an end',
    serve: pour(`${okHead}Transfer-Encoding: chunked\r\n\r\n`, `1;${'a'.repeat(10_000)}\r\na\r\n`),
    expect: tooMuch,
  },
  {
    name: 'trailers without an end',
    serve: pour(`${okHead}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n`, 'X-A: b\r\n'.repeat(1_000)),
    expect: tooMuch,
  },
  {
    name: 'a trailer that says another media type',
    serve: answer('4\r\nseen\r\n0\r\nContent-Type: image/png\r\nLocation: http://127.0.0.1/\r\n\r\n', {
      ...plain,
      'Transfer-Encoding': 'chunked',
    }),
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'an encoding of the transfer that nobody knows',
    serve: answer('abc', { ...plain, 'Transfer-Encoding': 'rot13' }),
    expect: { page: 'complete', has: /^abc$/ },
  },
  {
    name: 'a second answer behind the first',
    serve: answer('seenHTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n', { ...plain, 'Content-Length': '4' }),
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'a connection that is kept, with leftovers',
    serve: hang(
      'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=9999\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nseenleftovers',
    ),
    expect: { page: 'complete', has: /^seen$/ },
  },
  { name: 'HTTP/0.9', serve: raw('<html><p>seen</html>'), expect: invalid },
  {
    name: 'HTTP/1.0 without a length',
    serve: raw('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nseen'),
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'HTTP/2',
    serve: raw('\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80\0\x04\0\x01\0\0\0\x05\0\xff\xff\xff'),
    expect: invalid,
  },
  {
    name: 'HTTP/9.9',
    serve: raw('HTTP/9.9 200 OK\r\nContent-Length: 1\r\n\r\na'),
    expect: { error: /valid HTTP|could not be talked to/ },
  },
  { name: 'another protocol', serve: raw('SSH-2.0-OpenSSH_9.9\r\n'), expect: invalid },
  {
    name: 'random bytes',
    serve: raw(Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 251)),
    expect: invalid,
  },
];

export const transport: readonly Behaviour[] = [...connections, ...headers, ...frames];
