import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { measureCards } from '../../../src/extraction/html/card-list.js';
import { readHtml } from '../../../src/extraction/html/read-html.js';
import { measureText } from '../../../src/extraction/html/text-stats.js';
import { paragraphs, sentence, withFrame } from './pages.js';

const head = '<meta property="og:type" content="article">';
const cards = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `<div class="entry item-${index}"><h3><a href="/${index}">Recipe ${index}</a></h3><p>${sentence(`dish ${index}`, index)}</p></div>`,
  ).join('');

function measure(html: string): { readonly text: number; readonly prose: number } {
  const { document } = parseHTML(`<!DOCTYPE html><html><body>${html}</body></html>`);
  const body = document.body as unknown as Element;
  return measureCards(body, measureText(body));
}

test('cards are built alike, lead somewhere and are at least six', () => {
  expect(measure(`<main><p>Lead.</p>${cards(6)}</main>`).prose).toBe(6);
  expect(measure(`<main>${cards(5)}</main>`).text).toBe(0);
  expect(measure(`<main>${paragraphs(9)}</main>`).text).toBe(0);
  // Sections of a text have headings, and no links in them.
  expect(
    measure(
      `<main>${'<section><h2>Part</h2><p>It says <a href="/x">this</a> and a good deal more than this.</p></section>'.repeat(8)}</main>`,
    ).text,
  ).toBe(0);
});

test('a list of articles that calls itself an article keeps all of its cards', () => {
  const { markdown } = readHtml(
    withFrame(`<main><h1>Recipes</h1>${paragraphs(2)}<div>${cards(4)}</div><div>${cards(12)}</div></main>`, head),
    'https://site.example/a/page',
  );
  expect(markdown).toContain('Paragraph 1 about peat');
  for (let index = 0; index < 12; index += 1) expect(markdown).toContain(`Recipe ${index}`);
});

test('an article with cards below it stays an article', () => {
  const { markdown } = readHtml(
    withFrame(`<article><h1>Peat</h1>${paragraphs(9)}</article><section class="related">${cards(8)}</section>`, head),
    'https://site.example/a/page',
  );
  expect(markdown).toContain('Paragraph 8 about peat');
  expect(markdown).not.toContain('Recipe 3');
});
