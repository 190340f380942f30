import { expect, test } from 'vitest';
import { readHtml } from '../../../src/extraction/html/read-html.js';
import { frameWords, paragraphs, sentence, withFrame } from './pages.js';

function read(main: string, { url = 'https://site.example/a/page', head = '' } = {}): string {
  const { markdown } = readHtml(withFrame(main, head), url);
  for (const words of frameWords) expect(markdown).not.toContain(words);
  return markdown;
}

test('an article keeps its paragraphs, lists, tables, code and headings, and loses what stands around them', () => {
  const markdown = read(
    `<article><h1>On peat</h1><p class="byline">By Ann Lee</p><div class="share-bar"><a href="/s">Share words</a></div>
      ${paragraphs(4)}<h2>What was found</h2><ul><li>First finding</li><li>Second finding</li></ul>
      <table><tr><th>Year</th><th>Depth</th></tr><tr><td>2020</td><td>41</td></tr></table>
      <pre><code>depth = 41</code></pre>${paragraphs(3, 'moss')}
      <div class="related-posts"><h3>Related words</h3><a href="/x">Another page</a></div></article>
      <div class="comments"><div class="comment">${paragraphs(9, 'remarks')}</div></div>`,
    { head: '<meta property="og:type" content="article">' },
  );
  for (const kept of [
    'Paragraph 0 about peat',
    'Paragraph 2 about moss',
    'What was found',
    'Second finding',
    '41',
    'depth = 41',
  ]) {
    expect(markdown).toContain(kept);
  }
  for (const gone of ['Share words', 'Related words', 'Another page', 'about remarks'])
    expect(markdown).not.toContain(gone);
});

test('a thread keeps all of its posts', () => {
  const posts = Array.from(
    { length: 6 },
    (
      _,
      index,
    ) => `<div class="post" id="p${index}"><div class="author">user${index}</div><div>${sentence('pumps', index)}</div>
      <a href="#r">Reply with quote</a></div>`,
  );
  const markdown = read(`<h1>Which pump?</h1><div id="thread">${posts.join('')}</div>`, {
    url: 'https://site.example/threads/which-pump.12/',
  });
  for (let index = 0; index < 6; index += 1) expect(markdown).toContain(`Paragraph ${index} about pumps`);
  expect(markdown).toContain('user3');
  expect(markdown).not.toContain('Reply with quote');
});

test('a listing keeps its items, which are links, and loses its filters and controls', () => {
  const items = Array.from(
    { length: 12 },
    (
      _,
      index,
    ) => `<li class="card"><a href="/p/${index}"><h3>Kettle number ${index}</h3></a><span>${index + 20}.00 EUR</span>
      <button>Add to cart</button></li>`,
  );
  const markdown = read(
    `<main><h1>Kettles</h1><div class="filters"><a href="?c=red">Only red ones</a></div><ul class="grid">${items.join('')}</ul></main>`,
    { url: 'https://shop.example/collections/kettles' },
  );
  expect(markdown).toContain('Kettle number 0');
  expect(markdown).toContain('Kettle number 11');
  expect(markdown).toContain('31.00 EUR');
  expect(markdown).not.toContain('Add to cart');
  expect(markdown).not.toContain('Only red ones');
});

test('a product keeps its description and its table, and what readers wrote goes', () => {
  const markdown = read(
    `<main><h1>Kettle K1</h1><p>39.00 EUR</p><div class="description">${paragraphs(2, 'the kettle')}</div>
      <table><tr><th>Volume</th><td>1.7 l</td></tr><tr><th>Power</th><td>2200 W</td></tr></table></main>
      <div id="reviews">${paragraphs(6, 'opinions')}</div>`,
    { url: 'https://shop.example/products/kettle-k1', head: '<meta property="og:type" content="product">' },
  );
  for (const kept of ['39.00 EUR', 'about the kettle', '1.7 l', '2200 W']) expect(markdown).toContain(kept);
  expect(markdown).not.toContain('about opinions');
});

