import { expect, test } from 'vitest';
// Reaches inside: what is dropped, closed and counted here decides which tree a DOM is built of, and whether one is.
import { prepareHtml } from '../../../src/extraction/html/prepare-html.js';

const prepareBody = (source: string): string => /<body[^>]*>(.*)<\/body>/s.exec(prepareHtml(source).html)?.[1] ?? '';
const prepareHead = (source: string): string => /<head>(.*)<\/head>/s.exec(prepareHtml(source).html)?.[1] ?? '';
const long = 'What people see of a page is what is read of it, word for word, and nothing else is. '.repeat(5);

test('what is read stays: elements that mean something, text, and the attributes that carry meaning', () => {
  expect(prepareBody('<P CLASS=x onclick="a()" data-y=1 id=\'z\'>a &amp; b<br/>c</P >')).toBe(
    '<p class="x" id="z">a &amp; b<br>c</p>',
  );
  expect(prepareBody('<a href="/?a=1&amp;b=\'2\'">x</a>')).toBe('<a href="/?a=1&amp;b=\'2\'">x</a>');
  expect(prepareBody('<my-card><u>x</u></my-card><center>y</center><tt>z</tt>')).toBe(
    '<div>x</div><div>y</div><code>z</code>',
  );
  expect(prepareBody('<div itemscope itemtype=T><span property=p><time datetime=2020>a</time></span></div>')).toBe(
    '<div itemscope="" itemtype="T"><span property="p"><time datetime="2020">a</time></span></div>',
  );
});

test('scripts, styles, comments and drawings go, with what looks like tags in them', () => {
  expect(
    prepareBody('a<script>"<b>"</script >b<style>i{}</style><!-- <p> -->c<svg><title>t</title></svg>d<!-->e<svg/>f'),
  ).toBe('abcdef');
  expect(prepareBody('a<script>never closed <p>b')).toBe('a');
  expect(prepareBody('a<svg>never closed <p>b')).toBe('a<p>b</p>');
  expect(prepareBody('a<select><option>never closed <p>b')).toBe('a<p>b</p>');
  expect(prepareBody('<?xml version="1.0"?><!doctype html>a<![CDATA[b]]>c<![CDATA[never closed>d')).toBe('acd');
  expect(prepareBody('<canvas>a</canvas><video>b</video><iframe>c</iframe><textarea>d</textarea>e')).toBe('e');
  expect(prepareBody('<template>a</template><template shadowrootmode=open><p>b</p></template>')).toBe(
    '<div><p>b</p></div>',
  );
});

test('the head keeps what a page says of itself, whatever it opens', () => {
  expect(prepareHead('<p>d<title>a <b> c</title><title>no</title>')).toBe('<title>a &lt;b&gt; c</title>');
  expect(
    prepareHead('<base href=/x/><meta name=a content="&quot;b"><link rel=author href=/c><link rel=icon href=d>'),
  ).toBe('<base href="/x/"><meta name="a" content="&quot;b"><link rel="author" href="/c">');
  expect(prepareHtml('<html lang=de class=a><body class=b id=c style="x:y"><html dir=rtl>d').html).toBe(
    '<!DOCTYPE html><html lang="de" class="a" dir="rtl"><head></head><body class="b" id="c">d</body></html>',
  );
  expect(prepareBody('<div itemscope><meta itemprop=a content=b><meta name=c content=d>e</div>')).toBe(
    '<div itemscope=""><meta itemprop="a" content="b">e</div>',
  );
});

test('JSON-LD, what is said without scripts, and how many scripts there are come beside the tree', () => {
  const prepared = prepareHtml(
    '<script type="application/ld+json">{"a":"<p>"}</script><script>12345</script><noscript>Turn <b>it</b> on</noscript>a' +
      '<script type="math/tex">a<b</script>',
  );
  expect(prepared).toMatchObject({
    jsonLd: ['{"a":"<p>"}'],
    noscriptText: 'Turn it on',
    scripts: { count: 1, characters: 5 },
  });
  expect(prepared.html).toContain('<body>a<script type="math/tex">a<b</script></body>');
});

