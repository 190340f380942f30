/** Pages made to hang whoever reads them. In each of them a person sees `seen`. */
export const seen = 'The text at the bottom, with commas, is long enough to be an article of its own, and is seen.';
const text = `<p>${seen}</p>`;

const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const nest = (count: number, ...tags: readonly string[]): string => {
  const opened = tags.map((tag) => `<${tag}>`).join('');
  const closed = tags
    .map((tag) => `</${tag}>`)
    .reverse()
    .join('');
  return opened.repeat(count) + text + closed.repeat(count);
};

/** Each makes its page when it is asked for: together they are large. */
export const hostilePages: Readonly<Record<string, () => string>> = {
  'nesting, 500 div': () => nest(500, 'div'),
  'nesting, 2,000 div': () => nest(2_000, 'div'),
  'nesting, 100,000 div': () => nest(100_000, 'div'),
  'nesting, 100,000 div never closed': () => '<div>'.repeat(100_000) + text,
  'nesting, 100,000 div with text at each level': () => '<div>a '.repeat(100_000) + text,
  'nesting, 100,000 b': () => nest(100_000, 'b'),
  'nesting, 100,000 a': () => nest(100_000, 'a href=x'),
  'nesting, 100,000 font': () => nest(100_000, 'font color=red'),
  'nesting, 100,000 span': () => nest(100_000, 'span class=a'),
  'nesting, 50,000 ul and li': () => nest(50_000, 'ul', 'li'),
  'nesting, 50,000 li never closed': () => `${'<ul><li>a'.repeat(50_000)}${text}`,
  'nesting, 100,000 blockquote': () => nest(100_000, 'blockquote'),
  'nesting, 20,000 table': () => nest(20_000, 'table', 'tr', 'td'),
  'nesting, 20,000 table never filled': () => `${'<table>'.repeat(20_000)}${text}`,
  'nesting, 50,000 dl and dd': () => nest(50_000, 'dl', 'dd'),
  'nesting, 20,000 mixed': () => nest(20_000, 'section', 'ul', 'li', 'b', 'p', 'a href=x', 'blockquote'),
  'nesting, 50,000 form': () => nest(50_000, 'form'),
  'nesting, 50,000 button': () => nest(50_000, 'button'),
  'nesting, 50,000 object': () => nest(50_000, 'object'),
  'nesting, 50,000 custom elements': () => nest(50_000, 'x-y'),
  'nesting, 100,000 hidden': () => `${'<div hidden>'.repeat(100_000)}x${'</div>'.repeat(100_000)}${text}`,
  'names that are made up, 500,000': () => repeat(500_000, (index) => `<x${index}>`) + text,
  'misnested, 1,000 of each formatting': () =>
    `${'<b><i><font><u><em><strong><s><code>'.repeat(1_000)}${text}${'</b></i></font></u></em></strong></s></code>'.repeat(1_000)}`,
  'misnested, formatting of different attributes around paragraphs': () =>
    `${repeat(5_000, (index) => `<font a=${index}><b c=${index}>`)}${text.repeat(2_000)}`,
  'misnested, links in blocks': () => `${'<a href=x><div>'.repeat(20_000)}${text}`,
  'misnested, cells closed by div': () => '<div><table><tr><td></div>'.repeat(5_000) + text,
  'misnested, text between rows': () => `<table>${'<div>a</div>b<tr>c'.repeat(20_000)}</table>${text}`,
  'misnested, end tags of nothing': () =>
    `${'<div>'.repeat(50)}${'</span></p></b></ul></td></form>'.repeat(50_000)}${text}`,
  'misnested, forms, selects and options': () =>
    `${'<form><table><select><option>'.repeat(5_000)}</select>${'</table></form>'.repeat(5_000)}${text}`,
  '200,000 attributes on one element': () => `<div ${repeat(200_000, (index) => `a${index}=1 `)}>${text}</div>`,
  '200,000 attributes of one name': () => `<div ${'class=a '.repeat(200_000)}>${text}</div>`,
  '200,000 attributes on 2,000 elements': () =>
    repeat(2_000, () => `<p ${repeat(100, (index) => `a${index}=1 `)}>a`) + text,
  'an attribute of 5 MB': () => `<div class="${'a '.repeat(2_500_000)}" title="${'b'.repeat(1_000_000)}">${text}</div>`,
  '100,000 rows': () => `<table>${'<tr><td>a<td>b'.repeat(100_000)}</table>${text}`,
  '50,000 paragraphs': () => '<p>Some words of it, and more.'.repeat(50_000) + text,
  '25,000 siblings of few words': () => '<p>a'.repeat(25_000) + text,
  '300,000 br': () => `${'<br>'.repeat(300_000)}${text}`,
  '20,000 lines by br': () => `${'line<br>'.repeat(10_000)}${'line<br><br>'.repeat(5_000)}${text}`,
  'one text of 5 MB': () => `${text}<p>${'word '.repeat(1_000_000)}</p>`,
  'one word of 5 MB': () => `${text}<p>${'w'.repeat(5_000_000)}</p>`,
  '1 MB of blanks': () => `<p>${' '.repeat(500_000)}${'\n'.repeat(500_000)}x</p>${text}`,
  '1 MB of no-break spaces': () => `<p>${'&nbsp;'.repeat(100_000)}${' \u00a0'.repeat(300_000)}x</p>${text}`,
  '1 MB of blanks in pre': () => `<pre>${' '.repeat(500_000)}${'\n'.repeat(500_000)}x</pre>${text}`,
  '1 MB of backticks': () => `<p><code>${'`'.repeat(500_000)}</code></p><pre>${'`'.repeat(500_000)}</pre>${text}`,
  '1 MB of brackets': () => `<p>${'['.repeat(300_000)}${']('.repeat(300_000)}</p>${text}`,
  '1 MB of Markdown': () =>
    `<p>${'*_'.repeat(200_000)}${'#'.repeat(200_000)}${'1. '.repeat(100_000)}${'~~-+='.repeat(50_000)}</p>${text}`,
  'a byline of 1 MB': () => `<p class=byline rel=author>${'By, '.repeat(250_000)}</p>${text}`,
  'a title of 1 MB': () => `<title>${'a | b - c: '.repeat(100_000)}</title>${text}`,
  'commas by the million': () => `<p>${','.repeat(1_000_000)}</p>${text}`,
  '100,000 entities': () => `<p>${'&amp;&lt;&notanentity;&#x41;&#99999999;&'.repeat(25_000)}</p>${text}`,
  'class names of 100 kB': () =>
    repeat(50, (index) => `<div class="${'comment-ad-'.repeat(10_000)}${index}">a</div>`) + text,
  '100,000 meta': () => `<head>${repeat(100_000, (index) => `<meta name=a${index} content=b>`)}</head>${text}`,
  '100,000 title': () => `${'<title>a</title>'.repeat(100_000)}${text}`,
  'JSON-LD of 10 MB': () => `<script type="application/ld+json">${'[{"a":'.repeat(1_700_000)}</script>${text}`,
  'JSON-LD, 100,000 blocks': () =>
    `${'<script type="application/ld+json">{"@type":"Thing"}</script>'.repeat(100_000)}${text}`,
  'comments never closed': () => `${text}${'<!--'.repeat(500_000)}`,
  'scripts never closed': () => `${text}${'<script>'.repeat(200_000)}`,
  'titles never closed': () => `${text}${'<title>'.repeat(200_000)}`,
  'attributes never closed': () => `${text}${'<a b="'.repeat(300_000)}`,
  'CDATA never closed': () => `${'<![CDATA[>'.repeat(200_000)}${text}`,
  'tags never closed': () => `${text}${'<a '.repeat(500_000)}`,
  'drawings never closed': () => `${'<svg><g>'.repeat(100_000)}${text}`,
  'drawings, each with a block': () => '<svg><p>a'.repeat(20_000) + text,
  formulas: () => `${'<math><mrow>'.repeat(50_000)}${text}`,
  'selects never closed': () => `${'<select><option>a'.repeat(100_000)}${text}`,
  'noscript, 50,000': () => '<noscript><img src=a alt=b></noscript>'.repeat(50_000) + text,
  'inline CSS that is broken': () =>
    `${repeat(2_000, (index) => `<p style="a:b;;{}:calc((((;color:rgb(${'1,'.repeat(200)});width:calc(1px * (${index}">a</p>`)}${text}`,
  'style sheets that are broken': () =>
    `<style>${'.a{'.repeat(100_000)}</style><style>${'/*'.repeat(100_000)}</style><style>${'@media{'.repeat(50_000)}</style>` +
    `<style>${'a,'.repeat(100_000)}{display:none}</style><style>${repeat(20_000, (index) => `.k${index}{display:none}`)}</style>${text}`,
  'NUL by the million': () => `<p>a${'\0'.repeat(1_000_000)}b</p>${text}`,
  'characters that nobody sees': () =>
    `<p>${'\u200b\u200d\u202e'.repeat(300_000)}</p><p>${'a\u200d'.repeat(300_000)}</p>${text}`,
  'a frameset': () => `<frameset><frame src=a><noframes>${text}</noframes></frameset>`,
  plaintext: () => `<p>a</p><plaintext>${seen}</plaintext><div>${'<p>'.repeat(100_000)}`,
};