test('documentation keeps code, notes set apart and the table of contents of its chapter', () => {
  const markdown = read(
    `<div class="sidebar"><ul>${'<li><a href="/d">Some chapter</a></li>'.repeat(8)}</ul></div>
      <main><h1>Install</h1>${paragraphs(2, 'installing')}<pre><code>npm install peat</code></pre>
      <aside class="note"><p>A note that matters.</p></aside><p>Short.</p></main>`,
    { url: 'https://docs.site.example/guide/install' },
  );
  for (const kept of ['about installing', 'npm install peat', 'A note that matters.', 'Short.'])
    expect(markdown).toContain(kept);
  expect(markdown).not.toContain('Some chapter');
});

test('a landing page keeps its sections, and questions that unfold', () => {
  const section = (index: number): string =>
    `<section><h2>Service ${index}</h2><p>${sentence('service', index)}</p></section>`;
  const markdown = read(
    `<div>${[0, 1, 2, 3].map(section).join('')}<h3>Questions</h3><div><button>How long does it take?</button><div>Two weeks.</div></div></div>`,
    { url: 'https://site.example/services/measuring' },
  );
  for (const kept of ['Service 0', 'Paragraph 3 about service', 'How long does it take?', 'Two weeks.']) {
    expect(markdown).toContain(kept);
  }
});

test('sections whose headings lead elsewhere go, with an element of their own and without', () => {
  const markdown = read(
    `<main><h1>Kettle K1</h1>${paragraphs(3, 'the kettle')}
      <div class="x"><div><h2>You may also like</h2></div><div><a href="/p/2">Kettle K2</a></div></div>
      <h2>Care</h2><p>Wipe it dry.</p><h2>Recently viewed</h2><p>Kettle K3</p><h2>Weight</h2><p>2 kg</p></main>`,
    { url: 'https://shop.example/products/kettle-k1' },
  );
  for (const kept of ['about the kettle', 'Wipe it dry.', 'Weight', '2 kg']) expect(markdown).toContain(kept);
  for (const gone of ['You may also like', 'K2', 'Recently viewed', 'K3']) expect(markdown).not.toContain(gone);
});

test('a window that asks for consent goes, also where it is longer than the page', () => {
  const markdown = read(
    `<main><h1>Pumps</h1>${paragraphs(2, 'pumps')}</main><div role="dialog">${paragraphs(9, 'consent')}</div>
      <div class="cookie-notice">${paragraphs(3, 'cookies')}</div>`,
  );
  expect(markdown).toContain('1 about pumps');
  expect(markdown).not.toContain('about consent');
  expect(markdown).not.toContain('about cookies');
});

test('of questions and answers, remarks on them go', () => {
  const markdown = read(
    `<h1>Which pump?</h1><div class="question">${paragraphs(1, 'asking')}</div><div class="answer">
      ${paragraphs(2, 'answers')}<div class="comments"><p>${sentence('remarks', 1)}</p></div></div>`,
    { url: 'https://site.example/questions/12/which-pump' },
  );
  expect(markdown).toContain('about asking');
  expect(markdown).toContain('1 about answers');
  expect(markdown).not.toContain('about remarks');
});

test('where readers wrote all there is, it is a thread, whatever the page calls itself', () => {
  const comments = Array.from(
    { length: 6 },
    (_, index) => `<li class="comment"><p>${sentence('the link', index)}</p></li>`,
  );
  const markdown = read(
    `<h1><a href="https://other.example/">A link</a></h1><ol class="comments">${comments.join('')}</ol>`,
    { head: '<meta property="og:type" content="article">' },
  );
  expect(markdown).toContain('Paragraph 0 about the link');
  expect(markdown).toContain('Paragraph 5 about the link');
});

test('a landing page of many parts is not cut down to the longest of them', () => {
  const part = (topic: string): string =>
    `<div class="part"><h2>${topic}</h2><p>Good ${topic}.</p><p>Better ${topic}.</p></div>`;
  const markdown = read(
    `<div><section><h2>Why</h2>${paragraphs(5, 'reasons')}</section><section>${Array.from({ length: 30 }, (_, index) => part(`part ${index}`)).join('')}</section></div>`,
    { url: 'https://site.example/' },
  );
  expect(markdown).toContain('about reasons');
  expect(markdown).toContain('Better part 29.');
});