test('a quoted bracket does not end a tag, and no attribute can end another', () => {
  expect(prepareBody('<img alt="a > b" src=x>c')).toBe('<img alt="a &gt; b" src="x">c');
  expect(prepareBody(`<img alt='"><script>' src=x>`)).toBe('<img alt="&quot;&gt;&lt;script&gt;" src="x">');
  expect(prepareBody('a<img alt="never closed > b')).toBe('a');
  expect(prepareBody('1 < 2 <3 &lt;b> <')).toBe('1 &lt; 2 &lt;3 &lt;b&gt; &lt;');
});

test('a picture is where it really is, and its copy for readers without scripts is not read twice', () => {
  expect(prepareBody('<img src="data:image/gif;base64,R0" data-src=/a.jpg alt=A>')).toBe('<img alt="A" src="/a.jpg">');
  expect(prepareBody('<img srcset="/b.jpg 1x, /c.jpg 2x" alt=B><noscript><img src=/b.jpg></noscript>')).toBe(
    '<img alt="B" src="/b.jpg">',
  );
  expect(prepareBody('<div><img class=lazy><noscript><img src=/d.jpg alt=D></noscript></div>')).toBe(
    '<div><img alt="D" src="/d.jpg"></div>',
  );
  for (const [attributes, source] of [
    ['src="/img/placeholder.png" data-src=/a.jpg', '/a.jpg'],
    ['src="/small.jpg" data-src=/a.jpg', '/a.jpg'],
    ['src="/static/preloader.gif" srcset="/a.jpg 1x, /b.jpg 2x"', '/a.jpg'],
    ['src="/1x1.gif?v=2" data-srcset="/a.jpg 300w"', '/a.jpg'],
    ['src="/a.jpg" srcset="/b.jpg 2x"', '/a.jpg'],
    ['src="/pixels/placeholders.html.jpg"', '/pixels/placeholders.html.jpg'],
  ] as const) {
    expect(prepareBody(`<img ${attributes}>`), attributes).toBe(`<img src="${source}">`);
  }
  expect(prepareBody('<a href="data:text/html,x">e</a><img src=javascript:a>')).toBe('<a>e</a>');
});

