import { deflateSync } from 'node:zlib';
import iconv from 'iconv-lite';
import type { Behaviour } from '../behaviour.js';
import { answer } from '../hostile-server.js';

const german = 'Für Äpfel, Birnen und Möhren zahlt man auf dem Markt in Köln größere Beträge als früher.';
const russian = 'Сегодня на рынке продают яблоки и груши, а завтра будет дождь, и никто не придёт.';
const japanese = '市場では今日、りんごと梨を売っています。明日は雨なので、だれも来ないでしょう。';
const undecoded = 'could not be decoded';

const inEncoding = (
  text: string,
  encoding: string,
  ...declared: readonly [header: string | undefined, meta?: string]
) => {
  const [header, meta] = declared;
  const page = `<html><head>${meta === undefined ? '' : `<meta charset="${meta}">`}<title>a</title></head><body><p>${text}</p></body></html>`;
  const type = header === undefined ? 'text/html' : `text/html; charset=${header}`;
  return answer(iconv.encode(page, encoding), { 'Content-Type': type });
};
const bytes = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
const whole = (has: string | RegExp): Behaviour['expect'] => ({ page: 'complete', has });

/** What a page says of its encoding, and what it is. */
export const charsets: readonly Behaviour[] = [
  {
    name: 'windows-1252 that is called UTF-8',
    serve: inEncoding(german, 'windows-1252', 'utf-8', 'utf-8'),
    expect: whole(german),
  },
  {
    name: 'UTF-8 that is called windows-1252',
    serve: inEncoding(german, 'utf-8', 'windows-1252'),
    expect: whole(german),
  },
  {
    name: 'UTF-8 in the header, koi8-r in the page, koi8-r in the bytes',
    serve: inEncoding(russian, 'koi8-r', 'utf-8', 'koi8-r'),
    expect: whole(russian),
  },
  {
    name: 'windows-1251 in the header, UTF-8 in the page, UTF-8 in the bytes',
    serve: inEncoding(russian, 'utf-8', 'windows-1251', 'utf-8'),
    expect: whole(russian),
  },
  {
    name: 'koi8-r that is not declared',
    serve: inEncoding(russian.repeat(3), 'koi8-r', undefined),
    expect: whole(russian),
  },
  {
    name: 'an encoding that nobody knows',
    serve: inEncoding(german, 'utf-8', 'x-klingon', '__proto__'),
    expect: whole(german),
  },
  {
    name: 'UTF-7',
    serve: answer(
      '<html><head><meta charset=utf-7></head><body><p>seen +ADw-script+AD4-alert(1)+ADw-/script+AD4-</p>',
      { 'Content-Type': 'text/html; charset=utf-7' },
    ),
    expect: whole(/seen \\?\+ADw-script/),
  },
  { name: 'an encoding of 20 KB', serve: inEncoding(german, 'utf-8', 'a'.repeat(20_000)), expect: whole(german) },
  { name: 'UTF-16 without a mark', serve: inEncoding(german, 'utf-16le', undefined), expect: whole(german) },
  { name: 'UTF-16 that is called UTF-8', serve: inEncoding(german, 'utf-16be', 'utf-8'), expect: whole(german) },
  {
    name: 'UTF-8 that is called UTF-16',
    serve: inEncoding(german, 'utf-8', 'utf-16', 'utf-16'),
    expect: whole(german),
  },
  {
    name: 'a mark of UTF-16 before UTF-8',
    serve: answer(bytes('\xff\xfe<html><p>', Buffer.from(german), '</p></html>'), {
      'Content-Type': 'text/html; charset=utf-8',
    }),
    expect: { page: 'any' },
  },
  {
    name: 'two marks',
    serve: answer(bytes('\xef\xbb\xbf\xef\xbb\xbf<html><p>', Buffer.from(german), '</p></html>'), {
      'Content-Type': 'text/html; charset=latin1',
    }),
    expect: whole(german),
  },
  {
    name: 'half a character at the end',
    serve: answer(bytes(Buffer.from(`<p>${german}`), '\xe2\x82'), { 'Content-Type': 'text/html; charset=utf-8' }),
    expect: whole(german),
  },
  {
    name: 'half a UTF-16 unit at the end',
    serve: answer(bytes(Buffer.from(`\ufeff<p>${german}`, 'utf16le'), 'a'), { 'Content-Type': 'text/html' }),
    expect: whole(german),
  },
  {
    name: 'lone surrogates',
    serve: answer(bytes(Buffer.from(`\ufeff<p>${german}\ud800\udc00\ud800</p>`, 'utf16le')), {
      'Content-Type': 'text/html',
    }),
    expect: whole(german),
  },
  {
    name: 'iso-2022-jp',
    serve: answer(bytes('<html><meta charset=iso-2022-jp><p>seen \x1b$B%F%9%H\x1b(B</p>'), {
      'Content-Type': 'text/html',
    }),
    expect: whole(/seen テスト/),
  },
  {
    name: 'iso-2022-jp whose escape is never closed',
    serve: answer(bytes('<html><p>seen \x1b$B%F%9%H</p><script>alert(1)</script>'), {
      'Content-Type': 'text/html; charset=iso-2022-jp',
    }),
    expect: { page: 'any', has: 'seen' },
  },
  {
    name: 'escapes of iso-2022-jp by the million',
    serve: answer(bytes('<html><p>seen ', '\x1b$B\x1b(B'.repeat(500_000)), {
      'Content-Type': 'text/html; charset=iso-2022-jp',
    }),
    expect: { page: 'any', has: 'seen' },
  },
  {
    name: 'shift_jis that is called euc-jp',
    serve: inEncoding(japanese.repeat(3), 'shift_jis', undefined, 'euc-jp'),
    expect: whole(japanese),
  },
  {
    name: 'euc-jp that is called nothing',
    serve: inEncoding(japanese.repeat(5), 'euc-jp', undefined),
    expect: whole(japanese),
  },
  {
    name: 'bytes of no encoding at all',
    serve: answer(
      bytes(
        '<html><p>seen ',
        deflateSync(Buffer.from(german.repeat(2_000)), { level: 0 }),
        '\xff\xfe\xfd'.repeat(5_000),
        '</p>',
      ),
      { 'Content-Type': 'text/html; charset=utf-8' },
    ),
    expect: { page: 'any', has: 'seen' },
  },
  {
    name: 'overlong UTF-8',
    serve: answer(bytes('<html><p>seen ', '\xc0\xbcscript\xc0\xbe'.repeat(50), '</p>'), {
      'Content-Type': 'text/html; charset=utf-8',
    }),
    expect: { page: 'any', has: 'seen', hasNot: '<script' },
  },
  {
    name: 'replacement characters by the million',
    serve: answer(`<p>seen ${'\ufffd'.repeat(1_000_000)}</p>`, { 'Content-Type': 'text/html; charset=utf-8' }),
    expect: { page: 'any', has: 'seen', warns: undecoded },
  },
  {
    name: 'a declaration behind 20 KB',
    serve: answer(
      iconv.encode(`<!--${'a'.repeat(20_000)}--><meta charset=windows-1251><p>${russian.repeat(3)}`, 'windows-1251'),
      { 'Content-Type': 'text/html' },
    ),
    expect: whole(russian),
  },
];
