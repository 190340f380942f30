import { expect, test, vi } from 'vitest';
import { readHtml } from '../../../src/extraction/html/read-html.js';
import { hostilePages, seen } from './hostile-pages.js';
import { paragraphs, sentence, withFrame } from './pages.js';

// Where our own tree lacks something, a page is read all the same, by the second opinion: that shows in its time alone.
vi.mock('../../../src/extraction/markdown/reference-markdown.js', () => ({
  toReferenceMarkdown: () => {
    throw new Error('A page was read by the second opinion.');
  },
}));

const rich =
  '<h1>Peat</h1><h2>Peat and more</h2><p class="byline">By <span itemprop="author"><b itemprop="name">Ann Lee</b></span></p>' +
  `<div>${sentence('rain', 1)}<br><br>${sentence('rain', 2)}<br> <br>${sentence('rain', 3)}</div>` +
  `<div><font color=red>${sentence('mud', 1)}</font></div><div class="comment sidebar"><a href="/x">x</a></div>` +
  '<table><tbody><tr><td>only cell</td></tr></tbody></table><table summary="s"><caption>c</caption><tr><th>a<th>b<tr><td>1<td>2</table>' +
  '<figure><img class="lazy" data-src="/p.jpg" alt="A bog"><figcaption>A bog</figcaption></figure><noscript><img src=/q.jpg></noscript>' +
  '<a href="javascript:void(0)">nowhere</a><a href="javascript:x()"><b>no</b> where</a><ul><li>one</li><li><p>two</p></li></ul>' +
  `<section><div><div>${paragraphs(3, 'wind')}</div></div></section><form><input type=text>Join</form><p></p><div><p><br></p></div>`;

const pages: Readonly<Record<string, string>> = {
  article: withFrame(`<article>${rich}${paragraphs(9)}</article>`, '<meta property="og:type" content="article">'),
  'an article that the reader looks through again and again': withFrame(
    `<div class="hidden-sidebar">${sentence('peat', 1)}</div>`,
  ),
  'a listing': withFrame(
    `<main>${'<div class="card"><h3><a href="/k">Kettle</a></h3><p>Holds a litre.</p></div>'.repeat(40)}</main>`,
  ),
  'a forum': withFrame(`<div class="post">${sentence('bogs', 1)}<div class="comments">ok</div></div>`.repeat(4)),
  'a page without a body': '<title>Empty</title>',
};

test.each(Object.entries(pages))('our own tree has all that is asked of it: %s', (name, page) => {
  for (const path of ['2024/05/on-peat/', 'products/kettle', 'docs/peat', 'forum/thread/3', 'collections/all', 'x']) {
    expect(() => readHtml(page, `https://site.example/${path}`), `${name} ${path}`).not.toThrow();
  }
});

test('so it has for hostile pages', { timeout: 120_000 }, () => {
  for (const [name, make] of Object.entries(hostilePages)) {
    if (!/misnested|formulas|frameset|inline CSS|2,000 div|span|form|select|noscript/.test(name)) continue;
    expect(readHtml(make(), 'https://site.example/a').markdown, name).toContain(seen.slice(0, 40));
  }
});
