// The scores of the public sets, as their own scripts compute them.

const tokens = (text) => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

function count(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function overlap(one, other) {
  let shared = 0;
  for (const [item, times] of one) shared += Math.min(times, other.get(item) ?? 0);
  return shared;
}

const f1 = (precision, recall) => (precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall));
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

/** WCXB: the words of a page, in lower case, whatever their order. */
export function scoreWords(text, truth) {
  const predicted = tokens(text.toLowerCase());
  const expected = tokens(truth.toLowerCase());
  if (expected.length === 0) {
    const value = predicted.length === 0 ? 1 : 0;
    return { precision: value, recall: value, f1: value };
  }
  if (predicted.length === 0) return { precision: 0, recall: 0, f1: 0 };
  const shared = overlap(count(predicted), count(expected));
  const precision = shared / predicted.length;
  const recall = shared / expected.length;
  return { precision, recall, f1: f1(precision, recall) };
}

/** article-extraction-benchmark: four words in a row. Pages of the set count alike. */
export function scoreShingles(text, truth) {
  const predicted = shingles(text);
  const expected = shingles(truth);
  const shared = overlap(predicted.counts, expected.counts);
  const extra = predicted.total - shared;
  const missed = expected.total - shared;
  const precision = predicted.total === 0 ? null : ratio(shared, extra, missed);
  const recall = expected.total === 0 ? null : ratio(shared, missed, extra);
  return { precision, recall, f1: f1(precision ?? 0, recall ?? 0) };
}

function ratio(shared, against, other) {
  if (against === 0 && other === 0) return 1;
  return shared === 0 && against === 0 ? 0 : shared / (shared + against);
}

function shingles(text) {
  const words = tokens(text);
  const rows = [];
  for (let at = 0; at < Math.max(1, words.length - 3); at += 1) {
    const row = words.slice(at, at + 4).join(' ');
    if (row !== '') rows.push(row);
  }
  return { counts: count(rows), total: rows.length };
}

/** F1 of the mean precision and the mean recall, as article-extraction-benchmark sums up. */
export function sumShingles(scores) {
  const precision = mean(scores.map((score) => score.precision).filter((value) => value !== null));
  const recall = mean(scores.map((score) => score.recall).filter((value) => value !== null));
  return { precision, recall, f1: f1(precision, recall) };
}

/** The mean of each figure over pages. */
export function sumWords(scores) {
  return {
    precision: mean(scores.map((score) => score.precision)),
    recall: mean(scores.map((score) => score.recall)),
    f1: mean(scores.map((score) => score.f1)),
  };
}

const flat = (text) => text.replaceAll(/\s+/g, ' ').trim();

/** How many of the snippets are found. */
export function countSnippets(text, snippets, { ignoreCase = false } = {}) {
  const fold = (value) => (ignoreCase ? value.toLowerCase() : flat(value));
  const folded = fold(text);
  return snippets.filter((snippet) => folded.includes(fold(snippet))).length;
}

/** trafilatura: snippets that must and must not be there, counted over all pages. */
export function scoreSnippets(text, page) {
  const found = countSnippets(text, page.with);
  const wrong = countSnippets(text, page.without);
  const precision = found + wrong === 0 ? 0 : found / (found + wrong);
  const recall = page.with.length === 0 ? 1 : found / page.with.length;
  return { found, wrong, missed: page.with.length - found, f1: f1(precision, recall) };
}

export function sumSnippets(scores) {
  const total = (key) => scores.reduce((sum, score) => sum + score[key], 0);
  const precision = total('found') / Math.max(1, total('found') + total('wrong'));
  const recall = total('found') / Math.max(1, total('found') + total('missed'));
  return { precision, recall, f1: f1(precision, recall) };
}
