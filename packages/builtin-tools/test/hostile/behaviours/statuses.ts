import { type Behaviour, tooSlow } from '../behaviour.js';
import { answer, drip, type Headers, hang, html, inTurn, plain, pour, raw, type Serve } from '../hostile-server.js';

const status = (line: string, headers: Headers = html, body = '<p>not the page'): Serve => answer(body, headers, line);
const seen = answer('seen', plain);
const asksToWait = /asks to wait .* before the next request, which is more than the time that was left/;

const told = (line: string, advice: string): Behaviour => ({
  name: `status ${line}`,
  serve: status(line),
  expect: { error: new RegExp(`HTTP status ${line.slice(0, 3)}\\. .*${advice}`) },
});

/** Statuses, and answers before the answer. */
export const statuses: readonly Behaviour[] = [
  told('400 Bad Request', 'It does not understand the request'),
  told('401 Unauthorized', 'for people who sign in'),
  told('402 Payment Required', 'for people who pay'),
  told('403 Forbidden', 'does not let this page be read by programs'),
  told('404 Not Found', 'There is no such page'),
  told('405 Method Not Allowed', 'not for reading'),
  told('407 Proxy Authentication Required', 'for people who sign in'),
  told('410 Gone', 'is gone for good'),
  told("418 I'm a teapot", 'refuses the request'),
  told('429 Too Many Requests', 'gets too many requests'),
  told('451 Unavailable For Legal Reasons', 'legal reasons'),
  told('500 Internal Server Error', 'an error of its own'),
  told('503 Service Unavailable', 'overloaded'),
  told('599 Whatever', 'an error of its own'),
  told('699 Whatever', 'an error of its own'),
  told('999 Denied', 'an error of its own'),
  { name: 'status 99', serve: status('99 Low'), expect: { error: /valid HTTP|could not be talked to|HTTP status 99/ } },
  {
    name: 'status 1000',
    serve: status('1000 High'),
    expect: { error: /valid HTTP|could not be talked to|HTTP status/ },
  },
  {
    name: 'status 204',
    serve: raw('HTTP/1.1 204 No Content\r\n\r\n'),
    expect: { page: 'empty response', warns: 'The page has no readable content.' },
  },
  {
    name: 'status 204 with a body',
    serve: raw('HTTP/1.1 204 No Content\r\nContent-Length: 6\r\n\r\nunseen'),
    expect: { page: 'empty response', hasNot: 'unseen' },
  },
  { name: 'status 205', serve: status('205 Reset Content', {}, ''), expect: { page: 'empty response' } },
  {
    name: 'status 206',
    serve: status('206 Partial Content', { ...plain, 'Content-Range': 'bytes 0-3/100' }, 'seen'),
    expect: { page: 'partial or truncated', has: /^seen$/, warns: 'only a part of the page (HTTP status 206)' },
  },
  {
    name: 'status 304 that nobody asked for',
    serve: raw('HTTP/1.1 304 Not Modified\r\n\r\n'),
    expect: { error: 'has not changed (HTTP status 304), although it was not asked that' },
  },
  {
    name: 'status 429, and how long to wait',
    serve: inTurn(status('429 Slow Down', { 'Retry-After': '1' }), seen),
    requests: 2,
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'status 429, and to wait again and again',
    serve: status('429 Slow Down', { 'Retry-After': '0' }),
    requests: 3,
    expect: { error: /HTTP status 429/ },
  },
  {
    name: 'status 429, and to wait longer than there is time',
    serve: status('429 Slow Down', { 'Retry-After': '3600' }),
    expect: { error: asksToWait },
  },
  {
    name: 'status 429, and to wait for centuries',
    serve: status('429 Slow Down', { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
    expect: { error: asksToWait },
  },
  {
    name: 'status 429, and to wait for nonsense',
    serve: status('429 Slow Down', { 'Retry-After': '-1' }),
    expect: { error: 'gets too many requests' },
  },
  {
    name: 'status 503, and how long to wait',
    serve: inTurn(status('503 Busy', { 'Retry-After': '1' }), seen),
    requests: 2,
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'status 503, and to wait longer than there is time',
    serve: status('503 Busy', { 'Retry-After': '99999999999' }),
    expect: { error: /HTTP status 503/ },
  },
  {
    name: 'status 401 that drips what it wants',
    serve: drip('HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\n\r\n', 'a'),
    expect: { error: 'HTTP status 401' },
  },
  {
    name: 'one 100 before the answer',
    serve: raw(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nseen',
    ),
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'one 103 before the answer',
    serve: raw(
      'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nseen',
    ),
    expect: { page: 'complete', has: /^seen$/ },
  },
  {
    name: 'endless 100',
    serve: pour('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)),
    expect: { error: /answers before its answer|closed the connection|could not be talked to|valid HTTP/ },
  },
  {
    name: 'endless 103',
    serve: pour('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100)),
    expect: { error: 'The server sends more than 20 answers before its answer.' },
  },
  {
    name: 'dripping 102',
    serve: drip('', 'HTTP/1.1 102 Processing\r\n\r\n'),
    expect: { error: 'The server sends more than 20 answers before its answer.' },
  },
  {
    name: 'status 101',
    serve: raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
    expect: { error: /could not be talked to|closed the connection|valid HTTP/ },
  },
  {
    name: 'a 100 that never ends',
    serve: hang('HTTP/1.1 100 Continue\r\nX-A: b\r\n'),
    timeoutSeconds: 2,
    expect: tooSlow,
  },
];
