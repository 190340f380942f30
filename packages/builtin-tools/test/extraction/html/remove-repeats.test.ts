import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { removeRepeats } from '../../../src/extraction/html/remove-repeats.js';
import { sentence } from './pages.js';

function remove(html: string): string {
  const { document } = parseHTML(`<!DOCTYPE html><html><body>${html}</body></html>`);
  removeRepeats(document.body as unknown as Element);
  return document.body.innerHTML;
}

const count = (text: string, part: string): number => text.split(part).length - 1;
const card = (index: number): string =>
  `<div class="card"><h3>Card ${index}</h3><p>${sentence('cards', index)}</p></div>`;

test('a copy for another size of screen goes, and the first stays', () => {
  const left = remove(
    `<div class="wide">${card(1)}${card(2)}</div><hr><div class="narrow"><div>${card(1)}${card(2)}</div></div>`,
  );
  expect(count(left, 'Card 1')).toBe(1);
  expect(count(left, 'Card 2')).toBe(1);
  expect(left).toContain('class="wide"');
  expect(left).not.toContain('class="narrow"');
});

test('the clones of a slider go, what differs by a word stays', () => {
  const left = remove(`<div>${card(3)}${card(1)}${card(2)}${card(3)}${card(1)}</div>`);
  expect([1, 2, 3].map((index) => count(left, `Card ${index}<`))).toEqual([1, 1, 1]);
});

test('an element that holds nothing but another is no repeat of it', () => {
  const nested = `<section><div><div>${card(1)}</div></div></section>`;
  expect(remove(nested)).toBe(nested);
});

test('short texts, rows, items, code and paragraphs of a line or two may repeat', () => {
  const long =
    'The same meal as on the day before, with one cup of greens, two eggs and a slice of whole-grain toast for lunch.';
  for (const kept of [
    '<p>Yes.</p><p>Yes.</p>',
    `<h2>Monday</h2><p>${long}</p><h2>Tuesday</h2><p>${long}</p>`,
    `<ul><li>${long}</li></ul><p>Then:</p><ul><li>Water</li><li>${long}</li></ul>`,
    `<table><tbody><tr><td>${long}</td></tr><tr><td>${long}</td></tr></tbody></table>`,
    `<pre>${long}</pre><p>Again:</p><pre>${long}</pre>`,
  ]) {
    expect(remove(kept), kept).toBe(kept);
  }
});
