/**
 * The JSON of SearX 1.x and of SearXNG, which differ in where dates, answers and failed engines stand. Read leniently: what
 * is not as expected is left out, and only an answer without a list of results is none.
 */
import { hasLongHost } from '@loadout/core/hosts';
import { toDate } from '../extraction/stated-facts.js';
import { plainLine } from '../untrusted/plain-text.js';
import { type FailedEngine, type SearchAnswer, SearchError, type SearchHit } from './search-backend.js';

// More than any page of results has, so that only a broken service is cut.
const mostHits = 200;
const mostEngines = 20;

const bounds = { url: 2_000, title: 500, snippet: 2_000, reason: 200, remark: 500 } as const;

/** What engines fail of, in words of ours: theirs are strangers', and would stand in a sentence of the tool. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/captcha/i, 'CAPTCHA'],
  [/too many requests|rate.?limit|\b429\b/i, 'rate limited'],
  [/access denied|forbidden|\b40[13]\b/i, 'access denied'],
  [/time.?d?.?out/i, 'timeout'],
  [/\bhttp\b|\bstatus\b/i, 'HTTP error'],
  [/connect|network|dns|ssl|certificate|proxy/i, 'network error'],
  [/pars(?:e|ing)/i, 'parsing error'],
];

/** Throws `SearchError` for what is no such answer. */
export function parseSearxAnswer(answer: unknown): SearchAnswer {
  const read = asRecord(answer);
  const { results, unresponsive_engines: failed } = read;
  if (!Array.isArray(results)) {
    throw new SearchError(
      'The search service answered with JSON that is no list of results. The operator should check that "baseUrl" is the ' +
        'address of a SearXNG instance.',
    );
  }
  return {
    hits: readHits(results),
    failedEngines: listOf(failed).slice(0, mostEngines).flatMap(readFailedEngine),
    remarks: readRemarks(read),
  };
}

function readHits(results: readonly unknown[]): readonly SearchHit[] {
  const hits: SearchHit[] = [];
  for (const result of results.slice(0, mostHits)) {
    const { url, title, content, publishedDate, pubdate } = asRecord(result);
    if (typeof url !== 'string' || !isWebUrl(url)) continue;
    hits.push({
      rank: hits.length + 1,
      url: new URL(url).href,
      title: lineOf(title, bounds.title),
      snippet: lineOf(content, bounds.snippet),
      publishedDate: readDate(pubdate) ?? readDate(publishedDate) ?? toDate(lineOf(publishedDate, 100)),
    });
  }
  return hits;
}

function isWebUrl(url: string): boolean {
  return url.length <= bounds.url && !hasLongHost(url) && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** SearXNG says `2024-05-06T07:08:09`, SearX `2024-05-06 07:08:09+0000`; without a zone it is UTC. */
function readDate(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, day, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(value.trim()) ?? [];
  if (day === undefined) return undefined;
  const date = new Date(`${day}T${time}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** `[engine, reason]` or longer, or an object. */
function readFailedEngine(entry: unknown): readonly FailedEngine[] {
  const [engine, ...said] = Array.isArray(entry)
    ? (entry as readonly unknown[])
    : [asRecord(entry).engine ?? entry, asRecord(entry).error ?? asRecord(entry).reason];
  // A token: a name may be anything, also a sentence.
  const name = lineOf(engine, 100)
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 40);
  if (/^-*$/.test(name)) return [];
  return [{ engine: name, reason: nameReason(said.map((text) => lineOf(text, bounds.reason)).join(' ')) }];
}

function nameReason(said: string): string {
  if (said.trim() === '') return 'no reason given';
  const reason = reasons.find(([pattern]) => pattern.test(said))?.[1] ?? 'other error';
  const status = reason === 'HTTP error' ? /\b[45]\d\d\b/.exec(said)?.[0] : undefined;
  return status === undefined ? reason : `${reason} ${status}`;
}

function readRemarks({ answers, infoboxes, corrections, suggestions }: Record<string, unknown>): readonly string[] {
  const said = (value: unknown, name: string): string =>
    lineOf(typeof value === 'string' ? value : asRecord(value)[name], bounds.remark);
  const texts = (list: unknown, name: string, most: number): readonly string[] =>
    listOf(list)
      .slice(0, most)
      .map((entry) => said(entry, name))
      .filter((text) => text !== '');
  const corrected = texts(corrections, 'title', 3);
  const suggested = texts(suggestions, 'title', 5);
  return [
    ...texts(answers, 'answer', 2).map((text) => `Answer: ${text}`),
    ...texts(infoboxes, 'content', 1).map((text) => `About: ${text}`),
    ...(corrected.length === 0 ? [] : [`Perhaps meant: ${corrected.join('; ')}`]),
    ...(suggested.length === 0 ? [] : [`Suggested searches: ${suggested.join('; ')}`]),
  ];
}

function lineOf(value: unknown, most: number): string {
  return typeof value === 'string' ? plainLine(value, most) : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
