import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { trimArticle } from '../../../src/extraction/html/trim-article.js';
import { paragraphs } from './pages.js';

function trim(html: string): string {
  const { document } = parseHTML(`<!DOCTYPE html><html><body><div id="a">${html}</div></body></html>`);
  const article = document.querySelector('#a') as unknown as Element;
  trimArticle(article, 'site.example');
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

test('sentences that begin like datelines, invitations and credits stay', () => {
  for (const kept of [
    '<p>Created in 1903, the Motor Car Act raised the limit to 20 mph.</p>',
    "<p>Published in 1851, Moby-Dick sold 3,200 copies in its author's lifetime.</p>",
    '<p>Posted limits of 30 mph apply in towns.</p>',
    '<p>Copyright law protects the text of the signs.</p>',
    '<p>Click here is bad link text, say most guides.</p>',
    '<p>Photo by mail was a service of the post office.</p>',
    '<p>Updated Node to 22.</p>',
  ]) {
    const text = kept.replaceAll(/<[^>]*>/g, '');
    expect(trim(`${paragraphs(2)}${kept}${paragraphs(1, 'moss')}`), kept).toContain(text);
  }
});

test('lines of nothing but dates go, in several languages', () => {
  for (const noise of [
    'Published: 10:51 BST, 3 May 2024 | Updated: 11:02 BST, 4 May 2024',
    'Posted on May 3rd, 2024 by Ann Lee',
    'Updated 3 hours ago',
    'Veröffentlicht am 3. März 2024 um 10:00 Uhr',
    'Publié le 3 février 2024 à 10h00',
  ]) {
    expect(trim(`${paragraphs(2)}<p>${noise}</p>${paragraphs(1, 'moss')}`), noise).not.toContain(noise);
  }
});

test('steps and items of a list stay, a row of buttons goes', () => {
  const list = (tag: string, items: readonly string[]): string =>
    `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`;
  const steps = [
    'Register for an account.',
    'Download the app from the store.',
    'Click here to confirm.',
    'Print',
    'Close',
  ];
  const text = trim(`${paragraphs(2)}${list('ol', steps)}${paragraphs(1)}`);
  for (const step of steps) expect(text).toContain(step);
  const notes = ['Updated Node to 22', 'Sign up for our beta', 'Fixed 14 bugs'];
  const released = trim(`${paragraphs(2)}${list('ul', notes)}${paragraphs(1)}`);
  for (const note of notes) expect(released).toContain(note);
  expect(trim(`${paragraphs(2)}${list('ul', ['Share', 'Tweet', 'Print'])}${paragraphs(1)}`)).not.toContain('Tweet');
});

test('a list of links that a heading of the text announces stays within the text, and at its end where it leads away', () => {
  const list = (host: string): string =>
    `<ul><li><a href="https://${host}/1">First other page</a></li><li><a href="https://${host}/2">Second other page</a></li></ul>`;
  expect(trim(`${paragraphs(2)}<h3>Sources</h3>${list('a.example')}`)).toContain('Second other page');
  expect(trim(`${paragraphs(2)}<h3>Sources</h3>${list('site.example')}`)).not.toContain('Second other page');
  expect(trim(`${paragraphs(2)}<h3>Sources</h3>${list('site.example')}${paragraphs(1)}`)).toContain(
    'Second other page',
  );
});