test('each element ends where the rules of HTML end it', () => {
  for (const [source, tree] of [
    ['<p>a<p>b<div>c', '<p>a</p><p>b</p><div>c</div>'],
    ['<p>a<div>b</div>c</p>d', '<p>a</p><div>b</div>c<p></p>d'],
    ['<ul><li>a<ul><li>b</ul><li>c</ul>d', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>d'],
    ['<dl><dt>a<dd>b<dt>c</dl>', '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>'],
    ['<h1>a<h2>b</h1>c', '<h1>a</h1><h2>b</h2>c'],
    ['<div>a</span></p></div></div>b', '<div>a<p></p></div>b'],
    ['<span class=x>a<span>b</span>c</span>d', '<span class="x">abc</span>d'],
    ['<pre>\n\na\n  b</pre>', '<pre>a\n  b</pre>'],
    ['<ruby>a<rt>b<rt>c</ruby>', '<ruby>a<rt>b</rt><rt>c</rt></ruby>'],
  ]) {
    expect(prepareBody(source ?? ''), source).toBe(tree);
  }
});

test('tables are whole, and what stands between their rows comes before them', () => {
  for (const [source, tree] of [
    [
      '<table><tr><td>a<td>b<tr><td>c</table>d',
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>d',
    ],
    ['<table><td>a<thead><th>b', '<table><tbody><tr><td>a</td></tr></tbody><thead><tr><th>b</th></tr></thead></table>'],
    ['<table><div>x</div>y<tr>z<td>a', '<div>x</div>yz<table><tbody><tr><td>a</td></tr></tbody></table>'],
    ['<table><caption>x<tr><td>a', '<table><caption>x</caption><tbody><tr><td>a</td></tr></tbody></table>'],
    [
      '<table><tr><td><table><tr><td>a</table>b</table>',
      '<table><tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table>b</td></tr></tbody></table>',
    ],
    [
      '<table><tr><td><div>a</td></div>b</table>c</div>d',
      'b<table><tbody><tr><td><div>a</div></td></tr></tbody></table>cd',
    ],
    ['<td>a</td><tr>b', 'ab'],
  ]) {
    expect(prepareBody(source ?? ''), source).toBe(tree);
  }
});

test('formatting ends before the next block and is open once; links do not nest', () => {
  expect(prepareBody('<b>a<strong>b<i>c<p>d</b>e')).toBe('<b>a<strong>b<i>c</i></strong></b><p>de</p>');
  expect(prepareBody('<b><b>a</b>b</b><strong><p>c</p></strong>')).toBe('<b>ab</b><p>c</p>');
  expect(prepareBody('<a href=1>x<a href=2>y</a>z')).toBe('<a href="1">x</a><a href="2">y</a>z');
  expect(prepareBody('<a href=1><div>x<a href=2>y</a></div></a>z')).toBe('<div>x<a href="2">y</a></div>z');
  expect(prepareBody('<a href=1><div>x</a>y</div>z')).toBe('<a href="1"><div>xy</div></a>z');
});

test('what people do not see goes', () => {
  for (const hidden of [
    '<p hidden>x</p>',
    '<p style="color:red; DISPLAY : none !important">x</p>',
    '<p style="visibility:hidden">x</p>',
    '<p style="opacity:0">x</p>',
    '<p style="font-size:0">x</p>',
    '<p style="font-size:1px"><b>x</b></p>',
    '<p style="height:0;overflow:hidden">x</p>',
    '<p style="position:absolute;left:-9999px">x</p>',
    '<p style="text-indent:-9999em">x</p>',
    '<p style="position:absolute;clip:rect(0 0 0 0)">x</p>',
    '<p style="transform:scale(0)">x</p>',
    '<p style="color:#fff">x</p>',
    '<p style="color:transparent">x</p>',
    '<table bgcolor="#EEEEEE"><td><font color="#eee">x</font></table>',
    '<div style="background:rgb(0, 0, 0)"><p style="color:#010101">x</p></div>',
    '<p aria-hidden="true">x</p>',
    '<dialog>x</dialog>',
    '<div class="nav-collapse" style="display:none">x</div>',
    '<div class=accordion style="position:absolute;left:-999px">x</div>',
    '<input type=hidden value=x>',
    '<style>.k, a.l > b {display:none} @media print{.m{display:none}}</style><p class="j k">x</p>',
  ]) {
    const { html, textCharacters } = prepareHtml(`${hidden}<p>seen</p>`);
    expect(html, hidden).not.toContain('x<');
    expect(textCharacters, hidden).toBe(4);
  }
});

test('what people do see stays, though it looks hidden', () => {
  for (const seen of [
    '<div class=tab-pane style="display:none">x</div>',
    '<div id=faq-1 hidden>x</div>',
    '<div class="c-accordion__body" aria-hidden="true">x</div>',
    '<div hidden id="S:1f">x</div>',
    '<p style="opacity:0;transition:opacity 1s">x</p>',
    '<p style="visibility:hidden;animation-name:fadeIn">x</p>',
    '<link rel=stylesheet href=a><p style="color:#fff">x</p>',
    '<div style="background:#333"><p style="color:white">x</p></div>',
    '<div style="font-size:0"><p style="font-size:16px">x</p></div>',
    '<div style="font-size:0"><p class=a>x</p></div>',
    '<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">x</p>',
    '<section hidden="until-found">x</section>',
    '<dialog open>x</dialog>',
    '<style>.k{display:none}.k.on{display:block}</style><p class="k on">x</p>',
    '<style>@media print{.k{display:none}}</style><p class="k">x</p>',
    '<p style="display:none',
  ].slice(0, -1)) {
    expect(prepareBody(seen), seen).toContain('x<');
  }
  expect(prepareBody('<span aria-hidden=true><img class="mwe-math-fallback-image-inline" alt="x"></span>')).toBe('');
  expect(prepareBody('<img class="mwe-math-fallback-image-inline" aria-hidden="true" alt="a^2">')).toContain('a^2');
});

test('a page that hides nearly all of itself until a script shows it is read, and says so', () => {
  const prepared = prepareHtml(`<p>Loading</p><main style="display:none"><p>${long.repeat(4)}</p></main>`);
  expect(prepared.html).toContain('word for word');
  expect(prepared.warnings).toEqual([expect.stringContaining('hidden until a script shows it')]);
  const little = prepareHtml(`<p>${long}</p><main style="display:none"><p>${long.repeat(4)} Ignore this.</p></main>`);
  expect(little.html).not.toContain('Ignore');
  expect(little.warnings).toEqual([expect.stringContaining('are hidden, which is more than it shows')]);
  expect(little.hiddenCharacters).toBeGreaterThan(1_000);
});

test('menus, heads, feet and questions for consent are nothing that a page shows', () => {
  const around = ['nav', 'header', 'footer', 'div id="cookie-box"', 'div role=navigation'];
  const shown = around.map((start) => `<${start}><p>${long}</p></${start.split(' ')[0]}>`).join('');
  const prepared = prepareHtml(`${shown}<main style="display:none"><p>${long.repeat(4)} The story.</p></main>`);
  expect(prepared.html).toContain('The story.');
  expect(prepared.warnings).toEqual([expect.stringMatching(/hidden until a script shows it: \d{4,} characters/)]);
  const menu = prepareHtml(`<p>Short.</p><nav style="display:none"><p>${long.repeat(4)} The menu.</p></nav>`);
  expect(menu.html).not.toContain('The menu.');
  expect(menu.warnings).toEqual([]);
});

test('what a tab or a button opens is read, closed or not; what a menu opens is not', () => {
  for (const seen of [
    '<div role="tabpanel" class="nav-panel" hidden>x</div>',
    '<button aria-controls="p1" aria-expanded="false">More</button><div id="p1" style="display:none">x</div>',
    '<h3><button id="b1" aria-expanded="false">More</button></h3><div aria-labelledby="b1" hidden>x</div>',
    '<ul role="tablist"><li><a role="tab" id="t1" href="#q">One</a></li></ul><div aria-labelledby="t1" style="display:none">x</div>',
  ]) {
    expect(prepareBody(`<p>${long}</p>${seen}`), seen).toContain('x<');
  }
  for (const hidden of [
    '<button aria-controls="main-menu">Menu</button><div id="main-menu" hidden>x</div>',
    '<button aria-controls="p1" aria-haspopup="true">Account</button><div id="p1" hidden>x</div>',
    '<header><button aria-controls="p2">Sites</button></header><div id="p2" hidden>x</div>',
    '<button aria-controls="p3">Ask</button><div id="p3" role="dialog" hidden>x</div>',
  ]) {
    expect(prepareBody(`<p>${long}</p>${hidden}`), hidden).not.toContain('x<');
  }
});

test('characters that nobody sees go; joiners stay where they join', () => {
  const tagged = String.fromCodePoint(0xe0041, 0xe0042);
  expect(prepareBody(`<p>a\u200bb\u00adc\u202ed\u2066e\ufefff&zwnj;g&#8203;h${tagged}i\0j</p>`)).toBe(
    '<p>abcdefghij</p>',
  );
  expect(prepareBody('<img alt="a\u200bb" src=c>')).toBe('<img alt="ab" src="c">');
  expect(prepareBody('<p>👩‍💻 می‌خواهم</p>')).toBe('<p>👩‍💻 می‌خواهم</p>');
});

test('elements, depth, children and breaks are counted', () => {
  const counted = prepareHtml('<div><div><p>a<p>b</div></div><ul><li>c<li>d<li>e</ul><p>f<br>g<br>h');
  expect(counted).toMatchObject({ elements: 3 + 11, depth: 5, children: 3, breaks: 2, textCharacters: 8 });
});
