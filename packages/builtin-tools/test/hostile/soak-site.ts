import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { rawPdf } from '../extraction/pdf/raw-pdf.js';

const article = readFileSync(new URL('../fixtures/article.html', import.meta.url));
const bomb = gzipSync(Buffer.alloc(20_000_000));
const deep = `${'<div>'.repeat(20_000)}<p>A text at the bottom of it.</p>`;
const feed = `<rss><channel><title>Herons</title>${'<item><title>One more</title><description>was seen</description></item>'.repeat(50)}</channel></rss>`;
const json = JSON.stringify({ herons: Array.from({ length: 500 }, (_, index) => ({ index, name: `heron ${index}` })) });
const stream = 'BT /F 12 Tf 50 700 Td (A heron.) Tj ET';
const pdf = rawPdf([
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
  `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]);

const html = { 'content-type': 'text/html; charset=utf-8' };
const pages: Readonly<Record<string, readonly [headers: Readonly<Record<string, string>>, body: string | Buffer]>> = {
  '/article': [html, article],
  '/text': [{ 'content-type': 'text/plain', 'cache-control': 'max-age=3600' }, 'A heron was seen here. '.repeat(2_000)],
  '/json': [{ 'content-type': 'application/json' }, json],
  '/feed': [{ 'content-type': 'application/rss+xml' }, feed],
  '/gzip': [{ ...html, 'content-encoding': 'gzip' }, gzipSync(article)],
  '/bomb': [{ ...html, 'content-encoding': 'gzip' }, bomb],
  '/deep': [html, deep],
  '/pdf': [{ 'content-type': 'application/pdf' }, pdf],
};

/** A server of good pages and of bad ones, by path. */
export function createSoakServer(): Server {
  return createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (path === '/redirect') return response.writeHead(302, { location: '/text', 'set-cookie': 'a=b' }).end();
    if (path === '/loop') return response.writeHead(302, { location: '/loop' }).end();
    if (path === '/reset') {
      response.writeHead(200, html).write('<p>half a page');
      return setTimeout(() => response.socket?.resetAndDestroy(), 5);
    }
    if (path === '/abort-reading') return response.writeHead(200, html).write('<p>the first words, and no more');
    // Nothing is answered.
    if (path === '/silent' || path === '/abort-waiting') return;
    const page = pages[path];
    return page === undefined ? response.writeHead(404, html).end() : response.writeHead(200, page[0]).end(page[1]);
  });
}
