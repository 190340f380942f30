import { expect, test } from 'vitest';
import { extractPage } from '../../../src/extraction/extract-page.js';
import type { ExtractedPage } from '../../../src/extraction/extracted-page.js';

function read(body: string, contentType: string): Promise<ExtractedPage> {
  return extractPage({ bytes: new TextEncoder().encode(body), contentType, url: 'https://site.example/blog/feed' });
}

const rss = `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
  <title>Moor &amp; Wald</title>
  <link>https://site.example/</link>
  <atom:link rel="self" href="https://site.example/blog/feed"/>
  <description>Nachrichten aus dem Moor</description>
  <language>de</language>
  <lastBuildDate>Thu, 14 Mar 2024 08:30:00 GMT</lastBuildDate>
  <image><title>Bild</title><url>https://site.example/logo.png</url></image>
  <item>
    <title>Torf [neu] &lt;b&gt;wächst&lt;/b&gt;</title>
    <link>/torf?a=1&amp;b=2</link>
    <pubDate>Wed, 13 Mar 2024 10:00:00 GMT</pubDate>
    <dc:creator>Jürgen Weiß</dc:creator>
    <description>Kurz.</description>
    <content:encoded><![CDATA[<p>Torf wächst <b>langsam</b>.</p><script>x()</script><ul><li>einen Millimeter</li><li>im Jahr</li></ul>]]></content:encoded>
    <enclosure url="https://site.example/a.mp3" type="audio/mpeg"/>
  </item>
  <item>
    <guid>https://site.example/wald</guid>
    <description>&lt;p&gt;Der Wald.&lt;/p&gt;</description>
  </item>
  <item><title>Böse</title><link>javascript:alert(1)</link></item>
</channel></rss>`;

const atom = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <title type="html">Bogs &amp;amp; woods</title><subtitle>News</subtitle>
  <link rel="self" href="/feed"/><link href="https://site.example/"/>
  <updated>2024-03-14T08:30:00Z</updated>
  <author><name>Ada Moss</name><email>ada@site.example</email></author>
  <entry>
    <title>Peat</title>
    <link rel="alternate" href="https://site.example/peat"/><link rel="enclosure" href="https://site.example/p.mp3"/>
    <id>tag:1</id><published>2024-03-13T10:00:00Z</published><updated>2024-03-14T10:00:00Z</updated>
    <author><name>Ada Moss</name></author><author><name>Bo Fen</name></author>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Peat grows <em>slowly</em> &amp; &lt;surely&gt;.</p><p>A millimetre.</p></div></content>
  </entry>
  <entry><title>Short</title><id>tag:2</id><summary>A summary.</summary><updated>2024-03-01</updated></entry>
</feed>`;

test('RSS becomes a list of its entries, with links, dates, authors and text', async () => {
  const page = await read(rss, 'application/rss+xml');
  expect(page).toMatchObject({
    mediaType: 'application/rss+xml',
    title: 'Moor & Wald',
    description: 'Nachrichten aus dem Moor',
    language: 'de',
    modifiedTime: 'Thu, 14 Mar 2024 08:30:00 GMT',
    warnings: [],
  });
  expect(page.markdown).toBe(
    [
      '## [Torf \\[neu\\] wächst](https://site.example/torf?a=1&b=2)',
      'Wed, 13 Mar 2024 10:00:00 GMT · Jürgen Weiß',
      'Torf wächst **langsam**.',
      '- einen Millimeter\n- im Jahr',
      '## [https://site.example/wald](https://site.example/wald)',
      'Der Wald.',
      '## Böse',
    ].join('\n\n'),
  );
});

test('Atom becomes the same, with text from XHTML', async () => {
  for (const contentType of ['application/atom+xml', 'text/xml', 'text/html', 'application/octet-stream']) {
    const page = await read(atom, contentType);
    expect(page).toMatchObject({ title: 'Bogs & woods', description: 'News', authors: ['Ada Moss'], language: 'en' });
    expect(page.markdown).toBe(
      [
        '## [Peat](https://site.example/peat)',
        '2024-03-13T10:00:00Z · Ada Moss, Bo Fen',
        'Peat grows *slowly* & \\<surely>.',
        'A millimetre.',
        '## Short',
        '2024-03-01',
        'A summary.',
      ].join('\n\n'),
    );
  }
});

test('RSS 1.0, whose entries stand beside the channel', async () => {
  const page = await read(
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Old</title><link>https://site.example/</link></channel>
      <item><title>One</title><link>https://site.example/1</link><dc:date>2004-01-02</dc:date></item></rdf:RDF>`,
    'application/rdf+xml',
  );
  expect(page).toMatchObject({ title: 'Old', markdown: '## [One](https://site.example/1)\n\n2004-01-02' });
});

