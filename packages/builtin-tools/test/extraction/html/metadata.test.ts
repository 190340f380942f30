import { expect, test } from 'vitest';
import { type ReadHtml, readHtml } from '../../../src/extraction/html/read-html.js';

function read(head: string, body = '<p>Text.</p>', lang = ''): ReadHtml {
  return readHtml(`<html${lang}><head>${head}</head><body>${body}</body></html>`, 'https://site.example/a/b');
}
const jsonLd = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

test('JSON-LD names authors as texts, nodes, lists, and references into its graph', () => {
  const authorsOf = (author: unknown, more: readonly unknown[] = []): readonly string[] =>
    read(jsonLd({ '@graph': [{ '@type': 'Article', headline: 'X', author }, ...more] })).authors;
  expect(authorsOf('Ann Lee')).toEqual(['Ann Lee']);
  expect(authorsOf({ '@type': 'Person', name: 'Ann Lee' })).toEqual(['Ann Lee']);
  expect(authorsOf([{ name: 'Ann Lee' }, { name: 'Bob Ray' }])).toEqual(['Ann Lee', 'Bob Ray']);
  expect(authorsOf({ '@id': '#ann' }, [{ '@type': 'Person', '@id': '#ann', name: 'Ann Lee' }])).toEqual(['Ann Lee']);
});

test('authors are names: no "By", no addresses, several are parted', () => {
  const authorsOf = (content: string): readonly string[] => read(`<meta name="author" content="${content}">`).authors;
  expect(authorsOf('By Ann Lee, Bob Ray and Cy Young')).toEqual(['Ann Lee', 'Bob Ray', 'Cy Young']);
  expect(authorsOf('Sam Poe, Jr.')).toEqual(['Sam Poe, Jr.']);
  expect(authorsOf('https://site.example/ann')).toEqual([]);
  expect(authorsOf('admin')).toEqual([]);
  const cited = ['Ann Lee', 'Bob Ray'].map((name) => `<meta name="citation_author" content="${name}">`).join('');
  expect(read(cited).authors).toEqual(['Ann Lee', 'Bob Ray']);
  expect(read('', '<p>Text.</p><a rel="author" href="/ann">Ann Lee</a>').authors).toEqual(['Ann Lee']);
});

test('a byline gives names alone: no dates, no words before or after them', () => {
  const authorsOf = (byline: string): readonly string[] =>
    read('', `<p>Text.</p><div class="byline">${byline}</div>`).authors;
  expect(
    authorsOf('<span>Written By:</span><a>Cazzy Magennis</a><span>Last Updated:</span><i>August 1, 2025</i>'),
  ).toEqual(['Cazzy Magennis']);
  expect(authorsOf('Written By:Cazzy MagennisLast Updated:August 1, 2025')).toEqual(['Cazzy Magennis']);
  expect(authorsOf('BySummer Swann-June 12, 2025')).toEqual(['Summer Swann']);
  expect(authorsOf('DECEMBER 27, 2024')).toEqual([]);
  expect(authorsOf('Von Anna Müller, 12. März 2024')).toEqual(['Anna Müller']);
  expect(authorsOf('By Ann Lee | 5 min read')).toEqual(['Ann Lee']);
  expect(authorsOf('Byron May')).toEqual(['Byron May']);
  expect(authorsOf('von Humboldt, Alexander')).toEqual(['von Humboldt', 'Alexander']);
  expect(authorsOf('{{ author }}')).toEqual([]);
});

test('the name of the site is cut from a title where the page says what it is', () => {
  const titleOf = (title: string, head = '', body = '<p>Text.</p>'): string | null =>
    read(`<title>${title}</title>${head}`, body).title;
  const site = '<meta property="og:site_name" content="The Site">';
  expect(titleOf('On peat | The Site', site)).toBe('On peat');
  expect(titleOf('The Site: On peat', site)).toBe('The Site: On peat');
  expect(titleOf('On peat - Somebody')).toBe('On peat - Somebody');
  expect(titleOf('On peat - Somebody', '', '<h1>On peat</h1>')).toBe('On peat');
  expect(titleOf('x', '<meta property="og:title" content="On peat">')).toBe('On peat');
});

test('dates are as the page writes them, from whichever of its places', () => {
  const article = { '@type': 'NewsArticle', datePublished: '2024-05-01T10:00:00Z', dateModified: '2024-05-02' };
  expect(read(jsonLd([article]))).toMatchObject({ publishedTime: '2024-05-01T10:00:00Z', modifiedTime: '2024-05-02' });
  expect(read('<meta property="article:published_time" content="2023-01-01">').publishedTime).toBe('2023-01-01');
  expect(read('<meta name="citation_publication_date" content="2022/03/04">').publishedTime).toBe('2022/03/04');
  expect(read('', '<article><time datetime="2021-02-03">3 Feb</time><p>Text.</p></article>').publishedTime).toBe(
    '2021-02-03',
  );
});

test('languages are BCP 47 tags', () => {
  expect(read('', '<p>x</p>', ' lang="de-at"').language).toBe('de-AT');
  expect(read('<meta property="og:locale" content="pt_BR">').language).toBe('pt-BR');
  expect(read('', '<p>x</p>', ' lang="english please"').language).toBe(null);
  expect(read(jsonLd({ '@type': 'Article', inLanguage: 'fr' })).language).toBe('fr');
});

test('JSON-LD that is broken, deep or about breadcrumbs says nothing', () => {
  expect(read('<script type="application/ld+json">{ nonsense</script>').authors).toEqual([]);
  const trail = { '@type': 'BreadcrumbList', itemListElement: [{ item: { '@type': 'Article', author: 'Nobody' } }] };
  expect(read(jsonLd(trail)).authors).toEqual([]);
  const lines = '{"@type":"Article","author":"Ann Lee","description":"two\nlines"}';
  expect(read(`<script type="application/ld+json">${lines}</script>`)).toMatchObject({
    authors: ['Ann Lee'],
    description: 'two lines',
  });
});
