import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type Behaviour, tooLarge } from '../behaviour.js';
import { answer, html, okHead, plain, pour } from '../hostile-server.js';

const zeros = Buffer.alloc(50_000_000);
const page = Buffer.from(`<title>A page</title><p>${'A good page about herons, with some words. '.repeat(20)}seen</p>`);
const middle = Buffer.concat([page, Buffer.from('<!--'), zeros, Buffer.from('-->'), page]);
const brotli = (bytes: Uint8Array): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
const encoded = (encoding: string, bytes: Uint8Array) => answer(bytes, { ...html, 'Content-Encoding': encoding });
const notRead = (encoding: string) => ({ error: `The body is encoded as "${encoding}", which is not read.` });

/** Bodies that unpack to something else than they seem to be. */
export const compression: readonly Behaviour[] = [
  { name: 'a gzip bomb', serve: encoded('gzip', gzipSync(zeros)), expect: tooLarge },
  { name: 'a deflate bomb', serve: encoded('deflate', deflateSync(zeros)), expect: tooLarge },
  { name: 'a deflate bomb without a header', serve: encoded('deflate', deflateRawSync(zeros)), expect: tooLarge },
  { name: 'a brotli bomb', serve: encoded('br', brotli(zeros)), expect: tooLarge },
  { name: 'a gzip bomb in the middle of a good page', serve: encoded('gzip', gzipSync(middle)), expect: tooLarge },
  { name: 'a brotli bomb in the middle of a good page', serve: encoded('br', brotli(middle)), expect: tooLarge },
  {
    name: 'a gzip bomb in a gzip bomb',
    serve: encoded('gzip, gzip', gzipSync(gzipSync(zeros))),
    expect: notRead('gzip,gzip'),
  },
  {
    name: 'a gzip bomb in a brotli bomb, in two headers',
    serve: answer(brotli(gzipSync(zeros)), ['Content-Encoding: gzip', 'Content-Encoding: br']),
    expect: notRead('gzip,br'),
  },
  {
    name: 'a gzip bomb behind another file',
    serve: encoded('gzip', Buffer.concat([gzipSync(page), gzipSync(zeros)])),
    expect: tooLarge,
  },
  {
    name: '100,000 empty gzip files',
    serve: encoded('gzip', Buffer.concat([...Array.from({ length: 100_000 }, () => gzipSync('')), gzipSync(page)])),
    expect: { page: 'any', has: 'seen' },
    timeoutSeconds: 25,
  },
  {
    name: 'an endless gzip file',
    serve: pour(`${okHead}Content-Encoding: gzip\r\n\r\n`, gzipSync(Buffer.alloc(100_000))),
    expect: tooLarge,
  },
  {
    name: 'a gzip file that ends too early',
    serve: encoded('gzip', gzipSync(page).subarray(0, -20)),
    expect: { page: 'complete', has: 'herons' },
  },
  {
    name: 'a gzip file with something behind it',
    serve: encoded('gzip', Buffer.concat([gzipSync(page), Buffer.from('garbage')])),
    expect: { error: 'The body is not valid gzip.' },
  },
  {
    name: 'a gzip file with a wrong sum',
    serve: encoded('gzip', Buffer.concat([gzipSync(page).subarray(0, -8), Buffer.alloc(8, 7)])),
    expect: { error: 'The body is not valid gzip.' },
  },
  { name: 'text that is called gzip', serve: encoded('gzip', page), expect: { error: 'The body is not valid gzip.' } },
  { name: 'text that is called br', serve: encoded('br', page), expect: { error: 'The body is not valid br.' } },
  {
    name: 'gzip that is called deflate',
    serve: encoded('deflate', gzipSync(page)),
    expect: { error: 'The body is not valid deflate.' },
  },
  {
    name: 'gzip that is called nothing',
    serve: answer(gzipSync(page), html),
    expect: { error: 'the media type "application/gzip", which cannot be read' },
  },
  {
    name: 'nothing that is called gzip',
    serve: encoded('gzip', new Uint8Array(0)),
    expect: { page: 'empty response' },
  },
  { name: 'an encoding that was not asked for', serve: encoded('zstd', page), expect: notRead('zstd') },
  { name: 'an encoding that nobody knows', serve: encoded('__proto__', page), expect: notRead('__proto__') },
  {
    name: 'an encoding that is none',
    serve: answer('seen', { ...plain, 'Content-Encoding': 'identity' }),
    expect: { page: 'complete', has: /^seen$/ },
  },
];
