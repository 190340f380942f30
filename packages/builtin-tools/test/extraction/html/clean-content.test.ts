import { expect, test } from 'vitest';
import { readHtml } from '../../../src/extraction/html/read-html.js';
import { paragraphs, sentence } from './pages.js';

const read = (body: string, url = 'https://site.example/x'): string =>
  readHtml(`<!DOCTYPE html><html><head><title>A page</title></head><body>${body}</body></html>`, url).markdown;

test('what frames a main part goes however long it is: the policy in a footer, the menu of all pages', () => {
  const main = `<main><h1>Kettles</h1>${paragraphs(2, 'kettles')}</main>`;
  const menu = Array.from({ length: 90 }, (_, index) => `<li><a href="/c/${index}">Shelf ${index}</a></li>`).join('');
  const markdown = read(
    `<header><ul>${menu}</ul></header>${main}<footer>${paragraphs(20, 'privacy')}</footer>
     <div class="page-footer-wrapper">${paragraphs(12, 'terms')}</div><div class="x1"><ul>${menu}</ul></div>`,
  );
  expect(markdown).toContain('Paragraph 1 about kettles');
  for (const gone of ['about privacy', 'about terms', 'Shelf 3']) expect(markdown).not.toContain(gone);
});

test('a page that has nothing beside a footer or a menu keeps it', () => {
  expect(read(`<h1>Legal</h1><footer>${paragraphs(9, 'terms')}</footer>`)).toContain('8 about terms');
  expect(read(`<main></main><div class="page-footer-wrapper">${paragraphs(9, 'terms')}</div>`)).toContain(
    '8 about terms',
  );
});

test('items beside a short main part are no menu, though they are links', () => {
  const item = (index: number): string =>
    `<div><a href="/p/${index}"><img src="/${index}.jpg"> Earrings of sterling silver with stones, number ${index}</a></div>`;
  const markdown = read(
    `<main><h1>Earrings</h1>${paragraphs(1, 'silver')}</main><div class="grid">${Array.from({ length: 12 }, (_, index) => item(index)).join('')}</div>`,
    'https://shop.example/collections/earrings',
  );
  expect(markdown).toContain('number 0');
  expect(markdown).toContain('number 11');
});

test('the name of the site as a heading keeps no header', () => {
  const markdown = read(
    `<header><h1>The shop words</h1><ul><li><a href="/a">Menu words</a></li></ul></header>
     <div><h1>Kettle K1</h1>${paragraphs(3, 'the kettle')}</div>`,
  );
  expect(markdown).toContain('about the kettle');
  expect(markdown).not.toContain('shop words');
  expect(markdown).not.toContain('Menu words');
});

test('an index of nothing but short links is the content of its page', () => {
  const letter = (first: string): string =>
    `<h2>${first}</h2><ul>${Array.from({ length: 9 }, (_, index) => `<li><a href="/${first}${index}">${first} part ${index}</a></li>`).join('')}</ul>`;
  const markdown = read(`<main><h1>List of parts</h1><p>By letter.</p>${['A', 'B', 'C'].map(letter).join('')}</main>`);
  for (const kept of ['A part 0', 'B part 4', 'C part 8']) expect(markdown).toContain(kept);
  const beside = read(`<main><h1>Peat</h1>${paragraphs(9)}${letter('A')}</main>`);
  expect(beside).not.toContain('A part 0');
});

test('posts that are forms without anything to fill in stay, and what asks for an answer goes', () => {
  const post = (index: number): string => `<div class="comment"><form><p>${sentence('hair', index)}</p></form></div>`;
  const markdown = read(
    `<h1>Hair grows</h1>${[0, 1, 2, 3].map(post).join('')}<form><p>Write what you think</p><textarea></textarea><button>Send</button></form>`,
    'https://forum.example/threads/hair.1/',
  );
  for (let index = 0; index < 4; index += 1) expect(markdown).toContain(`Paragraph ${index} about hair`);
  expect(markdown).not.toContain('Write what you think');
});

test('reviews beside a list go, and a page that is about reviews keeps them', () => {
  const item = (index: number): string =>
    `<li><a href="/p/${index}"><h3>Kettle number ${index}</h3></a> 30.00 EUR</li>`;
  const list = `<ul>${Array.from({ length: 30 }, (_, index) => item(index)).join('')}</ul>`;
  const reviews = `<div class="reviews-carousel">${paragraphs(2, 'opinions')}</div>`;
  const shop = read(`<main><h1>Kettles</h1>${list}${reviews}</main>`, 'https://shop.example/collections/kettles');
  expect(shop).toContain('Kettle number 29');
  expect(shop).not.toContain('about opinions');
  const about = read(`<main><h1>App reviews</h1><div class="reviews">${paragraphs(7, 'opinions')}</div></main>`);
  expect(about).toContain('6 about opinions');
});

