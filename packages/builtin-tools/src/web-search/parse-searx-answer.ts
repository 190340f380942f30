/**
 * The JSON of SearX 1.x and of SearXNG, which differ in where dates, answers and failed engines stand. Read leniently: what
 * is not as expected is left out, and only an answer without a list of results is none.
 */
import { plainLine } from '../untrusted/plain-text.js';
import { type FailedEngine, type SearchAnswer, SearchError, type SearchHit } from './search-backend.js';

// More than any page of results has, so that only a broken service is cut.
const mostHits = 200;
const mostEngines = 20;

const bounds = { url: 2_000, title: 500, snippet: 2_000, reason: 200, remark: 500 } as const;

/** Throws `SearchError` for what is no such answer. */
export function parseSearxAnswer(answer: unknown): SearchAnswer {
  const { results, unresponsive_engines: failed, ...rest } = asRecord(answer);
  if (!Array.isArray(results)) {
    throw new SearchError(
      'The search service answered with JSON that is no list of results. The operator should check that "baseUrl" is the ' +
        'address of a SearXNG instance.',
    );
  }
  return {
    hits: readHits(results),
    failedEngines: listOf(failed).slice(0, mostEngines).flatMap(readFailedEngine),
    remarks: readRemarks(rest),
  };
}

function readHits(results: readonly unknown[]): readonly SearchHit[] {
  const hits: SearchHit[] = [];
  for (const result of results.slice(0, mostHits)) {
    const { url, title, content, publishedDate, pubdate } = asRecord(result);
    if (typeof url !== 'string' || url.length > bounds.url || !isWebUrl(url)) continue;
    hits.push({
      rank: hits.length + 1,
      url: new URL(url).href,
      title: lineOf(title, bounds.title),
      snippet: lineOf(content, bounds.snippet),
      publishedDate: readDate(pubdate) ?? readDate(publishedDate) ?? (lineOf(publishedDate, 100) || null),
    });
  }
  return hits;
}

function isWebUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
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
  const [engine, ...reasons] = Array.isArray(entry)
    ? (entry as readonly unknown[])
    : [asRecord(entry).engine ?? entry, asRecord(entry).error ?? asRecord(entry).reason];
  const name = lineOf(engine, 100);
  if (name === '') return [];
  const reason = reasons.map((text) => lineOf(text, bounds.reason)).filter((text) => text !== '');
  return [{ engine: name, reason: reason.join(' ') || 'no reason given' }];
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
