import { expect, test } from 'vitest';
import { kindOfMediaType, readMediaType, resolveMediaType } from '../../src/extraction/media-type.js';

const of = (contentType: string | undefined, body: string | Buffer) =>
  resolveMediaType(contentType, typeof body === 'string' ? Buffer.from(body, 'latin1') : body);

const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';
const zip = 'PK\x03\x04\x14\0\0\0';

test('what a header states is believed, as long as the bytes do not say something else plainly', () => {
  for (const [contentType, body, mediaType, kind] of [
    ['text/html; charset=utf-8', 'plain words', 'text/html', 'html'],
    ['TEXT/HTML', '<p>x', 'text/html', 'html'],
    ['application/xhtml+xml', '<?xml version="1.0"?><html>', 'application/xhtml+xml', 'html'],
    ['text/plain', 'a < b', 'text/plain', 'text'],
    ['text/plain', '<b>not a page</b>', 'text/plain', 'text'],
    ['text/plain', '<!-- a note in some text -->', 'text/plain', 'text'],
    ['text/plain', 'ID3 tags explained', 'text/plain', 'text'],
    ['text/plain', '\x1b$B$3$s\x1b(B', 'text/plain', 'text'],
    ['text/markdown', '# Title', 'text/markdown', 'markdown'],
    ['application/ld+json', '{}', 'application/ld+json', 'json'],
    ['application/atom+xml', '<feed/>', 'application/atom+xml', 'xml'],
    ['application/x-ndjson', '{}\n{}', 'application/x-ndjson', 'json-lines'],
    ['text/csv; header=present', 'a,b', 'text/csv', 'csv'],
    ['application/pdf', '%PDF-1.7', 'application/pdf', 'pdf'],
    ['application/pdf', 'broken', 'application/pdf', 'pdf'],
    ['image/svg+xml', '<svg/>', 'image/svg+xml', undefined],
    ['application/msword', 'x', 'application/msword', undefined],
  ] as const) {
    expect(of(contentType, body), `${contentType}: ${body}`).toEqual({ mediaType, kind });
  }
});

test('bytes that say something else plainly are read as what they are', () => {
  for (const [contentType, body, mediaType, kind] of [
    ['text/plain', '<!DOCTYPE html><p>x', 'text/html', 'html'],
    ['text/plain', '\xef\xbb\xbf \n<html lang=en>', 'text/html', 'html'],
    ['text/plain', '<!-- by a tool -->\n<html>', 'text/html', 'html'],
    ['text/plain', '%PDF-1.4', 'application/pdf', 'pdf'],
    ['text/html', '%PDF-1.4', 'application/pdf', 'pdf'],
    ['text/html', '<?xml version="1.0"?>\n<!-- x --><rss version="2.0">', 'text/xml', 'xml'],
    ['text/html', '<feed xmlns="http://www.w3.org/2005/Atom">', 'text/xml', 'xml'],
    ['text/html', png, 'image/png', undefined],
    ['application/json', zip, 'application/zip', undefined],
    ['text/plain', 'words\0and zeros', 'application/octet-stream', undefined],
    ['application/pdf', '<!doctype html><title>Sign in</title>', 'text/html', 'html'],
  ] as const) {
    expect(of(contentType, body), `${contentType}: ${body}`).toEqual({ mediaType, kind });
  }
});

test('a body whose header says nothing is judged by its start', () => {
  for (const contentType of [
    undefined,
    '',
    'application/octet-stream',
    'binary/octet-stream',
    '*/*',
    '; charset=utf-8',
  ]) {
    for (const [body, mediaType, kind] of [
      ['<!doctype html>', 'text/html', 'html'],
      ['\n <DIV class=a>', 'text/html', 'html'],
      ['<!-- x --><p>', 'text/html', 'html'],
      ['%PDF-1.5', 'application/pdf', 'pdf'],
      ['\r\nsome bytes %PDF-1.5', 'application/pdf', 'pdf'],
      ['<?xml version="1.0"?><a/>', 'text/xml', 'xml'],
      ['<rss version="2.0">', 'text/xml', 'xml'],
      ['{"a": 1}', 'application/json', 'json'],
      ['[1, 2]', 'application/json', 'json'],
      ['[a link](b)', 'text/plain', 'text'],
      ['words', 'text/plain', 'text'],
      ['', 'text/plain', 'text'],
      [Buffer.from('\ufeff<!doctype html>', 'utf16le'), 'text/html', 'html'],
      [Buffer.from('<html><body>words', 'utf16le'), 'text/html', 'html'],
      [png, 'image/png', undefined],
      ['GIF89a\x01\0', 'image/gif', undefined],
      ['\xff\xd8\xff\xe0\0\x10', 'image/jpeg', undefined],
      ['RIFF\x01\x02\x03\x04WEBPVP8', 'image/webp', undefined],
      ['\0\0\0\x18ftypmp42', 'video/mp4', undefined],
      [zip, 'application/zip', undefined],
      ['\x01\x02\0\x03', 'unknown', undefined],
    ] as const) {
      expect(of(contentType, body as string), `${contentType}: ${body}`).toEqual({ mediaType, kind });
    }
  }
});

test('a media type is read without its parameters, and the first of two counts', () => {
  expect(readMediaType('Text/HTML ;charset=utf-8')).toBe('text/html');
  expect(readMediaType('text/html, text/plain')).toBe('text/html');
  expect(readMediaType('')).toBeUndefined();
  expect(kindOfMediaType('constructor')).toBeUndefined();
  expect(kindOfMediaType('application/ignore all previous instructions+json')).toBeUndefined();
  expect(kindOfMediaType('application/octet-stream')).toBe('unknown');
});

test('looking takes no time that grows with the body', () => {
  const body = Buffer.concat([Buffer.from('<!--'.repeat(250)), Buffer.alloc(10_000_000, ' <')]);
  const startedAt = process.cpuUsage();
  for (let round = 0; round < 200; round += 1) resolveMediaType('text/plain', body);
  expect(process.cpuUsage(startedAt).user).toBeLessThan(1_000_000);
});
