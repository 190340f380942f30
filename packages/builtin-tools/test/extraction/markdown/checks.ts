/** One thing that a converter to Markdown should get right. */
export interface MarkdownCheck {
  readonly name: string;
  readonly html: string;
  /** All of these are in the Markdown. */
  readonly expected: readonly (string | RegExp)[];
  /** None of these is. */
  readonly unexpected?: readonly (string | RegExp)[];
}

/** Where the pages of the checks came from. */
export const checksUrl = 'https://site.example/docs/page';

const mathml =
  '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><msup><mi>e</mi><mi>x</mi></msup></mrow>' +
  '<annotation encoding="application/x-tex">e^{x}</annotation></semantics></math>';

/** Data, so that other converters can be asked the same. */
export const markdownChecks: readonly MarkdownCheck[] = [
  {
    name: 'a table of data is a table with its header, and pipes in cells are escaped',
    html: '<table><thead><tr><th>Sign</th><th>Name</th></tr></thead><tbody><tr><td>a|b</td><td>pipe</td></tr></tbody></table>',
    expected: ['| Sign | Name |\n| --- | --- |\n| a\\|b | pipe |'],
  },
  {
    name: 'a table without a header row gets one, and no row is lost',
    html: '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
    expected: [/\|\s*\|\s*\|\n\| --- \| --- \|\n\| 1 \| 2 \|\n\| 3 \| 4 \|/],
  },
  {
    name: 'cells that span rows stand in each row, those that span columns leave as many cells',
    html:
      '<table><tr><th>Year</th><th>Term</th><th>Sum</th></tr><tr><td rowspan="2">2020</td><td>1</td><td>10</td></tr>' +
      '<tr><td>2</td><td>20</td></tr><tr><td colspan="2">all</td><td>30</td></tr></table>',
    expected: ['| 2020 | 1 | 10 |', '| 2020 | 2 | 20 |', /\| all \|\s+\| 30 \|/],
  },
  {
    name: 'a header of two rows becomes one',
    html:
      '<table><thead><tr><th rowspan="2">City</th><th colspan="2">2020</th></tr><tr><th>Q1</th><th>Q2</th></tr></thead>' +
      '<tr><td>Bern</td><td>5</td><td>6</td></tr></table>',
    expected: ['| City | 2020 / Q1 | 2020 / Q2 |', '| Bern | 5 | 6 |'],
  },
  {
    name: 'columns keep their alignment',
    html: '<table><tr><th align="left">A</th><th style="text-align: right">B</th><th align="center">C</th></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>',
    expected: ['| :--- | ---: | :---: |'],
  },
  {
    name: 'lines, paragraphs and lists in a cell stay in one row',
    html: '<table><tr><th>A</th><th>B</th></tr><tr><td>one<br>two</td><td><ul><li>x</li><li>y</li></ul></td></tr></table>',
    expected: ['| one<br>two | - x<br>- y |'],
  },
  {
    name: 'a table that only places things on the page is what is in it',
    html: '<table role="presentation"><tr><td><h2>News</h2><p>First.</p></td><td><pre>code</pre></td></tr></table>',
    expected: ['## News', 'First.', '```\ncode\n```'],
    unexpected: ['|'],
  },
  {
    name: 'code of GitHub keeps its language',
    html: '<div class="highlight highlight-source-js"><pre><span class="pl-k">const</span> a = <span class="pl-c1">1</span>;\n\nrun(a);</pre></div>',
    expected: ['```js\nconst a = 1;\n\nrun(a);\n```'],
  },
  {
    name: 'numbers of lines in a column of their own are no code',
    html:
      '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr>' +
      '<td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>def go\nend\n</pre></td></tr></tbody></table></code></pre></div></div>',
    expected: ['```ruby\ndef go\nend\n```'],
  },
  {
    name: 'lines that are elements end as lines, and the button to copy is no code',
    html:
      '<div class="language-ts"><pre class="shiki"><code><span class="line">let a;</span><span class="line"></span>' +
      '<span class="line">let b;</span></code></pre><button class="copy">Copy</button></div>',
    expected: ['```ts\nlet a;\n\nlet b;\n```'],
  },
  {
    name: 'code that holds a fence gets a longer one, and spaces in code stay',
    html: '<pre><code class="language-md">```js\n  x  =  1\n```</code></pre>',
    expected: ['````md\n```js\n  x  =  1\n```\n````'],
  },
  {
    name: 'code within a line may hold ticks',
    html: '<p>Use <code>a `b` c</code> and <code>`</code>.</p>',
    expected: ['Use ``a `b` c`` and `` ` ``.'],
  },
  {
    name: 'lists keep their nesting, also where it is wrong',
    html: '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><ul><li>d</li></ul><li>e</li></ul>',
    expected: [/- a\n {2}- b\n {4}1\. c\n+(?: {2}[-*] d)\n- e/],
  },
  {
    name: 'ordered lists keep their numbers',
    html: '<ol start="5"><li>five</li><li>six</li><li value="9">nine</li></ol><p>then</p><ol reversed><li>two</li><li>one</li></ol>',
    expected: ['5. five\n6. six\n9. nine', '2. two\n1. one'],
  },
  {
    name: 'tasks keep their boxes',
    html: '<ul><li><input type="checkbox" checked disabled> done</li><li><label><input type="checkbox"> open</label></li></ul>',
    expected: ['- [x] done\n- [ ] open'],
  },
  {
    name: 'terms stand with what they mean',
    html: '<dl><dt>peat</dt><dd>Wet soil.</dd><dt>moss</dt><dd>A plant.</dd><dd>A town.</dd></dl>',
    expected: [/\*\*peat\*\*(?:: |\n: +)Wet soil\./, /\*\*moss\*\*/, /A plant\.[\s\S]*A town\./],
  },
  {
    name: 'links are absolute, by the base of the page, and follow nobody',
    html: '<base href="https://other.example/b/"><p><a href="c?utm_source=x&amp;id=1&amp;fbclid=z#part">there</a> <a href="/d_(e)">and</a></p>',
    expected: [
      '[there](https://other.example/b/c?id=1#part)',
      /\[and\]\(https:\/\/other\.example\/d_(?:\(e\)|%28e%29)\)/,
    ],
  },
  {
    name: 'links that run scripts or stay on the page are text, and empty ones nothing',
    html: '<p><a href="javascript:go()">Run</a> <a href="data:text/html,x">Data</a> <a href="#top">Up</a> <a href="/e"></a>end</p>',
    expected: ['Run Data Up end'],
    unexpected: ['javascript:', 'data:', '](', '#top'],
  },
  {
    name: 'a link around a heading and a paragraph is written once',
    html: '<a href="/card"><div><h3>Card</h3><p>Its text.</p></div></a>',
    expected: ['### [Card](https://site.example/card)', 'Its text.'],
    unexpected: [/\[Its text/],
  },
  {
    name: 'pictures are what they are said to show',
    html:
      '<p><img src="/a.png" alt="A map"> <img src="/b.png"> <img src="/c.png" alt=""> <img src="data:image/png;base64,AAAA" data-src="/d.png" alt="Late"></p>' +
      '<figure><img src="/e.png" alt="Bog"><figcaption>The bog in May</figcaption></figure>',
    expected: [
      '![A map](https://site.example/a.png)',
      '![Late](https://site.example/d.png)',
      '![Bog]',
      'The bog in May',
    ],
    unexpected: ['b.png', 'c.png', 'data:'],
  },
  {
    name: 'a formula of KaTeX is TeX, once',
    html: `<p>Let <span class="katex"><span class="katex-mathml">${mathml}</span><span class="katex-html" aria-hidden="true"><span>e</span><sup>x</sup></span></span> grow.</p>`,
    expected: ['Let $e^{x}$ grow.'],
  },
  {
    name: 'formulas of MathJax and Wikipedia are TeX, once',
    html:
      '<p>A <span class="MathJax_Preview">a2</span><span class="MathJax"><span>a</span><sup>2</sup></span><script type="math/tex">a^2</script> and ' +
      `<span class="mwe-math-element"><span style="display: none">${mathml}</span>` +
      '<img class="mwe-math-fallback-image-inline" aria-hidden="true" src="/m.svg" alt="{\\displaystyle e^{x}}"></span>.</p>' +
      '<div><script type="math/tex; mode=display">\\sum_i x_i</script></div>',
    expected: ['A $a^2$ and $e^{x}$.', '$$\n\\sum_i x_i\n$$'],
    unexpected: ['a2', 'displaystyle'],
  },
  {
    name: 'a formula that is MathML alone is TeX',
    html: '<p><math><mfrac><mn>1</mn><msqrt><mi>x</mi></msqrt></mfrac><mo>≤</mo><msub><mi>y</mi><mn>2</mn></msub></math></p>',
    expected: [/\$\\frac\{1\}\{\\sqrt\{x\}\}\s*\\leq\s*y_2\$/],
  },
  {
    name: 'notes are notes: a mark, and their text once',
    html: '<p>Peat<sup id="fnref1"><a href="#fn1">[1]</a></sup> is old.</p><hr><ol><li id="fn1"><p>See <em>Lee</em>. <a href="#fnref1">↩</a></p></li></ol>',
    expected: ['Peat[^1] is old.', '[^1]: See *Lee*.'],
    unexpected: ['↩', /1\. See/],
  },
  {
    name: 'raised, lowered, struck, quoted text and keys keep what they mean',
    html: '<p>10<sup>6</sup> H<sub>2</sub>O, 1<sup>st</sup>, <del>old</del>, <q>so</q>, <kbd>Ctrl</kbd></p>',
    expected: ['10<sup>6</sup> H<sub>2</sub>O, 1st, ~~old~~, “so”, `Ctrl`'],
  },
  {
    name: 'headings are free of the signs that link to them',
    html: '<h2 id="a"><a href="/docs/page#a">Install</a><a class="headerlink" href="#a">¶</a></h2><h3>Use <code>x</code> <a href="#b">#</a></h3>',
    expected: [/^## Install$/m, /^### Use `x`$/m],
  },
  {
    name: 'quotes keep their nesting and their paragraphs',
    html: '<blockquote><p>One</p><blockquote><p>Two</p></blockquote><ul><li>x</li></ul></blockquote>',
    expected: ['> One\n>\n> > Two\n>\n> - x'],
  },
  {
    name: 'what opens at a click stands below its title',
    html: '<details><summary>How long?</summary><p>Two weeks.</p></details>',
    expected: [/\*\*How long\?\*\*\n\nTwo weeks\./],
  },
  {
    name: 'text that looks like Markdown stays what it is, with few backslashes',
    html: '<p>1. no list</p><p># no heading</p><p>*no* _emphasis_ snake_case 2 * 3 [1] a &lt; b</p><p>- no item</p><p>&lt;div&gt; &amp;amp;</p>',
    expected: [
      '1\\. no list',
      '\\# no heading',
      /\\\*no\\?\* \\_emphasis\\?_ snake_case 2 \* 3 \[1\] a < b/,
      '\\- no item',
      /\\<div>/,
      '\\&amp;',
    ],
  },
  {
    name: 'emphasis holds no spaces, and nothing is none',
    html: '<p>so<b> very </b>big<i> </i>and<b></b> <strong>fat</strong><strong>ter</strong></p>',
    expected: ['so **very** big and **fatter**'],
  },
  {
    name: 'readings of characters stand in brackets, and lines end where they are broken',
    html: '<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby><br>super<wbr>cali&shy;fragil&nbsp;x</p>',
    expected: [/漢字\(かんじ\)(?: {2}|\\)\nsupercalifragil x/],
  },
  {
    name: 'characters that nobody sees are gone, and joiners stay where they join',
    html: '<p>pass\u200bword \u2060me \ufeffnow \u202eback\u202c می\u200cخواهم 👩\u200d🔬 क्\u200dष</p>',
    expected: ['password me now back می\u200cخواهم 👩\u200d🔬 क्\u200dष'],
  },
  {
    name: 'text that is hidden is not read',
    html:
      '<p>Seen<span style="display:none">A1</span><span hidden>A2</span><span style="position:absolute;left:-9999px">A3</span>' +
      '<span style="color:#fff;background-color:white">A4</span><span style="font-size:0">A5</span><span class="sr-only">A6</span></p>',
    expected: [/^Seen$/],
    unexpected: [/A\d/],
  },
  {
    name: 'there is one empty line between blocks, and none at the ends',
    html: '<div>\n\n<div><p>a</p></div><br><br>\n<div></div><p>&nbsp;</p><p>b<br><br></p><hr><h2> </h2></div>',
    expected: [/^a\n\nb\n\n---$/],
  },
];