test('words for screen readers, lists of languages and the cart go', () => {
  const markdown = read(
    `<div><h1>Kettle K1</h1><span class="visually-hidden">Regular price was</span>${paragraphs(3, 'the kettle')}
     <div class="language-selector"><p>Österreich</p><p>België</p></div>
     <div class="mini-cart"><p>Your shopping bag holds nothing.</p></div></div>`,
    'https://shop.example/products/kettle-k1',
  );
  expect(markdown).toContain('2 about the kettle');
  for (const gone of ['Regular price was', 'België', 'shopping bag']) expect(markdown).not.toContain(gone);
});

const blog = 'https://site.example/blog/a-text-of-some-length';

test('asides that hold ingredients or a warning stay in an article, and asides of links go', () => {
  const markdown = read(
    `<article><h1>Bread</h1>${paragraphs(4, 'bread')}
     <aside class="recipe"><h2>Ingredients</h2><ul><li>4 cups <a href="/f">flour</a></li><li>1 teaspoon salt</li></ul></aside>
     <aside><p>Warning: never open the lid while the pot is hot, see <a href="/burns">burns</a>.</p></aside>
     <aside><h3>More</h3><p><a href="/1">Cakes of this week</a> <a href="/2">Pies of this week</a></p></aside>
     ${paragraphs(5, 'dough')}</article>`,
    blog,
  );
  for (const kept of ['1 teaspoon salt', 'never open the lid']) expect(markdown).toContain(kept);
  expect(markdown).not.toContain('Pies of this week');
});

test('a list of short links stays where a sentence or a heading of the text announces it', () => {
  const list = `<ul>${['Atlas', 'Bekins', 'Bellhop', 'Safeway', 'Union'].map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul>`;
  for (const before of ['<p>We compared these companies:</p>', '<h2>Companies</h2>']) {
    const text = `<h1>Movers</h1>${paragraphs(4, 'moving')}${before}${list}${paragraphs(4, 'prices')}`;
    expect(read(`<article>${text}</article>`, blog), before).toContain('Safeway');
  }
});

test('a name of the state of a whole text does not remove it', () => {
  for (const name of ['node node-promoted', 'page-with-related', 'call-to-action']) {
    const markdown = read(
      `<h1>Coins</h1><div class="${name}">${paragraphs(4, 'coins')}</div><div class="second">${paragraphs(3, 'the site')}</div>`,
      blog,
    );
    expect(markdown, name).toContain('Paragraph 3 about coins');
  }
});

test('a thread says who wrote each post, and not since when they write', () => {
  const post = (name: string): string =>
    `<article class="message"><div class="message-user"><div class="message-userDetails"><h4><a href="/u/${name}">${name}</a></h4>
     <h5>Joined in March</h5></div></div><div class="message-body">${paragraphs(1, `limits by ${name}`)}</div></article>`;
  const markdown = read(
    `<h1>Limits</h1>${['ann', 'bob', 'cyd'].map(post).join('')}`,
    'https://forum.site.example/threads/limits.1/',
  );
  for (const name of ['ann', 'bob', 'cyd']) {
    expect(markdown.indexOf(`**${name}**`)).toBeGreaterThan(-1);
    expect(markdown.indexOf(`**${name}**`)).toBeLessThan(markdown.indexOf(`limits by ${name}`));
  }
  expect(markdown).not.toContain('Joined in March');
});

test('buttons that label what they unfold stay as lines, buttons of cards go', () => {
  const item = (label: string, topic: string): string =>
    `<div><button>${label}</button><div>${paragraphs(1, topic)}</div></div>`;
  const markdown = read(
    `<main><h1>Shop</h1>${paragraphs(1, 'the shop')}${item('Delivery', 'parcels')}${item('Payment', 'cards')}
     ${item('Choose', 'red')}${item('Choose', 'blue')}</main>`,
  );
  expect(markdown).toMatch(/\*\*Delivery\*\*\s+Paragraph 0 about parcels/);
  expect(markdown).toMatch(/\*\*Payment\*\*\s+Paragraph 0 about cards/);
  expect(markdown.match(/Choose/g)?.length ?? 0).toBeLessThan(2);
});
