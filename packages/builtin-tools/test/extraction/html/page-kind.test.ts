import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { decidePageKind, type PageFacts } from '../../../src/extraction/html/page-kind.js';
import { measureText } from '../../../src/extraction/html/text-stats.js';
import { paragraphs } from './pages.js';

function decide(facts: Partial<PageFacts> & { readonly type?: string }, html = '<p>Text.</p>'): string {
  const { document } = parseHTML(`<!DOCTYPE html><html><body>${html}</body></html>`);
  const body = document.body as unknown as Element;
  const types = new Set(facts.type === undefined ? [] : facts.type.split(' '));
  return decidePageKind(
    { url: 'https://site.example/x', types, products: 0, ogType: null, generator: null, ...facts },
    body,
    measureText(body),
  );
}

test('what a page says of itself comes first', () => {
  expect(decide({ type: 'NewsArticle' })).toBe('article');
  expect(decide({ type: 'QAPage Question' })).toBe('forum');
  expect(decide({ type: 'FAQPage Question', url: 'https://site.example/services/x' })).toBe('other');
  expect(decide({ type: 'Product', products: 1 })).toBe('product');
  expect(decide({ type: 'Product', products: 12 })).toBe('listing');
  expect(decide({ generator: 'Discourse 3.1' })).toBe('forum');
  expect(decide({ ogType: 'article' })).toBe('article');
  expect(decide({ ogType: 'Article' })).toBe('article');
  expect(decide({ ogType: 'product.group' })).toBe('listing');
  expect(decide({ type: 'CollectionPage', ogType: 'article' })).toBe('listing');
  expect(decide({ type: 'CollectionPage Article', ogType: 'article' })).toBe('article');
  expect(decide({ type: 'Product', products: 1, url: 'https://shop.example/shop/kettles/k1' })).toBe('product');
});

test('then the address says it', () => {
  const post = '<div class="post">A</div>'.repeat(4);
  expect(decide({ url: 'https://site.example/viewtopic.php?t=4' }, post)).toBe('forum');
  expect(decide({ url: 'https://www.gardenforum.example/x/12' }, post)).toBe('forum');
  expect(decide({ url: 'https://docs.site.example/start' })).toBe('documentation');
  expect(decide({ url: 'https://shop.example/products/kettle' })).toBe('product');
  expect(decide({ url: 'https://shop.example/collections/kettles' })).toBe('listing');
  expect(decide({ url: 'https://site.example/2024/05/on-peat/' })).toBe('article');
});

test('then how it is built; no address is needed', () => {
  expect(decide({}, `<article>${paragraphs(9)}</article>`)).toBe('article');
  expect(decide({}, '<p>Text.</p>')).toBe('other');
  expect(decide({ url: '' })).toBe('other');
});
