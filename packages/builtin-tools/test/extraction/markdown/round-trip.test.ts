import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { toMarkdown } from '../../../src/extraction/markdown/to-markdown.js';
import { doms } from './doms.js';

const parse = doms.linkedom;
const convert = (html: string): string => toMarkdown(parse(html), { baseUrl: 'https://site.example/' });
const renderer = new MarkdownIt({ html: true });
const render = (markdown: string): string => renderer.render(markdown);
/** The words that are seen, without what only divides them. */
const wordsOf = (html: string): string => (parse(html).textContent ?? '').replaceAll(/\s+/g, '');

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** Text full of what means something to Markdown. */
const looksLikeMarkdown = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'b1',
        'word',
        ' ',
        ' ',
        ' ',
        '*',
        '**',
        '_',
        '__',
        '~',
        '~~',
        '`',
        '``',
        '#',
        '# ',
        '1. ',
        '- ',
        '+ ',
        '>',
      ],
      ...[
        '[',
        ']',
        '(',
        ')',
        '[x](y)',
        '![',
        '<',
        '<b>',
        '&amp;',
        '&',
        '\\',
        '|',
        '---',
        '===',
        '"',
        '.',
        '!',
        ':',
        'é',
        '漢',
      ],
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => escapeHtml(parts.join('')));
const plain = fc.constantFrom('one', 'two words', 'snake_case', '3 * 4', 'x.', '“so”', '(y)', 'end!');
const inline = fc.letrec<{ line: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    plain,
    plain.map((text) => ` ${text} `),
    plain.map((text) => `<code>${text}</code>`),
    tie('line').map((line) => `<b>${line}</b>`),
    tie('line').map((line) => `<em>${line}</em>`),
    tie('line').map((line) => `<del>${line}</del>`),
    plain.map((text) => `<a href="/${encodeURIComponent(text)}">${text}</a>`),
    fc.constant('<br>'),
  ),
  line: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
})).line;
const block = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small' },
    inline.map((line) => `<p>${line}</p>`),
    fc.tuple(fc.integer({ min: 1, max: 6 }), plain).map(([level, text]) => `<h${level}>${text}</h${level}>`),
    fc.constant('<hr>'),
    plain.map((text) => `<pre><code class="language-js">${text}\n\n  more();</code></pre>`),
    tie('blocks').map((blocks) => `<blockquote>${blocks}</blockquote>`),
    fc
      .array(tie('blocks'), { minLength: 1, maxLength: 3 })
      .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
    fc
      .array(inline, { minLength: 1, maxLength: 3 })
      .map((items) => `<ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`),
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join('')),
}));

test('text that looks like Markdown is rendered as the text that it was', () => {
  fc.assert(
    fc.property(looksLikeMarkdown, looksLikeMarkdown, (one, other) => {
      const html = `<p>${one}<br>${other}</p>`;
      expect(wordsOf(render(convert(html)))).toBe(wordsOf(html));
    }),
    { numRuns: 400, seed: 5 },
  );
});

test('what a person sees is in the Markdown, and rendering it again shows the same', () => {
  fc.assert(
    fc.property(block.blocks, (html) => {
      const markdown = convert(html);
      expect(wordsOf(render(markdown))).toBe(wordsOf(html));
      expect(convert(render(markdown))).toBe(markdown);
    }),
    { numRuns: 300, seed: 5 },
  );
});

test('every row of a table has as many cells as its header, whatever spans', () => {
  const cell = fc.record({
    text: fc.constantFrom('a', 'b|c', '', 'd<br>e', '<code>x|y</code>', '<ul><li>f</li></ul>'),
    columns: fc.integer({ min: 0, max: 4 }),
    rows: fc.integer({ min: 0, max: 4 }),
    tag: fc.constantFrom('td', 'td', 'th'),
  });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 6 }), (rows) => {
      const html = rows.map(
        (cells) =>
          `<tr>${cells.map(({ text, columns, rows: span, tag }) => `<${tag} colspan="${columns}" rowspan="${span}">${text}</${tag}>`).join('')}</tr>`,
      );
      const lines = convert(`<table>${html.join('')}</table>`)
        .split('\n')
        .filter((line) => line.startsWith('|'));
      const counts = new Set(lines.map((line) => line.replaceAll('\\|', '').split('|').length));
      expect(counts.size).toBeLessThanOrEqual(1);
    }),
    { numRuns: 200, seed: 5 },
  );
});

test('whatever the tree, there are no empty lines at the ends and never two in a row outside of code', () => {
  fc.assert(
    fc.property(block.blocks, (html) => {
      const markdown = convert(`<div> ${html}<p> </p><div><br></div></div>`);
      expect(markdown).toBe(markdown.trim());
      expect(markdown).not.toMatch(/\n[ >]*\n[ >]*\n/);
    }),
    { numRuns: 150, seed: 5 },
  );
});
