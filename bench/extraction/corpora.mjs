// The public sets, as their repositories lay them out, each in a folder named after its repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  countSnippets,
  scoreShingles,
  scoreSnippets,
  scoreWords,
  sumShingles,
  sumSnippets,
  sumWords,
} from './score.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const utf8 = 'text/html; charset=utf-8';

/** Each set: its folder, how its pages are found, how a page and all of them are scored. */
const sets = {
  articles: { folder: 'article-extraction-benchmark', list: listArticles, score: scoreShingles, sum: sumShingles },
  kinds: { folder: 'web-content-extraction-benchmark', list: listKinds, score: scoreKind, sum: sumKinds },
  readability: { folder: 'readability', list: listReadability, score: scoreWords, sum: sumWords },
  trafilatura: { folder: 'trafilatura', list: listTrafilatura, score: scoreSnippets, sum: sumSnippets },
};

/** The sets that lie in `corpus`. */
export function findSets(corpus) {
  return Object.entries(sets)
    .map(([name, set]) => ({ name, ...set, path: join(corpus, set.folder) }))
    .filter(({ path }) => existsSync(path));
}

function listArticles(path) {
  return Object.entries(readJson(join(path, 'ground-truth.json')))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { articleBody, url }]) => ({
      id,
      kind: 'article',
      url,
      contentType: utf8,
      truth: articleBody,
      read: () => gunzipSync(readFileSync(join(path, 'html', `${id}.html.gz`))),
    }));
}

/** A third are articles, the other six kinds have equally many; each spread evenly over its ids in their order. */
function listKinds(path, { split, pages }) {
  const folder = join(path, split);
  const byKind = new Map();
  for (const name of readdirSync(join(folder, 'ground-truth')).sort()) {
    const page = readJson(join(folder, 'ground-truth', name));
    const type = page._internal?.page_type;
    const stated = (typeof type === 'string' ? type : type?.primary) ?? 'article';
    const kind = stated === 'category' ? 'collection' : stated;
    if (!byKind.has(kind)) byKind.set(kind, []);
    byKind.get(kind).push({ id: name.slice(0, -'.json'.length), page, kind });
  }
  const kinds = [...byKind].sort(([one], [other]) => (one < other ? -1 : 1));
  const others = pages - Math.round(pages / 3);
  return kinds.flatMap(([, all], index) => {
    // `index` is 0 for articles: their name comes first.
    const rest = kinds.length - 1;
    const share = index === 0 ? pages - others : Math.floor(others / rest) + (index <= others % rest ? 1 : 0);
    return pickEvenly(all, pages === 0 ? all.length : share).map(({ id, page, kind }) => ({
      id,
      kind,
      // A few pages have lost theirs.
      url: page.url || `https://page.example/${id}`,
      contentType: utf8,
      truth: {
        text: page.ground_truth.main_content ?? '',
        with: page.ground_truth.with ?? [],
        without: page.ground_truth.without ?? [],
        title: page.ground_truth.title ?? null,
        author: page.ground_truth.author ?? null,
        date: page.ground_truth.publish_date ?? null,
      },
      read: () => gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))),
    }));
  });
}

function pickEvenly(all, wanted) {
  if (wanted >= all.length) return all;
  return Array.from({ length: wanted }, (_, index) => all[Math.floor((index * all.length) / wanted)]);
}

function scoreKind(text, truth) {
  const rate = (snippets) =>
    snippets.length === 0 ? 1 : countSnippets(text, snippets, { ignoreCase: true }) / snippets.length;
  return { ...scoreWords(text, truth.text), with: rate(truth.with), without: rate(truth.without) };
}

function sumKinds(scores) {
  const part = (key) => scores.reduce((sum, score) => sum + score[key], 0) / Math.max(scores.length, 1);
  return { ...sumWords(scores), with: part('with'), without: part('without') };
}

function listReadability(path, { textOf }) {
  const folder = join(path, 'test/test-pages');
  return readdirSync(folder)
    .sort()
    .map((id) => ({
      id,
      kind: 'article',
      url: `http://fakehost/test/${id}.html`,
      contentType: utf8,
      truth: textOf(readFileSync(join(folder, id, 'expected.html'), 'utf8')),
      read: () => readFileSync(join(folder, id, 'source.html')),
    }));
}

function listTrafilatura(path) {
  const folder = join(path, 'tests');
  return Object.entries(readJson(join(folder, 'evaldata.json')))
    .map(([url, page]) => {
      const file = ['cache', 'eval'].map((name) => join(folder, name, page.file)).find((name) => existsSync(name));
      return { id: page.file, kind: 'article', url, contentType: 'text/html', truth: page, file };
    })
    .filter(({ file }) => file !== undefined)
    .map(({ file, ...page }) => ({ ...page, read: () => readFileSync(file) }));
}
