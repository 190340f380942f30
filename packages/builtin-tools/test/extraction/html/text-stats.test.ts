import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
// Reaches inside: what is counted decides what is kept of a page, and is not seen by itself.
import { nameWords } from '../../../src/extraction/html/name-words.js';
import { linkDensity, measureText } from '../../../src/extraction/html/text-stats.js';

const bodyOf = (html: string): HTMLElement => new JSDOM(html).window.document.body;

test('a run of white space of any kind counts as one character, and none at the ends', () => {
  const spaces = '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2004\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
  const letters = 'a\u0085\u180e\u200b\u2060é中😀.';
  let state = 7;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let round = 0; round < 300; round += 1) {
    const text = Array.from({ length: 30 + next(90) }, () => {
      const from = next(3) === 0 ? letters : spaces;
      return from.charAt(next(from.length));
    }).join('');
    const body = bodyOf('<p></p>');
    const paragraph = body.firstElementChild as Element;
    paragraph.textContent = text;
    const trimmed = text.trim();
    // Of a short text, its length will do.
    const expected = trimmed.length < 40 ? trimmed.length : trimmed.replaceAll(/\s+/g, ' ').length;
    expect(measureText(body)(body).text, JSON.stringify(text)).toBe(expected);
  }
});

test('text, links and paragraphs of an element are those of all that is in it', () => {
  const long = 'Words that go on for longer than eighty characters, so that they are a paragraph of running text.';
  const body = bodyOf(
    `<div><p>${long}</p><p>short</p><ul><li><a href="/x">four</a></li><li><a>none</a></li></ul></div>`,
  );
  const stats = measureText(body)(body);
  expect(stats).toEqual({ text: long.length + 5 + 4 + 4, linkText: 4, links: 1, prose: 1 });
  expect(linkDensity(stats)).toBeCloseTo(4 / stats.text);
});

test('the names of an element are words, whoever asked for the same names before', () => {
  const body = bodyOf(
    `<p class="siteNav main-menu" id="Top2"></p><p class="siteNav main-menu" id="Top2"></p><p></p><p id="x"></p>`,
  );
  const words = [...body.children].map(nameWords);
  expect(words).toEqual([['site', 'nav', 'main', 'menu', 'top'], ['site', 'nav', 'main', 'menu', 'top'], [], ['x']]);
  for (let count = 0; count < 3_000; count += 1) {
    const element = body.children[3] as Element;
    element.setAttribute('class', `name${'abcdefghij'.charAt(count % 10)} card-${count}`);
    expect(nameWords(element).slice(1)).toEqual(['card', 'x']);
  }
});