test('what holds most of the page stays, whatever it is called', () => {
  const markdown = read(`<div class="sidebar share menu">${paragraphs(5, 'everything')}</div>`);
  expect(markdown).toContain('Paragraph 0 about everything');
  expect(markdown).toContain('Paragraph 4 about everything');
});

test('text that only JSON-LD or noscript has serves where the document has too little', () => {
  const body = sentence('the graph', 1).repeat(4);
  const head = `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', articleBody: body })}</script>`;
  expect(read('<div id="app"></div>', { head })).toContain('about the graph');
  const posts = `<div>${paragraphs(20)}<h2>Posts</h2>${paragraphs(40, 'noscript')}</div>`;
  const shown = read(`<div id="app"></div><noscript>${posts}</noscript>`);
  expect(shown).toContain('## Posts');
  expect(shown).toContain('39 about noscript');
});

test('a page that needs scripts, and a check for robots, are told as warnings; a page that speaks of JavaScript is not', () => {
  const warningsOf = (html: string): string => readHtml(html, 'https://site.example/').warnings.join(' ');
  const script = '<script src="/app.js"></script>';
  expect(warningsOf(`<title>App</title><div id="root"></div>${script}`)).toContain('needs JavaScript');
  expect(
    warningsOf(`<noscript>You need to enable JavaScript to run this app.</noscript><div id="x"></div>${script}`),
  ).toContain('needs JavaScript');
  expect(
    warningsOf(`<title>Just a moment...</title><p>Checking your browser before you go on.</p>${script}`),
  ).toContain('check for robots');
  expect(
    warningsOf(withFrame(`<article>${paragraphs(20, 'why pages ask you to enable JavaScript')}</article>${script}`)),
  ).toBe('');
});

test('a page without text says why it may have none', () => {
  const warningsOf = (html: string): readonly string[] => readHtml(html, 'https://site.example/').warnings;
  const script = '<script src="/app.js"></script>';
  const needs = [expect.stringContaining('needs JavaScript')];
  expect(warningsOf(`<title>App</title>${script}`)).toEqual(needs);
  expect(warningsOf(`<div id="mount"></div><p>Loading</p>${script}`)).toEqual(needs);
  expect(warningsOf(`<shop-front></shop-front><p>…</p>${script}`)).toEqual(needs);
  expect(warningsOf(`<p>Bitte aktivieren Sie JavaScript, um fortzufahren.</p>${script}`)).toEqual(needs);
  expect(warningsOf(`<p>JavaScriptを有効にしてください。</p>${script}`)).toEqual(needs);
  expect(warningsOf('<iframe src="/inside.html"></iframe>')).toEqual([expect.stringContaining('in a frame')]);
  expect(warningsOf('<meta http-equiv=refresh content="0;url=/there">')).toEqual([
    expect.stringContaining('leads on to another address'),
  ]);
  expect(
    warningsOf(`<div id="top"></div><p>Short and whole, but longer than what shows while a page loads.</p>${script}`),
  ).toEqual([]);
});

test('a page that says that its text has to be paid for is told as a warning', () => {
  const warningsOf = (free: unknown): readonly string[] =>
    readHtml(
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', isAccessibleForFree: free })}</script><p>Text.</p>`,
      'https://site.example/',
    ).warnings;
  for (const free of [false, 'False']) expect(warningsOf(free)).toEqual([expect.stringContaining('paid for')]);
  for (const free of [true, 'True', undefined]) expect(warningsOf(free)).toEqual([]);
});

test('a page that a parser cannot read twice the same is read all the same', () => {
  expect(readHtml('', 'https://site.example/').markdown).toBe('');
  expect(readHtml('<p>Only a line', 'not a url').markdown).toBe('Only a line');
});
