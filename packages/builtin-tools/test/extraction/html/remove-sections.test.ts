import { expect, test } from 'vitest';
import { readHtml } from '../../../src/extraction/html/read-html.js';
import { paragraphs } from './pages.js';

const read = (body: string): string =>
  readHtml(
    `<!DOCTYPE html><html><head><title>Gas leak</title><meta property="og:type" content="article"></head><body>${body}</body></html>`,
    'https://site.example/2024/05/gas-leak-in-the-town',
  ).markdown;

test('a heading over buttons at the top of an article takes the buttons and leaves the article', () => {
  const share =
    '<div class="box"><h3 class="box-title">Share this:</h3><ul><li><a href="/t">By message</a></li></ul></div>';
  const letter = '<div class="box"><h4>Get the newsletter that the town is talking about</h4></div>';
  for (const box of [share, letter, share.replaceAll(/<\/?div[^>]*>/g, '')]) {
    const markdown = read(
      `<div class="page"><div>Friday</div><div class="text">${box}${paragraphs(4, 'the leak')}</div>
       <div class="more">${paragraphs(3, 'the town')}</div></div>`,
    );
    expect(markdown, box).toContain('Paragraph 0 about the leak');
    expect(markdown, box).toContain('Paragraph 3 about the leak');
    expect(markdown, box).not.toContain('By message');
    expect(markdown, box).not.toContain('Get the newsletter');
  }
});

test('a box of other articles goes with what it says of them', () => {
  const card = (index: number): string =>
    `<div><h3><a href="/o/${index}">Other ${index}</a></h3>${paragraphs(1, `other ${index}`)}</div>`;
  const markdown = read(
    `<h1>Gas leak</h1><div>${paragraphs(9, 'the leak')}</div>
     <div class="x"><h2>You may also like</h2>${[0, 1, 2].map(card).join('')}</div>`,
  );
  expect(markdown).toContain('8 about the leak');
  expect(markdown).not.toContain('about other');
});

test('how to sign up, in steps or in code, is no invitation', () => {
  const markdown = read(
    `<article><h1>Sharing a lab</h1>${paragraphs(3, 'the lab')}
     <section><h2>Sign up for a place</h2><ol><li>Write to the office.</li><li>Wait for its answer.</li></ol></section>
     <h2>Cookies</h2><pre><code>set('a', 1)</code></pre>${paragraphs(2, 'weeks')}</article>`,
  );
  for (const kept of ['Sign up for a place', 'Wait for its answer.', 'Cookies', "set('a', 1)"]) {
    expect(markdown).toContain(kept);
  }
});