test('a feed without entries says so', async () => {
  const page = await read('<rss><channel><title>T</title><description>D</description></channel></rss>', 'text/xml');
  expect(page).toMatchObject({ title: 'T', markdown: 'D', warnings: ['The feed has no entries.'] });
});

test('what is missing of a feed is told', async () => {
  const items = (count: number): string => '<item><title>A</title></item>'.repeat(count);
  expect(await read(`<rss><channel>${items(500)}</channel></rss>`, 'text/xml')).toMatchObject({
    isPartial: false,
    warnings: [],
  });
  expect(await read(`<rss><channel>${items(501)}</channel></rss>`, 'text/xml')).toMatchObject({
    isPartial: true,
    warnings: ['The feed has 501 entries: these are the first 500.'],
  });
  const long = `<item><description>${'word '.repeat(11_000)}</description></item>`;
  expect(await read(`<rss><channel>${long}</channel></rss>`, 'text/xml')).toMatchObject({
    isPartial: true,
    warnings: ['The feed has texts that are too long to be read whole: their ends are missing.'],
  });
});

test('other XML comes as it is; what stands in one long line, in lines', async () => {
  expect((await read('<?xml version="1.0"?>\n<a>\n <b>c</b>\n</a>\n', 'application/xml')).markdown).toBe(
    '<?xml version="1.0"?>\n<a>\n <b>c</b>\n</a>',
  );
  const url = '<url><loc>https://site.example/a</loc><news/></url>';
  const { markdown } = await read(`<urlset>${url.repeat(20)}</urlset>`, 'application/xml');
  expect(markdown.startsWith('<urlset>\n  <url>\n    <loc>https://site.example/a</loc>\n    <news/>\n  </url>\n')).toBe(
    true,
  );
  expect(markdown.endsWith('\n  </url>\n</urlset>')).toBe(true);
});

test('XHTML that is sent as XML is read as a page', async () => {
  const page = await read(
    '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>Words.</p></body></html>',
    'application/xml',
  );
  expect(page).toMatchObject({ title: 'T', markdown: 'Words.' });
});

test('hostile XML is read in time that grows with its length alone', async () => {
  const bodies = [
    `<rss><channel>${'<item>'.repeat(300_000)}`,
    `<rss><channel><item><title>${'<b>'.repeat(500_000)}`,
    `<feed>${'<entry><title>a</title><author><name>n</name></author></entry>'.repeat(30_000)}</feed>`,
    `<feed><entry>${'<author><name>n</name></author>'.repeat(100_000)}</entry></feed>`,
    `<rss><channel><item><description>${'&lt;p&gt;'.repeat(300_000)}</description></item></channel></rss>`,
    `<a>${'<b>'.repeat(500_000)}`,
    `${'<!-- x -->'.repeat(200_000)}<rss/>`,
    `<rss ${'a="b" '.repeat(300_000)}>`,
    `<rss><channel><title>${' '.repeat(2_000_000)}</title></channel></rss>`,
    `<rss><channel><item><description>${'\n \n'.repeat(500_000)}x</description></item></channel></rss>`,
  ];
  for (const body of bodies) {
    const startedAt = process.cpuUsage();
    await read(body, 'text/xml');
    expect(process.cpuUsage(startedAt).user, body.slice(0, 60)).toBeLessThan(3_000_000);
  }
});

test('entries keep their tables, links, code and lists, and no parameter that follows their reader', async () => {
  const html =
    '<p>See <a href="/x?utm_source=rss&amp;id=1">this</a>.</p><pre><code>a  b</code></pre>' +
    '<table><tr><th>k</th><th>v</th></tr><tr><td>one</td><td>two</td></tr></table>' +
    '<p style="display:none">Ignore this.</p>';
  const { markdown } = await read(
    `<rss><channel><item><title>A</title><link>/a?utm_source=rss</link><description><![CDATA[${html}]]></description></item></channel></rss>`,
    'text/xml',
  );
  expect(markdown).toBe(
    [
      '## [A](https://site.example/a)',
      'See [this](https://site.example/x?id=1).',
      '```\na  b\n```',
      '| k | v |\n| --- | --- |\n| one | two |',
    ].join('\n\n'),
  );
  const xhtml =
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>B</title><content type="xhtml">' +
    '<div xmlns="http://www.w3.org/1999/xhtml">One<br/>two <a href="/y?a=1&amp;b=2">link</a></div></content></entry></feed>';
  expect((await read(xhtml, 'text/xml')).markdown).toMatch(
    /^## B\n\nOne(?: {2}|\\)\ntwo \[link\]\(https:\/\/site\.example\/y\?a=1&b=2\)$/,
  );
});
