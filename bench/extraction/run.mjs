// How well and how fast pages are read, beside other readers, on public labelled pages. No page is in the repository:
//
//   node bench/extraction/run.mjs --corpus <folder>
//
// The folder holds clones of any of these, each in a folder of its repository's name:
//   github.com/scrapinghub/article-extraction-benchmark   181 articles, F1 over four words in a row
//   github.com/Murrough-Foley/web-content-extraction-benchmark   WCXB, seven kinds of pages, F1 over words, snippets
//   github.com/mozilla/readability   the test pages, F1 over words against what is expected there
//   github.com/adbar/trafilatura   its evaluation set, snippets that must and must not be there
//
// --sets articles,kinds   --only ours,defuddle   --pages 150 (of WCXB; 0 is all)   --split dev|test
// --half a|b (each second page)   --out <file> (each page's scores as JSON)   --texts <folder> (what ours read)
// --deadline 20 (seconds by the clock that a reader has for a page)
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contestants, textOf } from './contestants.mjs';
import { findSets } from './corpora.mjs';
import { countChecks } from './markdown-checks.mjs';
import { runContestant } from './run-contestant.mjs';
import { mean } from './score.mjs';

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    sets: { type: 'string' },
    only: { type: 'string' },
    pages: { type: 'string', default: '150' },
    split: { type: 'string', default: 'dev' },
    deadline: { type: 'string', default: '20' },
    half: { type: 'string' },
    out: { type: 'string' },
    texts: { type: 'string' },
  },
});

const found = options.corpus === undefined ? [] : findSets(options.corpus);
const chosenSets = found.filter(({ name }) => options.sets?.split(',').includes(name) ?? true);
if (chosenSets.length === 0) {
  console.error(
    `No public set was found${options.corpus === undefined ? ', because no folder was named' : ` in ${options.corpus}`}. ` +
      'Clone one of those that the head of bench/extraction/run.mjs lists, and name the folder with --corpus.',
  );
  process.exit(1);
}

const isOfHalf = (index) => options.half === undefined || (index % 2 === 0) === (options.half === 'a');
const names = Object.keys(contestants).filter((name) => options.only?.split(',').includes(name) ?? true);
const written = {};

console.log(
  'Each reader has a process of its own. "one thread" is CPU time of that process, its collector of garbage included; a ' +
    `pool's is the clock's. A page that takes longer than ${options.deadline} s by the clock, or on which the reader throws, ` +
    'has FAILED: it counts with no text, and with that time where it was not done.',
);
for (const { name, held, count, missed } of countChecks()) {
  const some = missed.length > 0 && missed.length <= 3 ? ` (not: ${missed.join('; ')})` : '';
  console.log(`Markdown, ${name}: ${held} of ${count} checks${some}`);
}

for (const set of chosenSets) {
  const pages = set
    .list(set.path, { split: options.split, pages: Number(options.pages), textOf })
    .filter((_, index) => isOfHalf(index));
  console.log(`\n${set.name}: ${pages.length} pages`);
  for (const name of names) {
    const run = await runContestant(name, contestants[name], pages, { deadlineMs: Number(options.deadline) * 1_000 });
    const scores = pages.map((page, index) => set.score(run.texts[index], page.truth));
    report(name, set, pages, scores, run);
    written[`${set.name} ${name}`] = pages.map((page, index) => ({
      id: page.id,
      kind: page.kind,
      url: page.url,
      ...scores[index],
      ms: run.times[index],
    }));
    if (options.texts !== undefined && name === 'ours') writeTexts(set.name, pages, run);
  }
}
if (options.out !== undefined) writeFileSync(options.out, JSON.stringify(written));

function report(name, set, pages, scores, { times, failures, atOnce, wallMs, usedMs }) {
  const sum = set.sum(scores);
  const sorted = [...times].sort((one, other) => one - other);
  const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))];
  const own = times.reduce((total, time) => total + time, 0);
  // One at a time it is CPU time of the reading alone; a pool's is the clock's, and depends on what else runs.
  const perSecond = (pages.length / (atOnce === 1 ? own : wallMs)) * 1_000;
  const shown = Object.entries(sum).map(([key, value]) => `${key} ${value.toFixed(3)}`);
  const used = usedMs === undefined ? '' : `; CPU ${(usedMs / pages.length).toFixed(0)} ms a page`;
  const pool = atOnce === 1 ? 'one thread, CPU time' : `pool of ${atOnce}, clock${used}`;
  console.log(
    `  ${name.padEnd(21)} ${shown.join('  ')}  ${perSecond.toFixed(1)} pages/s, p95 ${p95.toFixed(0)} ms (${pool})` +
      (failures === 0 ? '' : `, ${failures} FAILED`),
  );
  const kinds = [...new Set(pages.map(({ kind }) => kind))];
  if (kinds.length < 2) return;
  const parts = kinds.map((kind) => {
    const own = scores.filter((_, index) => pages[index].kind === kind);
    return `${kind} ${mean(own.map(({ f1 }) => f1)).toFixed(3)}`;
  });
  console.log(`  ${''.padEnd(21)} ${parts.join('  ')}`);
}

function writeTexts(name, pages, { texts, read }) {
  const folder = join(options.texts, name);
  mkdirSync(folder, { recursive: true });
  for (const [index, { id }] of pages.entries()) {
    writeFileSync(join(folder, `${id}.txt`), texts[index]);
    const { markdown, error, ...rest } = read[index];
    writeFileSync(
      join(folder, `${id}.md`),
      `${JSON.stringify({ ...rest, error: String(error ?? '') })}\n\n${markdown}`,
    );
  }
}
