import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { trimArticle } from '../../../src/extraction/html/trim-article.js';
import { paragraphs } from './pages.js';

function trim(html: string): string {
  const { document } = parseHTML(`<!DOCTYPE html><html><body><div id="a">${html}</div></body></html>`);
  const article = document.querySelector('#a') as unknown as Element;
  trimArticle(article);
  return (article.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

test('datelines, teasers, invitations, credits and calls in capitals go', () => {
  for (const noise of [
    '<p>Published 3 May 2024 at 10:00</p>',
    '<p>Related: <a href="/x">Another page of ours</a></p>',
    '<p>Sign up for our newsletter and get it each morning.</p>',
    '<figcaption>Photo: Ann Lee, Agency</figcaption>',
    '<p><a href="/x">SEE WHAT ELSE THERE IS</a></p>',
    '<p>Advertisement</p>',
  ]) {
    const text = trim(`${paragraphs(2)}${noise}${paragraphs(1, 'moss')}`);
    expect(text, noise).toContain('Paragraph 0 about moss');
    expect(text, noise).toBe(trim(`${paragraphs(2)}${paragraphs(1, 'moss')}`));
  }
});

test('sentences that only begin alike stay', () => {
  for (const kept of [
    '<p>Related work has shown the opposite for years, as the second part of this text explains at some length.</p>',
    '<p>Published results differ.</p>',
    '<h2>More about peat</h2><p>It is wet.</p>',
    '<p>See <a href="/x">the table</a>.</p>',
  ]) {
    expect(trim(`${paragraphs(2)}${kept}${paragraphs(1)}`), kept).toContain(
      kept.replaceAll(/<[^>]*>/g, '').slice(0, 12),
    );
  }
});

test('a list of links goes with its heading, one that a sentence announces stays', () => {
  const list = '<ul><li><a href="/1">First other page</a></li><li><a href="/2">Second other page</a></li></ul>';
  expect(trim(`${paragraphs(2)}<h3>You may also like</h3>${list}`)).not.toMatch(/other page|also like/);
  expect(trim(`${paragraphs(2)}<p>These are the sources:</p>${list}`)).toContain('Second other page');
});
