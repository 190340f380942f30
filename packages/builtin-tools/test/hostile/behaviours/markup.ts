import { hostilePages, seen } from '../../extraction/html/hostile-pages.js';
import type { Behaviour } from '../behaviour.js';
import { answer, html } from '../hostile-server.js';

/** Pages that are read whole in a test of the reader; here a server sends them, and workers read them. */
const sent: readonly string[] = [
  'nesting, 500 div',
  'nesting, 2,000 div',
  'nesting, 100,000 div',
  'nesting, 100,000 div never closed',
  'nesting, 100,000 b',
  'nesting, 50,000 ul and li',
  'nesting, 20,000 table',
  'misnested, 1,000 of each formatting',
  'misnested, links in blocks',
  '200,000 attributes on one element',
  '200,000 attributes on 2,000 elements',
  '100,000 rows',
  '300,000 br',
  'one word of 5 MB',
  '1 MB of blanks',
  '1 MB of no-break spaces',
  'a title of 1 MB',
  'class names of 100 kB',
  'JSON-LD, 100,000 blocks',
  'comments never closed',
  'tags never closed',
  'inline CSS that is broken',
  'style sheets that are broken',
  'NUL by the million',
  'characters that nobody sees',
];

/** The same, of more text than is kept. */
const cut: readonly string[] = [
  '50,000 paragraphs',
  '1 MB of brackets',
  '1 MB of Markdown',
  'a byline of 1 MB',
  'commas by the million',
];

/** What the reader and the converter look for with regular expressions, as long as they bear it least. */
const quadratic: Readonly<Record<string, string>> = {
  'blanks between words of 100 KB': `a${' \t'.repeat(50_000)}b`,
  'an emphasis that is opened 50,000 times': '<em>a '.repeat(50_000),
  'code of 50,000 backticks and blanks': `<code>${'` '.repeat(50_000)}</code>`,
  'a link whose title has 50,000 lines': `<a href=/a title="${'a\n\n'.repeat(50_000)}">a</a>`,
  'a link whose address has 3,000 brackets': `<a href="/${'('.repeat(3_000)}">a</a>`,
  'a picture whose text has 50,000 brackets': `<img src=/a alt="${']['.repeat(50_000)}">`,
  'a heading of 50,000 hyphens': `<h1>${'-='.repeat(50_000)}</h1>`,
  'a list item of 50,000 lines': `<ul><li>${'a<br>'.repeat(50_000)}</ul>`,
  'a table whose cells have 50,000 bars': `<table><tr><td>${'|\\'.repeat(50_000)}<td>a</table>`,
  '3,000 spans of 1,000 columns': `<table>${'<tr><td colspan=1000 rowspan=1000>a'.repeat(3_000)}</table>`,
  'code in a language of 100 KB': `<pre><code class="language-${'a-'.repeat(50_000)}">a</code></pre>`,
  'a style of 100 KB': `<p style="${'display:'.repeat(12_500)}">a</p>`,
  'a share of 100 KB in a class': `<div class="${'share-'.repeat(17_000)}" id="${'social '.repeat(15_000)}">a</div>`,
  'a video of 100 KB': `<iframe src="//www.youtube.com/${'embed/'.repeat(17_000)}"></iframe>`,
  'a base of 100 KB': `<base href="http://site.example/${'../a/'.repeat(20_000)}"><a href=b>a</a>`,
  'a title with 50,000 separators': `<title>${' | a » b / c > '.repeat(3_500)}</title>`,
  'footnotes that name each other': '<sup id=a><a href=#b>1</a></sup><p id=b><a href=#a>2</a></p>'.repeat(5_000),
};

const seenIn = { page: 'any', has: seen } as const;
const cutIn = { page: 'partial or truncated', warns: 'only the first' } as const;

export const markup: readonly Behaviour[] = [
  ...sent.map((name) => toBehaviour(name, () => hostilePages[name]?.() ?? '', seenIn)),
  ...cut.map((name) => toBehaviour(name, () => hostilePages[name]?.() ?? '', cutIn)),
  ...Object.entries(quadratic).map(([name, source]) => toBehaviour(name, () => `${source}<p>${seen}</p>`, seenIn)),
];

/** Each page is made when it is asked for: together they are large. */
function toBehaviour(name: string, page: () => string, expect: Behaviour['expect']): Behaviour {
  return { name, serve: (socket, request) => answer(page(), html)(socket, request), timeoutSeconds: 25, expect };
}
